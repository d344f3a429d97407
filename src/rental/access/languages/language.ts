/** The languages of what the server itself writes for those who run houses. */
import { acceptedLanguages } from '../../../platform/languages.ts'

export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

export function isLanguage(text: unknown): text is Language {
  return languages.some(language => language === text)
}

/** What a browser wants to be answered in, of the languages that there are; else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = acceptedLanguages(header).map(tag => tag.split('-')[0])
  return wanted.find(isLanguage) ?? 'en'
}
