/** Texts of what is done in the calendar, which come with its page. */
import type { CalendarWords } from './calendar/en.ts'
import { laterWords } from './later-words.ts'
import { type Spoken, useSpoken, type Words } from './words.tsx'

export type { CalendarWords }

/** Waits for them the first time. */
export const useCalendarWords = laterWords<CalendarWords>({
  en: async () => (await import('./calendar/en.ts')).en,
  de: async () => (await import('./calendar/de.ts')).de,
  fr: async () => (await import('./calendar/fr.ts')).fr,
  es: async () => (await import('./calendar/es.ts')).es,
})

/** The texts of every page, and those of the calendar. */
export type GridWords = Words & { calendar: CalendarWords['grid'] }
export type GridSpoken = Spoken & { words: GridWords }

const together = new Map<CalendarWords, GridSpoken>()

/** The language, with the texts of the calendar; one object as long as it is the same language. */
export function useGridSpoken(): GridSpoken {
  const own = useCalendarWords()
  const spoken = useSpoken()
  const known = together.get(own)
  if (known && known.locale === spoken.locale) return known
  const made = { ...spoken, words: { ...spoken.words, calendar: own.grid } }
  together.set(own, made)
  return made
}

export function useGridWords(): GridWords {
  return useGridSpoken().words
}
