/** Texts of what is done in the calendar, which come with its page. */
import type { CalendarWords } from './calendar/en.ts'
import { laterWords } from './later-words.ts'

export type { CalendarWords }

/** Waits for them the first time. */
export const useCalendarWords = laterWords<CalendarWords>({
  en: async () => (await import('./calendar/en.ts')).en,
  de: async () => (await import('./calendar/de.ts')).de,
  fr: async () => (await import('./calendar/fr.ts')).fr,
  es: async () => (await import('./calendar/es.ts')).es,
})
