/** Translations of the list of tasks. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { TaskTranslations } from './en.ts'

/** Suspends until the translations are loaded. */
export const useTaskTranslations = lazyTranslations<TaskTranslations>({
  en: async () => (await import('./en.ts')).tasks,
  de: async () => (await import('./de.ts')).tasks,
  fr: async () => (await import('./fr.ts')).tasks,
  es: async () => (await import('./es.ts')).tasks,
})
