/** Translations of the set-up and of its checklist. */
import { lazyTranslations } from './lazy-translations.ts'
import type { SetupTranslations } from './setup/en.ts'

/** Suspends until the translations are loaded. */
export const useSetupTranslations = lazyTranslations<SetupTranslations>({
  en: async () => (await import('./setup/en.ts')).setup,
  de: async () => (await import('./setup/de.ts')).setup,
  fr: async () => (await import('./setup/fr.ts')).setup,
  es: async () => (await import('./setup/es.ts')).setup,
})
