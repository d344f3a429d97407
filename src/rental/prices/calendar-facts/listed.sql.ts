/** Many things of several parts each as one text, which costs the database less than JSON. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** What stands between things, and between the parts of one. */
const [betweenOnes, betweenParts] = ['\x1e', '\x1f']

/** All rows as a text, of which {@link readListed} gives the parts; what is null is empty. */
export function listed(parts: Sql[]): Sql {
  return sql`string_agg(concat(${sql.join(parts, sql`, ${sql.lit(betweenParts)}, `)}),
    ${sql.lit(betweenOnes)})`
}

/** A part that somebody has written, without what stands between parts. */
export function listable(text: Sql): Sql {
  return sql`translate(${text}, ${sql.lit(betweenOnes + betweenParts)}, '')`
}

/** The parts of each row; null is none. */
export function readListed(text: string | null): string[][] {
  return text ? text.split(betweenOnes).map(one => one.split(betweenParts)) : []
}
