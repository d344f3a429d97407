/** Translations of the page of reviews. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { ReviewTranslations } from './en.ts'

export type { ReviewTranslations }

/** Suspends until the translations are loaded. */
export const useReviewTranslations = lazyTranslations<ReviewTranslations>({
  en: async () => (await import('./en.ts')).reviews,
  de: async () => (await import('./de.ts')).reviews,
  fr: async () => (await import('./fr.ts')).reviews,
  es: async () => (await import('./es.ts')).reviews,
})
