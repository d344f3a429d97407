/** Translations of the page of owners. */
import { lazyTranslations } from '../lazy-translations.ts'
import type {
  OwnerAdjustmentTranslations,
  OwnerPropertyTranslations,
  OwnerTranslations,
} from './en.ts'

/** Suspends until the translations are loaded. */
export const useOwnerTranslations = lazyTranslations<OwnerTranslations>({
  en: async () => (await import('./en.ts')).owners,
  de: async () => (await import('./de.ts')).owners,
  fr: async () => (await import('./fr.ts')).owners,
  es: async () => (await import('./es.ts')).owners,
})

/** Suspends until the translations are loaded. */
export const useOwnerAdjustmentTranslations = lazyTranslations<OwnerAdjustmentTranslations>({
  en: async () => (await import('./en.ts')).ownerAdjustments,
  de: async () => (await import('./de.ts')).ownerAdjustments,
  fr: async () => (await import('./fr.ts')).ownerAdjustments,
  es: async () => (await import('./es.ts')).ownerAdjustments,
})

/** Suspends until the translations are loaded. */
export const useOwnerPropertyTranslations = lazyTranslations<OwnerPropertyTranslations>({
  en: async () => (await import('./en.ts')).ownerProperties,
  de: async () => (await import('./de.ts')).ownerProperties,
  fr: async () => (await import('./fr.ts')).ownerProperties,
  es: async () => (await import('./es.ts')).ownerProperties,
})
