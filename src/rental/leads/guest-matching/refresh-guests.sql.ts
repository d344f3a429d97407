import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { oneMsAfter } from '../../../platform/db/monotonic-timestamp.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type GuestRow, guestDetailNames } from '../guests/guest.ts'
import { isTrustedSource } from '../guests/leads-of-guest.sql.ts'
import { newestValue, retryOnCollision, selectDetailsOfLead } from './guest-details.sql.ts'

/**
 * Recomputes guests from their leads, newest first and untrusted sources last. Keys for matching
 * only change if a lead has others.
 */
export async function refreshGuests(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  guestUids: string[],
): Promise<void> {
  if (guestUids.length === 0) return
  const current = (name: string) => sql.ref(`g.${name}`)
  const newValue = (name: string) => {
    if (name === 'email') return sql`case when v.is_trusted then v.email else g.email end`
    const reported = sql.ref(`v.${name}`)
    return sql`case when v.is_trusted then ${reported}
      else coalesce(${current(name)}, ${reported}) end`
  }
  const email = sql`coalesce(v.email_key, g.email_key)`
  const phone = sql`case when ${email} is null or not v.is_trusted
    then coalesce(v.phone_key, g.phone_key) else v.phone_key end`
  const statement = sql`with reported as (${selectDetailsOfGuests(agencyUid, guestUids)}),
    persons as materialized (
      select t.guest_uid, bool_or(t.is_trusted) as is_trusted,
        ${sql.join(guestDetailNames.map(name => newestValue('t', name, sourceOrder(name))))},
        ${sql.join(keyNames.map(name => newestValue('t', name, trustedOnly)))}
      from reported t group by t.guest_uid)
    update guests g set email_key = ${email}, phone_key = ${phone},
        ${sql.join(guestDetailNames.map(name => sql`${sql.ref(name)} = ${newValue(name)}`))},
      updated_at = greatest(${clock.now()}::timestamptz, ${oneMsAfter(sql`g.updated_at`)})
    from persons v
    where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid
      and (${email}, ${phone}, ${sql.join(guestDetailNames.map(newValue))})
        is distinct from (g.email_key, g.phone_key, ${sql.join(guestDetailNames.map(current))})`
  try {
    await statement.execute(db)
  } catch (error) {
    throw retryOnCollision(error)
  }
}

/**
 * Selects the details that leads have of guests, and whether the source is trusted; untrusted
 * sources are ranked by their first report.
 */
function selectDetailsOfGuests(agencyUid: string, guestUids: string[]): Sql {
  return sql`select lg.guest_uid, ${isTrustedSource('lg', 'g')} as is_trusted, t.*,
      min(t.reported_at) over (partition by lg.guest_uid, lg.told_by_partner_uid)
        as first_reported_at
    from lead_guests lg
    join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
    cross join lateral (${selectDetailsOfLead(agencyUid, sql`lg.lead_uid`)}) t
    where lg.agency_uid = ${agencyUid} and lg.guest_uid = any(${guestUids}::uuid[])`
}

const trustedOnly = { filter: sql`and t.is_trusted` }
const byTrust = {
  rank: sql`t.is_trusted desc, case when not t.is_trusted then t.first_reported_at end,`,
}

const sourceOrder = (name: string) => (name === 'email' ? trustedOnly : byTrust)

const keyNames = ['email_key', 'phone_key'] as const satisfies (keyof GuestRow)[]
