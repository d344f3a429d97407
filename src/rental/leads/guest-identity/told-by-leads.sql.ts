/** What leads tell of their guests, as SQL. */
import { sql } from 'kysely'
import { retry, sqlState } from '../../../platform/db/transaction.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { toldColumns } from '../guests/guest.ts'
import { phoneDigits } from '../leads/phone-digits.sql.ts'

/** Pattern of placeholder addresses, which clients send for guests who have none. */
const noAddress = '^(no-?e?-?mail|no[._]e?mail|none|n[./-]?a|unknown|not-?provided|no-?reply)@'

/** Returns the e-mail address that identifies a guest, in lower case; null for a placeholder. */
export function emailKey(text: Sql): Sql {
  const key = sql`lower(btrim(${text}))`
  return sql`case when ${key} ~ ${sql.lit(noAddress)} then null else nullif(${key}, '') end`
}

const phoneDigitsMin = 5

/**
 * Returns the digits of a phone number that identify a guest; null for fewer than five, and for one
 * digit again and again, `000 000`, which stands for no number.
 */
export function phoneKey(text: Sql): Sql {
  const digits = sql`regexp_replace(${phoneDigits(text)}, '^00', '')`
  return sql`case when length(${digits}) >= ${sql.lit(phoneDigitsMin)}
    and ${digits} !~ '^(.)\\1*$' then ${digits} end`
}

/**
 * What a lead says of its guest; a block has none. Looked up lead by lead, whatever the planner
 * knows of the tables: else it may read all of an agency for each.
 */
export function toldByLeads(agencyUid: string, leadUid: Sql, beside: Sql = sql``): Sql {
  const told = Object.entries(toldColumns)
  const columns = told.map(([name, column]) => sql`${sql.ref(`l.${column}`)} as ${sql.ref(name)}`)
  return sql`select l.uid as lead_uid, l.created_at as told_at,
      ${emailKey(sql`l.email`)} as email_key,
      coalesce(${phoneKey(sql`l.phone_number`)}, ${phoneKey(sql`l.cell_phone_number`)})
        as phone_key, ${sql.join(columns)} ${beside}
    from leads l
    where l.agency_uid = ${agencyUid} and l.uid = ${leadUid} and l.type <> 'BLOCK' offset 0`
}

/** The newest value that is not null among several rows, or of those that come first by `rank`. */
export function newestOf(row: string, column: string, { rank = sql``, heard = sql`` } = {}): Sql {
  const value = sql.ref(`${row}.${column}`)
  const order = sql`${rank} ${sql.ref(`${row}.told_at`)} desc, ${sql.ref(`${row}.lead_uid`)} desc`
  return sql`(array_agg(${value} order by ${order})
    filter (where ${value} is not null ${heard}))[1] as ${sql.ref(column)}`
}

/** What to throw where another transaction gave a guest the same address meanwhile. */
export function afterCollision(error: unknown): unknown {
  return sqlState(error) === '23505' ? retry() : error
}
