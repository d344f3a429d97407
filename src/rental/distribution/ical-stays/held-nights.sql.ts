/** Nights of units that leads occupy. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { asDate, dayNumber } from '../../prices/availability/availability.sql.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { endOfNights, holdsNight } from '../../properties/units/occupied-units.sql.ts'
import type { Nights } from '../ical-events/ical-event.ts'
import type { HeldNights } from './ical-stay.ts'
import { listUnitUids } from './lock-claimed-inventory.ts'

/** Cache of the nights that leads occupy, by property. */
export interface HeldCache {
  list(inventory: LockedInventory): Promise<HeldNights[]>
  clear(): void
  /** Clears the cache and records that blocks released nights. */
  markFreed(): void
  hasFreed(): boolean
}

export function createHeldCache(ctx: Context, agencyUid: string, range: Nights): HeldCache {
  const rowsByProperty = new Map<string, HeldNights[]>()
  let hasFreed = false
  return {
    list: async inventory => {
      const cached = rowsByProperty.get(inventory.uid)
      if (cached) return cached
      const rows = await listHeldNights(ctx, agencyUid, listUnitUids([inventory]), range)
      rowsByProperty.set(inventory.uid, rows)
      return rows
    },
    clear: () => rowsByProperty.clear(),
    markFreed: () => {
      rowsByProperty.clear()
      hasFreed = true
    },
    hasFreed: () => hasFreed,
  }
}

/** Lists the nights of units that leads occupy in a range, without turnover days. */
export async function listHeldNights(
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
