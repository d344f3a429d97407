/** Translations of the page of the team. */
import { lazyTranslations } from './lazy-translations.ts'
import type { TeamTranslations } from './team/en.ts'

/** Suspends until the translations are loaded. */
export const useTeamTranslations = lazyTranslations<TeamTranslations>({
  en: async () => (await import('./team/en.ts')).team,
  de: async () => (await import('./team/de.ts')).team,
  fr: async () => (await import('./team/fr.ts')).team,
  es: async () => (await import('./team/es.ts')).team,
})
