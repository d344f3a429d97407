import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { momentAfter } from '../../../platform/db/later-than.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type GuestRow, toldNames as names } from '../guests/guest.ts'
import { isHeard } from '../guests/leads-of-guest.sql.ts'
import { afterCollision, newestOf, toldByLeads } from './told-by-leads.sql.ts'

/**
 * Makes guests what their leads say of them, the newest first, those last that are not heard; what
 * they are known by stays unless a lead says otherwise.
 */
export async function refreshGuests(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  guestUids: string[],
): Promise<void> {
  if (guestUids.length === 0) return
  const is = (name: string) => sql.ref(`g.${name}`)
  const told = (name: string) => {
    if (name === 'email') return sql`case when v.is_heard then v.email else g.email end`
    const [present, value] = [is(name), sql.ref(`v.${name}`)]
    return sql`case when v.is_heard then ${value} else coalesce(${present}, ${value}) end`
  }
  const email = sql`coalesce(v.email_key, g.email_key)`
  const phone = sql`case when ${email} is null or not v.is_heard
    then coalesce(v.phone_key, g.phone_key) else v.phone_key end`
  const statement = sql`with told as (${toldToGuests(agencyUid, guestUids)}),
    persons as materialized (
      select t.guest_uid, bool_or(t.is_heard) as is_heard,
        ${sql.join(names.map(name => newestOf('t', name, name === 'email' ? heard : ranked)))},
        ${sql.join(keys.map(name => newestOf('t', name, heard)))}
      from told t group by t.guest_uid)
    update guests g set email_key = ${email}, phone_key = ${phone},
        ${sql.join(names.map(name => sql`${sql.ref(name)} = ${told(name)}`))},
      updated_at = greatest(${clock.now()}::timestamptz, ${momentAfter(sql`g.updated_at`)})
    from persons v
    where g.agency_uid = ${agencyUid} and g.uid = v.guest_uid
      and (${email}, ${phone}, ${sql.join(names.map(told))})
        is distinct from (g.email_key, g.phone_key, ${sql.join(names.map(is))})`
  try {
    await statement.execute(db)
  } catch (error) {
    throw afterCollision(error)
  }
}

/** What leads say of guests, and whether it is heard; of the others who told first goes first. */
function toldToGuests(agencyUid: string, guestUids: string[]): Sql {
  return sql`select lg.guest_uid, ${isHeard('lg', 'g')} as is_heard, t.*,
      min(t.told_at) over (partition by lg.guest_uid, lg.told_by_partner_uid) as first_told_at
    from lead_guests lg
    join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
    cross join lateral (${toldByLeads(agencyUid, sql`lg.lead_uid`)}) t
    where lg.agency_uid = ${agencyUid} and lg.guest_uid = any(${guestUids}::uuid[])`
}

const heard = { heard: sql`and t.is_heard` }
const ranked = { rank: sql`t.is_heard desc, case when not t.is_heard then t.first_told_at end,` }

const keys = ['email_key', 'phone_key'] as const satisfies (keyof GuestRow)[]
