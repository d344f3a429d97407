/** Full-text search of leads by guest and reference: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { foldText, foldTextSql } from '../../properties/property-query/folded-text.sql.ts'

const separators = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const textColumns = ['first_name', 'last_name', 'email', 'secondary_email']
const phoneColumns = ['phone_number', 'cell_phone_number']

/**
 * Returns the search vector of a lead, as in the index `leads_by_folded_words`: words of the guest
 * and the reference, digits of phone numbers with and without country code, and a word for the
 * agency, which limits an index scan to leads of the agency.
 */
export function leadSearchVector(lead: Row): Sql {
  const agency = sql`'a' || replace(${lead('agency_uid')}::text, '-', '')`
  const digits = phoneColumns.map(name => searchableDigits(lead(name)))
  const texts = [...textColumns, 'external_booking_id'].map(
    name => sql`coalesce(${lead(name)}, '')`,
  )
  return searchVector(sql.join([agency, ...digits, ...texts], sql` || ' ' || `))
}

/** Returns the search vector of a lead without personal data. */
export function publicSearchVector(lead: Row): Sql {
  return searchVector(sql`coalesce(${lead('external_booking_id')}, '')`)
}

const countryCodeLengths = [1, 2, 3]

/**
 * Returns the digits of a phone number, also without leading zeros, and of an international one
 * also without its first one, two or three digits: one of these is the national number.
 */
function searchableDigits(number: Sql): Sql {
  const allDigits = phoneDigits(sql`coalesce(${number}, '')`)
  const significant = sql`ltrim(${allDigits}, '0')`
  const nationalNumbers = countryCodeLengths.map(
    length => sql`' ' || ltrim(substr(${significant}, ${sql.lit(length + 1)}), '0')`,
  )
  return sql`${allDigits} || ' ' || ${significant} || case when ${number} ~ '^ *([+]|00)'
    then ${sql.join(nationalNumbers, sql` || `)} else '' end`
}

function searchVector(text: Sql): Sql {
  const blanks = ' '.repeat(separators.length)
  return sql`to_tsvector('simple'::regconfig,
    translate(${foldTextSql(text)}, ${sql.lit(separators)}, ${sql.lit(blanks)}))`
}

/** Maximum number of words in a search; further words are ignored. */
const searchTermsMax = 8

/** Returns a prefix query for `to_tsquery`; null if the text has no word. */
export function prefixQuery(text: string): string | null {
  const isNumber = /^[-+0-9() ./]{4,}$/.test(text.trim())
  if (isNumber) return numberPrefixQuery(text.replace('(0)', '').replace(/[^0-9]/g, ''))
  const spaced = separateWords(text)
  const terms = spaced.split(/\s+/).filter(term => /[\p{L}\p{N}]/u.test(term))
  if (terms.length === 0) return null
  return terms
    .slice(0, searchTermsMax)
    .map(term => `'${term}':*`)
    .join(' & ')
}

/** Returns a prefix query for a number as typed, or without the leading zero of a national one. */
function numberPrefixQuery(digits: string): string | null {
  if (digits === '') return null
  const variants = new Set([digits, digits.replace(/^0+/, '') || digits])
  return `(${[...variants].map(digits => `'${digits}':*`).join(' | ')})`
}

/** Returns the search word of an agency; its fixed length makes it a prefix of no other. */
export function agencySearchWord(agencyUid: string): string {
  return `a${agencyUid.replaceAll('-', '')}`
}

function separateWords(text: string): string {
  return [...foldText(text)]
    .map(character => (separators.includes(character) ? ' ' : character))
    .join('')
}

/** Returns the digits of a phone number; the `(0)` of `+44 (0)20 …` is not dialled from abroad. */
export function phoneDigits(number: Sql): Sql {
  return sql`regexp_replace(replace(${number}, '(0)', ''), '[^0-9]', '', 'g')`
}
