/** Translations of lists and forms of resources, which are loaded with their pages. */
import { lazyTranslations } from './lazy-translations.ts'
import type { ResourceTranslations } from './resources/en.ts'

export type { ResourceTranslations }

/** Suspends until the translations are loaded. */
export const useResourceTranslations = lazyTranslations<ResourceTranslations>({
  en: async () => (await import('./resources/en.ts')).en,
  de: async () => (await import('./resources/de.ts')).de,
  fr: async () => (await import('./resources/fr.ts')).fr,
  es: async () => (await import('./resources/es.ts')).es,
})
