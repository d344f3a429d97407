/** All that the plain pages and the mails for people say, in each language. */
import type { Language } from './language.ts'
import { consentDe } from './words/consent-de-words.ts'
import { type ConsentWords, consentEn } from './words/consent-en-words.ts'
import { consentEs } from './words/consent-es-words.ts'
import { consentFr } from './words/consent-fr-words.ts'
import { de } from './words/de-words.ts'
import { en, type PlainWords } from './words/en-words.ts'
import { es } from './words/es-words.ts'
import { fr } from './words/fr-words.ts'

export type { ConsentWords, PlainWords }

/** A text that a language lacks is a type error. */
const all: Record<Language, PlainWords> = { en, de, fr, es }

const ofConsent: Record<Language, ConsentWords> = {
  en: consentEn,
  de: consentDe,
  fr: consentFr,
  es: consentEs,
}

/** Of signing in, one's account, links by which to set a password, and their mails. */
export function wordsOf(language: Language): PlainWords {
  return all[language]
}

/** Of the pages on which a manager lets partners in. */
export function consentWordsOf(language: Language): ConsentWords {
  return ofConsent[language]
}
