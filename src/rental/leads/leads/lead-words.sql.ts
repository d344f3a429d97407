/** Leads by the words of their guests and references: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/** What parts words. */
const between = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const personal = ['first_name', 'last_name', 'email', 'secondary_email']
const numbers = ['phone_number', 'cell_phone_number']

/**
 * All words that a lead is found by, as the index `leads_by_words` has them: those of its guest,
 * the digits of phone numbers, those of its reference, and one for its agency, so that the index
 * leads to the leads of the agency alone.
 */
export function wordsOf(lead: Row): Sql {
  const agency = sql`'a' || replace(${lead('agency_uid')}::text, '-', '')`
  const digits = numbers.map(name => {
    return sql`regexp_replace(coalesce(${lead(name)}, ''), '[^0-9]', '', 'g')`
  })
  const texts = [...personal, 'external_booking_id'].map(name => sql`coalesce(${lead(name)}, '')`)
  return vectorOf(sql.join([agency, ...digits, ...texts], sql` || ' ' || `))
}

/** The words of a lead that everybody sees who sees the lead. */
export function openWordsOf(lead: Row): Sql {
  return vectorOf(sql`coalesce(${lead('external_booking_id')}, '')`)
}

function vectorOf(text: Sql): Sql {
  const blanks = ' '.repeat(between.length)
  return sql`to_tsvector('simple'::regconfig,
    translate(lower(${text}), ${sql.lit(between)}, ${sql.lit(blanks)}))`
}

const wordsMax = 8

/** What of a text has to begin words, as `to_tsquery` takes it; null: it has no word. */
export function beginningsIn(text: string): string | null {
  const isNumber = /^[-+0-9() ./]{4,}$/.test(text.trim())
  const spaced = isNumber ? text.replace(/[^0-9]/g, '') : parted(text)
  const words = spaced.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return words
    .slice(0, wordsMax)
    .map(word => `'${word}':*`)
    .join(' & ')
}

/** The word of an agency that begins nothing of another. */
export function agencyWord(agencyUid: string): string {
  return `a${agencyUid.replaceAll('-', '')}`
}

function parted(text: string): string {
  return [...text.toLowerCase()].map(one => (between.includes(one) ? ' ' : one)).join('')
}
