/** Text lists: rows that are encoded as one text, which costs the database less than JSON. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

const [rowSeparator, fieldSeparator] = ['\x1e', '\x1f']

/** Encodes all rows as a text for {@link parseTextList}; null becomes an empty field. */
export function toTextList(fields: Sql[]): Sql {
  return sql`string_agg(concat(${sql.join(fields, sql`, ${sql.lit(fieldSeparator)}, `)}),
    ${sql.lit(rowSeparator)})`
}

/** Removes separators from a text of a user. */
export function toTextItem(text: Sql): Sql {
  return sql`translate(${text}, ${sql.lit(rowSeparator + fieldSeparator)}, '')`
}

/** Splits a text list into the fields of each row; null has no rows. */
export function parseTextList(text: string | null): string[][] {
  return text ? text.split(rowSeparator).map(row => row.split(fieldSeparator)) : []
}
