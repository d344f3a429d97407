/** Translations of the pages of services and providers. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { ProviderTranslations, ServiceTranslations } from './en.ts'

export type { ProviderTranslations, ServiceTranslations }

/** Suspends until the translations are loaded. */
export const useServiceTranslations = lazyTranslations<ServiceTranslations>({
  en: async () => (await import('./en.ts')).services,
  de: async () => (await import('./de.ts')).services,
  fr: async () => (await import('./fr.ts')).services,
  es: async () => (await import('./es.ts')).services,
})

/** Suspends until the translations are loaded. */
export const useProviderTranslations = lazyTranslations<ProviderTranslations>({
  en: async () => (await import('./en.ts')).providers,
  de: async () => (await import('./de.ts')).providers,
  fr: async () => (await import('./fr.ts')).providers,
  es: async () => (await import('./es.ts')).providers,
})
