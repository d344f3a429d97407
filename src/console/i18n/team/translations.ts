/** Translations of the page of the team. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { TeamTranslations } from './en.ts'

/** Suspends until the translations are loaded. */
export const useTeamTranslations = lazyTranslations<TeamTranslations>({
  en: async () => (await import('./en.ts')).team,
  de: async () => (await import('./de.ts')).team,
  fr: async () => (await import('./fr.ts')).team,
  es: async () => (await import('./es.ts')).team,
})
