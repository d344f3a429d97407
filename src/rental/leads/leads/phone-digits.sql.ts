import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** Returns the digits of a phone number; the `(0)` of `+44 (0)20 …` is not dialled from abroad. */
export function phoneDigits(number: Sql): Sql {
  return sql`regexp_replace(replace(${number}, '(0)', ''), '[^0-9]', '', 'g')`
}
