import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { LockedInventory } from './lock-inventory.ts'
import {
  endOfNights,
  endOfTurnover,
  isNear,
  isNoNearer,
  listOccupiedUnits,
} from './occupied-units.sql.ts'

/** Nights that a lead needs. Check-in and check-out are civil dates. */
export interface NeededNights {
  checkIn: string
  checkOut: string
  /** Number of free nights after the stay; 0 for a block. */
  turnoverNights: number
  /** If true, ignores the turnover of other leads. */
  nightsOnly?: boolean | undefined
}

/** Preferences for a lead that already has units or names one. */
export interface UnitPreferences {
  /** Unit that the request requires. */
  unitUid?: string | null | undefined
  /** Current or last unit of the lead, preferred if it is free. */
  currentUnitUid?: string | null | undefined
  /**
   * True if the lead holds `currentUnitUid` now. It may then stay there even if the unit is
   * inactive.
   */
  holdsCurrentUnit?: boolean
  /** The lead itself; its own nights are ignored. */
  leadUid?: string | undefined
  /** Current nights of the lead and the unit that it holds: see `RequestedNights`. */
  former?: { unitUid: string | null; checkIn: string; checkOut: string } | undefined
  /** Units that are known to be occupied; queried if undefined. */
  occupiedUids?: string[] | undefined
}

/** Units of a lead. `unitUid` is the unit of a unit type in responses. */
export interface AssignedUnits {
  unitUids: string[]
  unitUid: string | null
}

/** Maximum gap before or after a stay in nights; longer gaps are treated as equal. */
const gapMax = 30

/**
 * Chooses the units of a blocking lead in a locked property (contract/properties.md §7.3,
 * contract/pricing.md §3.2). In a unit type, this is the requested unit, else the current unit if
 * it is free, else the active unit with the smallest gap around the stay, then the oldest. For a
 * master, these are the units of all sub-properties.
 *
 * @returns null if the nights are occupied or a unit type has no active unit
 */
export async function assignUnit(
  ctx: Pick<Context, 'db'>,
  inventory: LockedInventory,
  nights: NeededNights,
  preferences: UnitPreferences = {},
): Promise<AssignedUnits | null> {
  const { agency_uid, hotel_uid, units } = inventory
  const { former, leadUid } = preferences
  if (hotel_uid === null) {
    const occupied =
      preferences.occupiedUids ??
      (await listOccupiedUnits(ctx, agency_uid, units, { ...nights, former, leadUid }))
    const isFree = units.length > 0 && !units.some(({ uid }) => occupied.includes(uid))
    return isFree ? { unitUids: units.map(({ uid }) => uid), unitUid: null } : null
  }
  const free = await listFreeUnits(ctx, inventory, nights, preferences)
  const active = free.filter(uid => units.some(unit => unit.uid === uid && unit.is_active))
  const eligible = preferences.holdsCurrentUnit ? free : active
  const current = eligible.find(uid => uid === preferences.currentUnitUid)
  const requested = active.find(uid => uid === preferences.unitUid) ?? null
  const chosen = preferences.unitUid == null ? (current ?? active[0] ?? null) : requested
  return chosen === null ? null : { unitUids: [chosen], unitUid: chosen }
}

/** Lists the units that are free for the nights, smallest gap first. */
async function listFreeUnits(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agencyUid, units }: LockedInventory,
  { checkIn, checkOut, turnoverNights, nightsOnly = false }: NeededNights,
  { leadUid, former }: UnitPreferences,
): Promise<string[]> {
  const from = sql`${checkIn}::date`
  const to = sql`(${checkOut}::date + ${turnoverNights}::int)`
  const otherOccupancies = sql`from occupancies o where o.agency_uid = ${agencyUid}
    and o.unit_uid = u.uid and o.lead_uid is distinct from ${leadUid ?? null}::uuid`
  const gapBefore = sql`${from} - (select max(${endOfTurnover('o')}) ${otherOccupancies}
    and ${endOfTurnover('o')} <= ${from})`
  const gapAfter = sql`(select min(lower(o.occupied)) ${otherOccupancies}
    and lower(o.occupied) >= ${to}) - ${to}`
  const isHeld = sql`u.uid is not distinct from ${former?.unitUid ?? null}::uuid`
  // Turnover that was not respected before is not required from the unit that the lead holds.
  const isCounted = sql`(not ${nightsOnly}::boolean or ${endOfNights('o')} > ${from})
    and not (${isHeld} and ${isNoNearer({
      from,
      to: sql`${checkOut}::date`,
      formerFrom: sql`${former?.checkIn ?? null}::date`,
      formerTo: sql`${former?.checkOut ?? null}::date`,
    })})`
  const { rows } = await sql<{ uid: string }>`select u.uid from units u
    where u.agency_uid = ${agencyUid} and u.uid = any(${units.map(({ uid }) => uid)}::uuid[])
    and not exists (select 1 ${otherOccupancies} and ${isNear('o', from, to)}
      and ${isCounted})
    order by ${capGap(gapBefore)} + ${capGap(gapAfter)}, u.created_at, u.uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

function capGap(gap: Sql): Sql {
  return sql`least(${gapMax}::int, coalesce(${gap}, ${gapMax}::int))`
}
