import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Room } from './lock-rooms.ts'
import {
  endOfNights,
  endOfTurnover,
  isNear,
  isNoNearer,
  listTakenUnits,
} from './taken-units.sql.ts'

/** Nights that a lead needs: check-in and check-out are civil dates. */
export interface NeededNights {
  checkIn: string
  checkOut: string
  /** Nights kept free after the stay; 0 for a block. */
  turnoverNights: number
  /** Nights of other leads count, their turnover does not. */
  nightsOnly?: boolean | undefined
}

/** What is wished of the choice, for a lead that has units already or names one. */
export interface UnitWish {
  /** The unit that has to be taken, when the request names one. */
  unitUid?: string | null | undefined
  /** The unit that is kept when it is free: the lead's present or last one. */
  keptUnitUid?: string | null | undefined
  /** The lead holds the kept unit now, so it may stay there though the unit is inactive. */
  isHeld?: boolean
  /** The lead itself, whose own nights do not stand in its way. */
  leadUid?: string | undefined
  /** Its nights so far, on the unit that it holds: see `WantedNights`. */
  former?: { unitUid: string | null; checkIn: string; checkOut: string } | undefined
  /** The units whose nights are known to be taken; left out, it is asked. */
  taken?: string[] | undefined
}

/** What a lead takes: `unitUid` is what it shows, the unit of a unit type. */
export interface AssignedUnits {
  unitUids: string[]
  unitUid: string | null
}

/** Free nights before and after a stay are told apart up to this many. */
const gapMax = 30

/**
 * Chooses the units that a blocking lead takes of a locked room (contract/properties.md §7.3,
 * contract/pricing.md §3.2). Of a unit type it is one: the named one, the kept one if it is free,
 * else the active unit with the smallest gap left around the stay, then the oldest. Of a master it
 * is every sub's.
 *
 * @returns null when the nights are taken or a unit type has no active unit
 */
export async function assignUnit(
  ctx: Pick<Context, 'db'>,
  room: Room,
  nights: NeededNights,
  wish: UnitWish = {},
): Promise<AssignedUnits | null> {
  const { agency_uid, hotel_uid, units } = room
  const { former, leadUid } = wish
  if (hotel_uid === null) {
    const taken =
      wish.taken ?? (await listTakenUnits(ctx, agency_uid, units, { ...nights, former, leadUid }))
    const isFree = units.length > 0 && !units.some(({ uid }) => taken.includes(uid))
    return isFree ? { unitUids: units.map(({ uid }) => uid), unitUid: null } : null
  }
  const free = await listFreeUnits(ctx, room, nights, wish)
  const active = free.filter(uid => units.some(unit => unit.uid === uid && unit.is_active))
  const keepable = wish.isHeld ? free : active
  const kept = keepable.find(uid => uid === wish.keptUnitUid)
  const named = active.find(uid => uid === wish.unitUid) ?? null
  const chosen = wish.unitUid == null ? (kept ?? active[0] ?? null) : named
  return chosen === null ? null : { unitUids: [chosen], unitUid: chosen }
}

/** The units that are free for the nights, best fitting first. */
async function listFreeUnits(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agencyUid, units }: Room,
  { checkIn, checkOut, turnoverNights, nightsOnly = false }: NeededNights,
  { leadUid, former }: UnitWish,
): Promise<string[]> {
  const from = sql`${checkIn}::date`
  const to = sql`(${checkOut}::date + ${turnoverNights}::int)`
  const others = sql`from occupancies o where o.agency_uid = ${agencyUid} and o.unit_uid = u.uid
    and o.lead_uid is distinct from ${leadUid ?? null}::uuid`
  const before = sql`${from} - (select max(${endOfTurnover('o')}) ${others}
    and ${endOfTurnover('o')} <= ${from})`
  const after = sql`(select min(lower(o.occupied)) ${others} and lower(o.occupied) >= ${to})
    - ${to}`
  const isHeld = sql`u.uid is not distinct from ${former?.unitUid ?? null}::uuid`
  const isCounted = sql`(not ${nightsOnly}::boolean or ${endOfNights('o')} > ${from})
    and not (${isHeld} and ${isNoNearer({
      from,
      to: sql`${checkOut}::date`,
      formerFrom: sql`${former?.checkIn ?? null}::date`,
      formerTo: sql`${former?.checkOut ?? null}::date`,
    })})`
  const { rows } = await sql<{ uid: string }>`select u.uid from units u
    where u.agency_uid = ${agencyUid} and u.uid = any(${units.map(({ uid }) => uid)}::uuid[])
    and not exists (select 1 ${others} and ${isNear('o', from, to)}
      and ${isCounted})
    order by ${capped(before)} + ${capped(after)}, u.created_at, u.uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

function capped(gap: Sql): Sql {
  return sql`least(${gapMax}::int, coalesce(${gap}, ${gapMax}::int))`
}
