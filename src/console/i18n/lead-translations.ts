/** Translations of leads and quotes, which are loaded with their pages. */

import { lazyTranslations } from './lazy-translations.ts'
import type { LeadTranslations } from './lead/en.ts'

export type { LeadTranslations }

/** Suspends until the translations are loaded. */
export const useLeadTranslations = lazyTranslations<LeadTranslations>({
  en: async () => (await import('./lead/en.ts')).en,
  de: async () => (await import('./lead/de.ts')).de,
  fr: async () => (await import('./lead/fr.ts')).fr,
  es: async () => (await import('./lead/es.ts')).es,
})
