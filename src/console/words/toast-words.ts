/** Texts of toasts, which come after the page. */
import { laterWords } from './later-words.ts'
import type { ToastWords } from './toasts/en.ts'

/** Waits for them the first time. */
export const useToastWords = laterWords<ToastWords>({
  en: async () => (await import('./toasts/en.ts')).en,
  de: async () => (await import('./toasts/de.ts')).de,
  fr: async () => (await import('./toasts/fr.ts')).fr,
  es: async () => (await import('./toasts/es.ts')).es,
})
