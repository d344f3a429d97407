/** Translations of the settings of the agency. */
import type { AgencyTranslations } from './agency/en.ts'
import { lazyTranslations } from './lazy-translations.ts'

/** Suspends until the translations are loaded. */
export const useAgencyTranslations = lazyTranslations<AgencyTranslations>({
  en: async () => (await import('./agency/en.ts')).agency,
  de: async () => (await import('./agency/de.ts')).agency,
  fr: async () => (await import('./agency/fr.ts')).agency,
  es: async () => (await import('./agency/es.ts')).agency,
})
