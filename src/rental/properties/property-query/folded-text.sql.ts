/** Texts without accents and case, for searches: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** Letters that are replaced by two, because Unicode does not decompose them. */
const expandedLetters = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe' }
/** Letters that are replaced by one, and their replacements at the same index. */
const [otherLetters, plainLetters] = ['øØđĐłŁıðÐþÞ', 'oOdDlLidDtT']

/** Returns a text in lower case without accents: `muller` for `Müller`, `strauss` for `Strauß`. */
export function foldText(text: string): string {
  const withoutAccents = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const folded = [...withoutAccents].map(letter => {
    const index = otherLetters.indexOf(letter)
    if (index >= 0) return plainLetters[index]
    return expandedLetters[letter as keyof typeof expandedLetters] ?? letter
  })
  return folded.join('').toLowerCase()
}

/**
 * Returns {@link foldText} as SQL, equal to the expression of the index `leads_by_folded_words`.
 */
export function foldTextSql(text: Sql): Sql {
  const withoutAccents = sql`regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g')`
  const plainText = Object.entries(expandedLetters).reduce(
    (inner, [from, to]) => sql`replace(${inner}, ${sql.lit(from)}, ${sql.lit(to)})`,
    withoutAccents,
  )
  return sql`lower(translate(${plainText}, ${sql.lit(otherLetters)}, ${sql.lit(plainLetters)}))`
}

/**
 * Returns the condition that a text contains another, ignoring case and accents; false for null.
 */
export function containsFolded(part: Sql, text: Sql): Sql {
  return sql`coalesce(position(${foldedIfNotAscii(part)} in ${foldedIfNotAscii(text)}) > 0, false)`
}

/**
 * Folds only texts with letters beyond ASCII: folding is slow, and most texts of a list have none.
 * In UTF-8, a text is ASCII if it has as many bytes as characters.
 */
function foldedIfNotAscii(text: Sql): Sql {
  return sql`case when octet_length(${text}) = length(${text}) then lower(${text})
    else ${foldTextSql(text)} end`
}
