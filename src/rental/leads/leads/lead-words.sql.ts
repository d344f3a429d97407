/** Leads by the words of their guests and references: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { foldedText, foldText } from '../../properties/property-query/folded-text.sql.ts'
import { phoneDigits } from './phone-digits.sql.ts'

/** What parts words. */
const between = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const personal = ['first_name', 'last_name', 'email', 'secondary_email']
const numbers = ['phone_number', 'cell_phone_number']

/**
 * All words that a lead is found by, as the index `leads_by_folded_words` has them: those of its
 * guest, the digits of phone numbers, with and without a country code, those of its reference, and
 * one for its agency, so that the index leads to the leads of the agency alone.
 */
export function wordsOf(lead: Row): Sql {
  const agency = sql`'a' || replace(${lead('agency_uid')}::text, '-', '')`
  const digits = numbers.map(name => digitsOf(lead(name)))
  const texts = [...personal, 'external_booking_id'].map(name => sql`coalesce(${lead(name)}, '')`)
  return vectorOf(sql.join([agency, ...digits, ...texts], sql` || ' ' || `))
}

/** The words of a lead that everybody sees who sees the lead. */
export function openWordsOf(lead: Row): Sql {
  return vectorOf(sql`coalesce(${lead('external_booking_id')}, '')`)
}

/** The longest country codes have three digits. */
const codeDigits = [1, 2, 3]

/**
 * Returns the digits of a phone number, without zeros before it, and of an international one also
 * without its first one, two and three: one of these is the national number.
 */
function digitsOf(number: Sql): Sql {
  const whole = phoneDigits(sql`coalesce(${number}, '')`)
  const bare = sql`ltrim(${whole}, '0')`
  const national = codeDigits.map(n => sql`' ' || ltrim(substr(${bare}, ${sql.lit(n + 1)}), '0')`)
  return sql`${whole} || ' ' || ${bare} || case when ${number} ~ '^ *([+]|00)'
    then ${sql.join(national, sql` || `)} else '' end`
}

function vectorOf(text: Sql): Sql {
  const blanks = ' '.repeat(between.length)
  return sql`to_tsvector('simple'::regconfig,
    translate(${foldedText(text)}, ${sql.lit(between)}, ${sql.lit(blanks)}))`
}

const wordsMax = 8

/** What of a text has to begin words, as `to_tsquery` takes it; null: it has no word. */
export function beginningsIn(text: string): string | null {
  const isNumber = /^[-+0-9() ./]{4,}$/.test(text.trim())
  if (isNumber) return numberBeginning(text.replace('(0)', '').replace(/[^0-9]/g, ''))
  const spaced = parted(text)
  const words = spaced.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return words
    .slice(0, wordsMax)
    .map(word => `'${word}':*`)
    .join(' & ')
}

/** A number as it is typed, or without the zero of a national one. */
function numberBeginning(digits: string): string | null {
  if (digits === '') return null
  const forms = new Set([digits, digits.replace(/^0+/, '') || digits])
  return `(${[...forms].map(form => `'${form}':*`).join(' | ')})`
}

/** The word of an agency that begins nothing of another. */
export function agencyWord(agencyUid: string): string {
  return `a${agencyUid.replaceAll('-', '')}`
}

function parted(text: string): string {
  return [...foldText(text)].map(one => (between.includes(one) ? ' ' : one)).join('')
}
