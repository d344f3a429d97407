/** Translations of the calendar, which are loaded with its page. */
import type { CalendarTranslations } from './calendar/en.ts'
import { lazyTranslations } from './lazy-translations.ts'
import { type Localization, type Translations, useLocalization } from './translations.tsx'

export type { CalendarTranslations }

/** Suspends until the translations are loaded. */
export const useCalendarTranslations = lazyTranslations<CalendarTranslations>({
  en: async () => (await import('./calendar/en.ts')).en,
  de: async () => (await import('./calendar/de.ts')).de,
  fr: async () => (await import('./calendar/fr.ts')).fr,
  es: async () => (await import('./calendar/es.ts')).es,
})

/** Shared translations with those of the calendar grid. */
export type GridTranslations = Translations & { calendar: CalendarTranslations['grid'] }

export interface GridLocalization extends Localization {
  texts: GridTranslations
}

const cache = new Map<CalendarTranslations, GridLocalization>()

/** Returns the localization of the calendar, memoized by language. */
export function useGridLocalization(): GridLocalization {
  const own = useCalendarTranslations()
  const shared = useLocalization()
  const cached = cache.get(own)
  if (cached && cached.locale === shared.locale) return cached
  const localization: GridLocalization = {
    ...shared,
    texts: { ...shared.texts, calendar: own.grid },
  }
  cache.set(own, localization)
  return localization
}

export function useGridTranslations(): GridTranslations {
  return useGridLocalization().texts
}
