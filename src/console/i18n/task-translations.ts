/** Translations of the list of tasks. */
import { lazyTranslations } from './lazy-translations.ts'
import type { TaskTranslations } from './tasks/en.ts'

/** Suspends until the translations are loaded. */
export const useTaskTranslations = lazyTranslations<TaskTranslations>({
  en: async () => (await import('./tasks/en.ts')).tasks,
  de: async () => (await import('./tasks/de.ts')).tasks,
  fr: async () => (await import('./tasks/fr.ts')).tasks,
  es: async () => (await import('./tasks/es.ts')).tasks,
})
