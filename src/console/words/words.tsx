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

const chosenKey = 'lodgepole-language'

/** What was chosen in this browser, or the first of its languages that there is. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(chosenKey) ?? '', ...navigator.languages]
  const found = wanted.map(tag => tag.slice(0, 2)).find(tag => tag in languages)
  return (found ?? 'en') as Language
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(chosenKey, language)
  location.reload()
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
