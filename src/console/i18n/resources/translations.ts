/** Translations of lists and forms of resources, which are loaded with their pages. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { ResourceTranslations } from './en.ts'

export type { ResourceTranslations }

/** Suspends until the translations are loaded. */
export const useResourceTranslations = lazyTranslations<ResourceTranslations>({
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
})
