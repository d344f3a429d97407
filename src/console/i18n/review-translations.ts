/** Translations of the page of reviews. */
import { lazyTranslations } from './lazy-translations.ts'
import type { ReviewTranslations } from './reviews/en.ts'

export type { ReviewTranslations }

/** Suspends until the translations are loaded. */
export const useReviewTranslations = lazyTranslations<ReviewTranslations>({
  en: async () => (await import('./reviews/en.ts')).reviews,
  de: async () => (await import('./reviews/de.ts')).reviews,
  fr: async () => (await import('./reviews/fr.ts')).reviews,
  es: async () => (await import('./reviews/es.ts')).reviews,
})
