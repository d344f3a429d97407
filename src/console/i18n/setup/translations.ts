/** Translations of the set-up and of its checklist. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { SetupTranslations } from './en.ts'

/** Suspends until the translations are loaded. */
export const useSetupTranslations = lazyTranslations<SetupTranslations>({
  en: async () => (await import('./en.ts')).setup,
  de: async () => (await import('./de.ts')).setup,
  fr: async () => (await import('./fr.ts')).setup,
  es: async () => (await import('./es.ts')).setup,
})
