/** Parsers of string formats: dates, codes, addresses. */
import { addressParser } from 'postal-mime'
import { asTimeZone, parseDate, parseLocal, parseUtc } from '../dates/dates.ts'
import type { FieldError } from '../errors.ts'
import { asCountry, asCurrency } from '../iso-codes.ts'

/** Schema name, format and description of each kind of e-mail address. */
export const mailFormats = {
  address: ['EmailAddress', 'email-address', 'Email address, `x@y`.'],
  hidden: ['EmailAddressOrHidden', 'email-or-hidden', 'Email address, `x@y`.'],
  sender: ['MailSender', 'mail-sender', 'Email address, as in a `From` header.'],
} as const

/** Adds an error for a value and returns undefined. */
export type Fail = (reason: string, error?: Partial<FieldError>) => undefined

/** Parses a text in a format of `fields.ts`; returns it unchanged if the format is unknown. */
export function parseFormat(format: string | undefined, text: string, fail: Fail): unknown {
  switch (format) {
    case 'date':
      return (
        parseDate(text) ??
        parseLocal(text)?.slice(0, 10) ??
        fail(expectedTimeText(text, dateExample))
      )
    case 'local-date-time':
      return parseLocal(text) ?? fail(expectedTimeText(text, dateTimeExample))
    case 'local-date-or-time':
      return (
        parseLocal(text) ??
        parseDate(text) ??
        fail(expectedTimeText(text, `${dateExample}, or ${dateTimeExample}`))
      )
    case 'utc-instant':
      return parseUtc(text) ?? fail(expectedTimeText(text, `a UTC ${dateTimeText}`))
    case 'time-zone':
      return asTimeZone(text) ?? fail('must be an IANA time zone such as Europe/Paris')
    case 'country-code':
      return asCountry(text) ?? fail('must be an ISO 3166-1 alpha-2 code such as US')
    case 'currency-or-none':
      if (text.toUpperCase() === 'NONE') return 'NONE'
      return asCurrency(text) ?? fail('must be an ISO 4217 code such as USD, or NONE')
    case 'currency-code':
      return asCurrency(text) ?? fail('must be an ISO 4217 code such as USD')
    case 'country-letters':
      // Free text of a guest must never fail a booking.
      return asCountry(text) ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text)
    case 'email-or-hidden':
      if (text === 'HIDDEN') return text
      return parseFormat('email-address', text, fail)
    case 'email-address':
      return isEmailAddress(text) ? text : fail('must be an e-mail address')
    case 'mail-sender':
      return senderAddress(text) ?? fail('must be an e-mail address')
    case 'https-url':
      if (isHttpUrl(text) && /^https:/i.test(text)) return text
      return fail('must be an absolute https URL')
    case 'http-url-or-empty':
      return text === '' ? text : parseFormat('http-url', text, fail)
    case 'http-url':
      return isHttpUrl(text) ? text : fail('must be an absolute http or https URL')
    default:
      return text
  }
}

const dateExample = 'a date such as 2026-07-04'
const dateTimeText = 'date-time such as 2026-07-04T16:00:00'
const dateTimeExample = `a ${dateTimeText}`

/** Returns the error text of a malformed time, or of one on a day that does not exist. */
function expectedTimeText(text: string, expected: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? []
  const isMissingDay = day !== undefined && parseDate(day) === null
  return isMissingDay ? `must be ${expected}; the day ${day} does not exist` : `must be ${expected}`
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

/**
 * Returns the address of the single mailbox in a `From` header, such as `Ada <ada@mail.example>`.
 * Null if there is none, more than one, or a group.
 */
function senderAddress(text: string): string | null {
  if (/[\r\n]/.test(text)) return null
  const [sender, ...otherSenders] = addressParser(text)
  if (sender?.address === undefined || otherSenders.length > 0) return null
  return isEmailAddress(sender.address) ? sender.address : null
}

/** Returns whether a text has the form `x@y`. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** Removes control characters other than tab and line feed (contract/general.md §8). */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}
