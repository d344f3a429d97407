/** Messages of the plain pages and of emails, in each language. */
import type { Language } from './language.ts'
import { consentDe } from './messages/consent-de-messages.ts'
import { type ConsentMessages, consentEn } from './messages/consent-en-messages.ts'
import { consentEs } from './messages/consent-es-messages.ts'
import { consentFr } from './messages/consent-fr-messages.ts'
import { de } from './messages/de-messages.ts'
import { en, type PlainMessages } from './messages/en-messages.ts'
import { es } from './messages/es-messages.ts'
import { fr } from './messages/fr-messages.ts'

export type { ConsentMessages, PlainMessages }

/** Messages by language. A missing message is a type error. */
const plainByLanguage: Record<Language, PlainMessages> = { en, de, fr, es }

const consentByLanguage: Record<Language, ConsentMessages> = {
  en: consentEn,
  de: consentDe,
  fr: consentFr,
  es: consentEs,
}

/** Returns the messages of sign-in, the account page, password links and their emails. */
export function plainMessages(language: Language): PlainMessages {
  return plainByLanguage[language]
}

/** Returns the messages of the consent pages. */
export function consentMessages(language: Language): ConsentMessages {
  return consentByLanguage[language]
}
