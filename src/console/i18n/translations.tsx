/** Language of the page, its translations and its locale. */
import { createContext, type ReactNode, useContext } from 'react'
import { en, type Translations } from './en.ts'

export type { Translations }

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof languages

const load: Record<Language, () => Promise<Translations>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

/** Returns the user's language, or the browser's first supported one. The server chooses it. */
export function preferredLanguage(): Language {
  const code = document.documentElement.lang
  return code in languages ? (code as Language) : 'en'
}

export interface Localization {
  texts: Translations
  language: Language
  /** Locale for dates and numbers: the browser's variant of the language, if it has one. */
  locale: string
  /** Time zone of the agency, in which times are shown. */
  timeZone: string
}

export async function loadLocalization(
  language: Language,
  timeZone: string,
): Promise<Localization> {
  const locale = navigator.languages.find(tag => tag.startsWith(language)) ?? language
  return { texts: await load[language](), language, locale, timeZone }
}

const LocalizationContext = createContext<Localization>({
  ...({ texts: en, language: 'en', locale: 'en' } as const),
  timeZone: 'UTC',
})

export function LocalizationProvider(props: { localization: Localization; children: ReactNode }) {
  return <LocalizationContext value={props.localization}>{props.children}</LocalizationContext>
}

export function useLocalization(): Localization {
  return useContext(LocalizationContext)
}

export function useTranslations(): Translations {
  return useContext(LocalizationContext).texts
}
