/** The language of the page: its texts, its dates and its numbers. */
import { createContext, type ReactNode, useContext } from 'react'
import { en, type Words } from './en.ts'

export type { Words }

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof languages

const load: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

/** What somebody has chosen, or the first of the browser's that there is: the server says which. */
export function preferredLanguage(): Language {
  const said = document.documentElement.lang
  return said in languages ? (said as Language) : 'en'
}

export interface Spoken {
  words: Words
  language: Language
  /** Formats dates and numbers: the browser's own kind of the language where it has one. */
  locale: string
}

export async function speak(language: Language): Promise<Spoken> {
  const locale = navigator.languages.find(tag => tag.startsWith(language)) ?? language
  return { words: await load[language](), language, locale }
}

const SpokenContext = createContext<Spoken>({ words: en, language: 'en', locale: 'en' })

export function SpokenProvider(props: { spoken: Spoken; children: ReactNode }) {
  return <SpokenContext value={props.spoken}>{props.children}</SpokenContext>
}

export function useSpoken(): Spoken {
  return useContext(SpokenContext)
}

export function useWords(): Words {
  return useContext(SpokenContext).words
}
