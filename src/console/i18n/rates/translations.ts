/** Translations of the pages of rates. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { PromoCodeTranslations } from './en.ts'

/** Suspends until the translations are loaded. */
export const usePromoCodeTranslations = lazyTranslations<PromoCodeTranslations>({
  en: async () => (await import('./en.ts')).promoCodes,
  de: async () => (await import('./de.ts')).promoCodes,
  fr: async () => (await import('./fr.ts')).promoCodes,
  es: async () => (await import('./es.ts')).promoCodes,
})
