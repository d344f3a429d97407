/** Texts of what is done in the calendar, which come with its page. */
import { use } from 'react'
import type { CalendarWords } from './calendar/en.ts'
import { type Language, useSpoken } from './words.tsx'

export type { CalendarWords }

const load: Record<Language, () => Promise<CalendarWords>> = {
  en: async () => (await import('./calendar/en.ts')).en,
  de: async () => (await import('./calendar/de.ts')).de,
  fr: async () => (await import('./calendar/fr.ts')).fr,
  es: async () => (await import('./calendar/es.ts')).es,
}

const loaded = new Map<Language, Promise<CalendarWords>>()

/** Waits for them the first time. */
export function useCalendarWords(): CalendarWords {
  const { language } = useSpoken()
  let words = loaded.get(language)
  if (!words) {
    words = load[language]()
    loaded.set(language, words)
  }
  return use(words)
}
