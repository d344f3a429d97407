/** Translations of the pages of rates. */
import { lazyTranslations } from './lazy-translations.ts'
import type { PromoCodeTranslations } from './rates/en.ts'

/** Suspends until the translations are loaded. */
export const usePromoCodeTranslations = lazyTranslations<PromoCodeTranslations>({
  en: async () => (await import('./rates/en.ts')).promoCodes,
  de: async () => (await import('./rates/de.ts')).promoCodes,
  fr: async () => (await import('./rates/fr.ts')).promoCodes,
  es: async () => (await import('./rates/es.ts')).promoCodes,
})
