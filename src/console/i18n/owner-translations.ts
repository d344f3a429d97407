/** Translations of the page of owners. */
import { lazyTranslations } from './lazy-translations.ts'
import type { OwnerAdjustmentTranslations, OwnerTranslations } from './owners/en.ts'

export type { OwnerAdjustmentTranslations, OwnerTranslations }

/** Suspends until the translations are loaded. */
export const useOwnerTranslations = lazyTranslations<OwnerTranslations>({
  en: async () => (await import('./owners/en.ts')).owners,
  de: async () => (await import('./owners/de.ts')).owners,
  fr: async () => (await import('./owners/fr.ts')).owners,
  es: async () => (await import('./owners/es.ts')).owners,
})

/** Suspends until the translations are loaded. */
export const useOwnerAdjustmentTranslations = lazyTranslations<OwnerAdjustmentTranslations>({
  en: async () => (await import('./owners/en.ts')).ownerAdjustments,
  de: async () => (await import('./owners/de.ts')).ownerAdjustments,
  fr: async () => (await import('./owners/fr.ts')).ownerAdjustments,
  es: async () => (await import('./owners/es.ts')).ownerAdjustments,
})
