/** Translations of the settings of the agency. */

import { lazyTranslations } from '../lazy-translations.ts'
import type { AgencyTranslations } from './en.ts'

/** Suspends until the translations are loaded. */
export const useAgencyTranslations = lazyTranslations<AgencyTranslations>({
  en: async () => (await import('./en.ts')).agency,
  de: async () => (await import('./de.ts')).agency,
  fr: async () => (await import('./fr.ts')).agency,
  es: async () => (await import('./es.ts')).agency,
})
