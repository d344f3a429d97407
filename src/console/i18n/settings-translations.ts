/** Translations of the pages of services and providers. */
import { lazyTranslations } from './lazy-translations.ts'
import type { ProviderTranslations, ServiceTranslations } from './settings/en.ts'

export type { ProviderTranslations, ServiceTranslations }

/** Suspends until the translations are loaded. */
export const useServiceTranslations = lazyTranslations<ServiceTranslations>({
  en: async () => (await import('./settings/en.ts')).services,
  de: async () => (await import('./settings/de.ts')).services,
  fr: async () => (await import('./settings/fr.ts')).services,
  es: async () => (await import('./settings/es.ts')).services,
})

/** Suspends until the translations are loaded. */
export const useProviderTranslations = lazyTranslations<ProviderTranslations>({
  en: async () => (await import('./settings/en.ts')).providers,
  de: async () => (await import('./settings/de.ts')).providers,
  fr: async () => (await import('./settings/fr.ts')).providers,
  es: async () => (await import('./settings/es.ts')).providers,
})
