/** Guest details of leads, as SQL. */

import { sql } from 'kysely'
import { sqlStates } from '../../../platform/db/sql-states.ts'
import { retry, sqlState } from '../../../platform/db/transaction.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { guestDetailColumns } from '../guests/guest.ts'
import { phoneDigits } from '../leads/lead-search-vector.sql.ts'

/** Pattern of placeholder addresses, which clients send for guests without an address. */
const placeholderEmail =
  '^(no-?e?-?mail|no[._]e?mail|none|n[./-]?a|unknown|not-?provided|no-?reply)@'

/** Returns the e-mail address that identifies a guest, in lower case; null for a placeholder. */
export function emailKey(text: Sql): Sql {
  const key = sql`lower(btrim(${text}))`
  return sql`case when ${key} ~ ${sql.lit(placeholderEmail)} then null else nullif(${key}, '') end`
}

const phoneDigitsMin = 5

/**
 * Returns the digits of a phone number that identify a guest; null for fewer than five, and for a
 * single repeated digit (`000 000`), which is a placeholder.
 */
export function phoneKey(text: Sql): Sql {
  const digits = sql`regexp_replace(${phoneDigits(text)}, '^00', '')`
  return sql`case when length(${digits}) >= ${sql.lit(phoneDigitsMin)}
    and ${digits} !~ '^(.)\\1*$' then ${digits} end`
}

/**
 * Selects the guest details of a lead; no row for a block. `offset 0` forces a lookup by lead,
 * because the planner may otherwise read all leads of an agency for each.
 */
export function selectDetailsOfLead(
  agencyUid: string,
  leadUid: Sql,
  extraColumns: Sql = sql``,
): Sql {
  const detailEntries = Object.entries(guestDetailColumns)
  const columns = detailEntries.map(
    ([name, column]) => sql`${sql.ref(`l.${column}`)} as ${sql.ref(name)}`,
  )
  return sql`select l.uid as lead_uid, l.created_at as reported_at,
      ${emailKey(sql`l.email`)} as email_key,
      coalesce(${phoneKey(sql`l.phone_number`)}, ${phoneKey(sql`l.cell_phone_number`)})
        as phone_key, ${sql.join(columns)} ${extraColumns}
    from leads l
    where l.agency_uid = ${agencyUid} and l.uid = ${leadUid} and l.type <> 'BLOCK' offset 0`
}

/**
 * Returns the newest value that is not null among several rows, or the first one by `rank`;
 * `filter` excludes rows.
 */
export function newestValue(
  row: string,
  column: string,
  { rank = sql``, filter = sql`` } = {},
): Sql {
  const value = sql.ref(`${row}.${column}`)
  const newestFirst = sql`${sql.ref(`${row}.reported_at`)} desc, ${sql.ref(`${row}.lead_uid`)} desc`
  return sql`(array_agg(${value} order by ${rank} ${newestFirst})
    filter (where ${value} is not null ${filter}))[1] as ${sql.ref(column)}`
}

/**
 * Converts a unique violation, from a concurrent transaction that set the same address, to a retry.
 */
export function retryOnCollision(error: unknown): unknown {
  return sqlState(error) === sqlStates.uniqueViolation ? retry() : error
}
