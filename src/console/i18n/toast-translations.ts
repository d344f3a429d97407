/** Translations of toasts, which are loaded after the page. */
import { lazyTranslations } from './lazy-translations.ts'
import type { ToastTranslations } from './toasts/en.ts'

/** Suspends until the translations are loaded. */
export const useToastTranslations = lazyTranslations<ToastTranslations>({
  en: async () => (await import('./toasts/en.ts')).en,
  de: async () => (await import('./toasts/de.ts')).de,
  fr: async () => (await import('./toasts/fr.ts')).fr,
  es: async () => (await import('./toasts/es.ts')).es,
})
