/**
 * How leads come to their nights. There is no other way: an act locks the rooms it may need, frees
 * there what has lapsed, and only then takes nights (contract/leads.md §6).
 */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import {
  deleteOccupancies,
  insertOccupancies,
  type Occupancy,
} from '../../prices/occupancies/occupancies.ts'
import { notAvailable } from '../../prices/stays/require-stay.ts'
import { masterNotBookable, type StayTests } from '../../prices/stays/stay.ts'
import { assignUnit } from '../../properties/units/assign-unit.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { datesOf, type LeadRow, outcomeOf, stateOf } from '../leads/lead.ts'
import { holdsNone, occupancyOf, yieldNights } from './group-nights.ts'

/** The unit and the nights of a lead; civil dates, the second one not included. */
interface FormerNights {
  unitUid: string | null
  checkIn: string
  checkOut: string
}

/** How a lead takes nights. */
export interface Taking {
  act: string
  /** Null: the property is gone, or there is none. */
  room: Room | null
  /** This unit of a unit type, and no other. */
  unitUid?: string | null | undefined
  /** The lead holds its unit already. */
  isHeld?: boolean
  /** Its nights there so far, if it holds them. */
  former?: FormerNights | undefined
  /**
   * Another system reports the stay, so it is a fact: turnover of others does not stand in its way,
   * nor that a master is not bookable.
   */
  isReported?: boolean | undefined
  /** How a refusal words statuses. */
  version: Version
  /** The units that are known to be taken; left out, it is asked. */
  taken?: string[] | undefined
  /** What the stays that a refusal offers have to pass, beside being free. */
  tests?: StayTests
}

/** Nights that were found to be free, the lead's to take in the same transaction. */
export interface FoundNights {
  /** The unit of a unit type that the lead has then. */
  unitUid: string | null
  occupancies: Occupancy[]
}

/**
 * Finds the nights of a lead as it will be, whether or not it is stored yet. The room is locked, so
 * they stay free until the transaction ends.
 *
 * @throws ApiError STATE_CONFLICT without a property, MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function findNights(
  ctx: Context,
  lead: LeadRow,
  { room, unitUid, isHeld = false, former, isReported = false, taken, version, tests }: Taking,
): Promise<FoundNights> {
  if (room === null) throw withoutProperty(lead)
  if (await holdsNone(ctx, lead, room)) return { unitUid: lead.unit_uid, occupancies: [] }
  const isBlock = lead.type === 'BLOCK'
  if (room.isMaster && !room.master_bookable && !isBlock && !isReported) throw masterNotBookable()
  const stay = datesOf(lead)
  const turnoverNights = isBlock ? 0 : (room.turn_over_days ?? 0)
  const wish = { unitUid, keptUnitUid: lead.unit_uid, isHeld, leadUid: lead.uid, former, taken }
  const needed = { ...stay, turnoverNights: isReported ? 0 : turnoverNights }
  const assigned = await assignUnit(ctx, room, { ...needed, nightsOnly: isReported }, wish)
  if (!assigned) {
    const free = { guests: null, isBlock, stayRules: false }
    const asked = { unitUid: unitUid ?? undefined, exceptLead: lead.uid, version }
    throw await notAvailable(ctx, { property: room, stay, tests: tests ?? free, ...asked })
  }
  const occupancies = assigned.unitUids.map(uid => occupancyOf(lead, uid, turnoverNights))
  return { unitUid: assigned.unitUid, occupancies }
}

/**
 * Takes the nights of a stored lead as it will be, instead of those that it holds.
 *
 * @returns the unit of a unit type that the lead has then
 * @throws ApiError as {@link findNights} does
 */
export async function takeNights(
  ctx: Context,
  lead: LeadRow,
  taking: Taking,
): Promise<string | null> {
  await yieldNights(ctx, taking.act, lead)
  const { unitUid, occupancies } = await findNights(ctx, lead, taking)
  await freeNights(ctx, taking.act, lead)
  await insertOccupancies(ctx, taking.act, occupancies)
  return unitUid
}

/** Frees the nights that a lead holds, if any. */
export async function freeNights(ctx: Context, act: string, lead: LeadRow): Promise<void> {
  await deleteOccupancies(ctx, act, { agencyUid: lead.agency_uid, leadUids: [lead.uid] })
}

function withoutProperty(lead: LeadRow): ApiError {
  const text = `Lead ${lead.uid} has no property on which it could reserve nights`
  const canMove = outcomeOf(stateOf(lead), 'alteration') !== null
  const allowedActions = canMove ? ['alteration'] : []
  return new ApiError('STATE_CONFLICT', text, {
    members: { state: 'WITHOUT_PROPERTY', allowedActions },
  })
}
