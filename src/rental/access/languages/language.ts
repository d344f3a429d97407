/** Languages of pages and emails of the server. */
import { acceptedLanguages } from '../../../platform/web/languages.ts'

export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

export function isLanguage(text: unknown): text is Language {
  return languages.some(language => language === text)
}

/**
 * Returns the first supported language of an `Accept-Language` header, English if there is none.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const accepted = acceptedLanguages(header).map(tag => tag.split('-')[0])
  return accepted.find(isLanguage) ?? 'en'
}
