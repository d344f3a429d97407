/** The leads that hold nights of units, as a claim of a calendar sees them. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { asDate, dayNumber } from '../../prices/calendar-facts/availability.sql.ts'
import { endOfNights, holdsNight } from '../../properties/units/taken-units.sql.ts'
import type { Nights } from '../ical-events/ical-event.ts'
import type { HeldNights } from './ical-stay.ts'

/** Lists what leads hold of units within some nights, turnover left out. */
export async function listHeld(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  unitUids: string[],
  { from, to }: Nights,
): Promise<HeldNights[]> {
  if (unitUids.length === 0 || from >= to) return []
  const { rows } = await sql<HeldNights>`
    select o.unit_uid as "unitUid", o.lead_uid as "leadUid",
      ${dayNumber(sql`lower(o.occupied)`)} as "from", ${dayNumber(endOfNights('o'))} as "to",
      b.event_uid as "eventUid", coalesce(not e.may_have_guest, false) as "yields"
    from occupancies o
    left join ical_blocks b on b.agency_uid = ${agencyUid} and b.lead_uid = o.lead_uid
    left join feed_events e on e.agency_uid = ${agencyUid} and e.uid = b.event_uid
    where o.agency_uid = ${agencyUid} and o.unit_uid = any(${unitUids}::uuid[])
      and ${holdsNight('o', asDate(from), asDate(to))}
    order by o.unit_uid, lower(o.occupied)`.execute(db)
  return rows
}
