/** Texts that have to be something: a date, a code, an address. */
import { addressParser } from 'postal-mime'
import { asCountry, asCurrency } from '../codes.ts'
import { asTimeZone, parseDate, parseLocal, parseUtc } from '../dates.ts'
import type { FieldError } from '../errors.ts'

/** Schema name, format and description of each kind of e-mail address. */
export const mailFormats = {
  address: ['EmailAddress', 'email-address', 'Email address, `x@y`.'],
  hidden: ['EmailAddressOrHidden', 'email-or-hidden', 'Email address, `x@y`.'],
  sender: ['MailSender', 'mail-sender', 'Email address, as in a `From` header.'],
} as const

/** Notes what is wrong with a value, which is then none. */
export type Fail = (reason: string, error?: Partial<FieldError>) => undefined

/** The value that a text means in a format of `fields.ts`; the text itself where there is none. */
export function readFormat(format: string | undefined, text: string, fail: Fail): unknown {
  switch (format) {
    case 'date':
      return parseDate(text) ?? parseLocal(text)?.slice(0, 10) ?? fail(wrongTime(text, aDate))
    case 'local-date-time':
      return parseLocal(text) ?? fail(wrongTime(text, aTime))
    case 'local-date-or-time':
      return parseLocal(text) ?? parseDate(text) ?? fail(wrongTime(text, `${aDate}, or ${aTime}`))
    case 'utc-instant':
      return parseUtc(text) ?? fail(wrongTime(text, `a UTC ${aTime.slice(2)}`))
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
      // A text that a guest typed never refuses a booking.
      return asCountry(text) ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text)
    case 'email-or-hidden':
      if (text === 'HIDDEN') return text
      return readFormat('email-address', text, fail)
    case 'email-address':
      return isEmailAddress(text) ? text : fail('must be an e-mail address')
    case 'mail-sender':
      return senderAddress(text) ?? fail('must be an e-mail address')
    case 'https-url':
      if (isHttpUrl(text) && /^https:/i.test(text)) return text
      return fail('must be an absolute https URL')
    case 'http-url-or-empty':
      return text === '' ? text : readFormat('http-url', text, fail)
    case 'http-url':
      return isHttpUrl(text) ? text : fail('must be an absolute http or https URL')
    default:
      return text
  }
}

const aDate = 'a date such as 2026-07-04'
const aTime = 'a date-time such as 2026-07-04T16:00:00'

/** Returns what is wrong with a time: it is in another form, or on a day that does not exist. */
function wrongTime(text: string, wanted: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? []
  const isNoDay = day !== undefined && parseDate(day) === null
  return isNoDay ? `must be ${wanted}; the day ${day} does not exist` : `must be ${wanted}`
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

/**
 * Returns the address of the one mailbox that a `From` header names, `Ada <ada@mail.example>` or
 * the address alone; null when the text is none, several, or a group.
 */
function senderAddress(text: string): string | null {
  if (/[\r\n]/.test(text)) return null
  const [sender, ...others] = addressParser(text)
  if (sender?.address === undefined || others.length > 0) return null
  return isEmailAddress(sender.address) ? sender.address : null
}

/** Whether a text looks like an e-mail address: something, `@`, something. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** Removes control characters other than tab and line feed (contract/general.md §8). */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}
