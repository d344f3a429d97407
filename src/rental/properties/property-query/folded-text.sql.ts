/** Texts without accents and case, for searches: contract/resources.md §11.2. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** Replacements of letters that Unicode does not decompose into a plain one and an accent. */
const letters = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe' }
const [single, plain] = ['øØđĐłŁıðÐþÞ', 'oOdDlLidDtT']

/** Returns a text in lower case without accents: `muller` for `Müller`, `strauss` for `Strauß`. */
export function foldText(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const spelled = [...bare].map(letter => {
    const place = single.indexOf(letter)
    return place >= 0 ? plain[place] : (letters[letter as keyof typeof letters] ?? letter)
  })
  return spelled.join('').toLowerCase()
}

/** Returns {@link foldText} as SQL, as the index `leads_by_folded_words` has it. */
export function foldedText(text: Sql): Sql {
  const bare = sql`regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g')`
  const spelled = Object.entries(letters).reduce(
    (inner, [from, to]) => sql`replace(${inner}, ${sql.lit(from)}, ${sql.lit(to)})`,
    bare,
  )
  return sql`lower(translate(${spelled}, ${sql.lit(single)}, ${sql.lit(plain)}))`
}

/** Tells whether a text contains another, ignoring case and accents; false of null. */
export function isPart(part: Sql, text: Sql): Sql {
  return sql`coalesce(position(${foldedIfNotAscii(part)} in ${foldedIfNotAscii(text)}) > 0, false)`
}

/** Folds texts with letters beyond ASCII; most have none, and a list compares many. */
function foldedIfNotAscii(text: Sql): Sql {
  return sql`case when octet_length(${text}) = length(${text}) then lower(${text})
    else ${foldedText(text)} end`
}
