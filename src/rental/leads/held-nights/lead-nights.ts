/**
 * Occupies nights for leads. Every action locks the inventory it may need, releases expired holds
 * in it, and only then occupies nights (contract/leads.md §6).
 */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { toLeadState } from '../../prices/occupancies/lead-status.ts'
import {
  deleteOccupancies,
  insertOccupancies,
  type Occupancy,
} from '../../prices/occupancies/occupancies.ts'
import { notAvailable } from '../../prices/stays/require-stay.ts'
import { type AppliedRules, masterNotBookable } from '../../prices/stays/stay.ts'
import { assignUnit, type UnitPreferences } from '../../properties/units/assign-unit.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { datesOf, type LeadRow, outcomeOf } from '../leads/lead.ts'
import { occupiesNoNights, releaseCoveredNights, toOccupancy } from './group-nights.ts'

/** Unit and nights of a lead as civil dates, check-out excluded. */
interface FormerNights {
  unitUid: string | null
  checkIn: string
  checkOut: string
}

export interface OccupyOptions {
  action: string
  /** Locked inventory; null if the property is deleted or missing. */
  property: LockedInventory | null
  /** Required unit of a unit type. */
  unitUid?: string | null | undefined
  /** The lead already occupies its unit. */
  holdsCurrentUnit?: boolean
  /** Nights that the lead already occupies. */
  former?: FormerNights | undefined
  /**
   * An external system reports the stay, so it cannot be refused for turnover of other leads or
   * because the master property is not bookable.
   */
  isReported?: boolean | undefined
  /** API version of the statuses in errors. */
  version: Version
  /** Uids of occupied units, if already read; otherwise they are queried. */
  occupiedUnitUids?: string[] | undefined
  /** Rules, in addition to availability, for alternative stays that an error suggests. */
  tests?: AppliedRules
}

/** Free nights that the lead may occupy in the same transaction. */
export interface FreeNights {
  /** Unit of a unit type that the lead will have. */
  unitUid: string | null
  occupancies: Occupancy[]
}

/**
 * Finds free nights for a lead, which need not be stored yet. The inventory is locked, so no other
 * transaction occupies them before this one ends.
 *
 * @throws ApiError STATE_CONFLICT without a property, MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function findNights(
  ctx: Context,
  lead: LeadRow,
  {
    property,
    unitUid,
    holdsCurrentUnit = false,
    former,
    isReported = false,
    occupiedUnitUids,
    version,
    tests,
  }: OccupyOptions,
): Promise<FreeNights> {
  if (property === null) throw withoutProperty(lead)
  if (await occupiesNoNights(ctx, lead, property))
    return { unitUid: lead.unit_uid, occupancies: [] }
  const isBlock = lead.type === 'BLOCK'
  if (property.isMaster && !property.master_bookable && !isBlock && !isReported)
    throw masterNotBookable()
  const stay = datesOf(lead)
  const turnoverNights = isBlock ? 0 : (property.turn_over_days ?? 0)
  const preferences: UnitPreferences = {
    unitUid,
    currentUnitUid: lead.unit_uid,
    holdsCurrentUnit,
    leadUid: lead.uid,
    former,
    occupiedUids: occupiedUnitUids,
  }
  // A reported stay gets its turnover nights even if they are occupied.
  const nights = { ...stay, turnoverNights: isReported ? 0 : turnoverNights }
  const requested = { ...nights, nightsOnly: isReported }
  const assigned = await assignUnit(ctx, property, requested, preferences)
  if (!assigned) {
    const availabilityOnly = { guests: null, isBlock, stayRules: false }
    const search = { unitUid: unitUid ?? undefined, exceptLead: lead.uid, version }
    throw await notAvailable(ctx, { property, stay, tests: tests ?? availabilityOnly, ...search })
  }
  const occupancies = assigned.unitUids.map(uid => toOccupancy(lead, uid, turnoverNights))
  return { unitUid: assigned.unitUid, occupancies }
}

/**
 * Occupies the nights of a stored lead in place of its former ones.
 *
 * @returns the unit of a unit type that the lead has then
 * @throws ApiError of {@link findNights}
 */
export async function occupyNights(
  ctx: Context,
  lead: LeadRow,
  options: OccupyOptions,
): Promise<string | null> {
  await releaseCoveredNights(ctx, options.action, lead)
  const { unitUid, occupancies } = await findNights(ctx, lead, options)
  await releaseNights(ctx, options.action, lead)
  await insertOccupancies(ctx, options.action, occupancies)
  return unitUid
}

export async function releaseNights(ctx: Context, action: string, lead: LeadRow): Promise<void> {
  await deleteOccupancies(ctx, action, { agencyUid: lead.agency_uid, leadUids: [lead.uid] })
}

function withoutProperty(lead: LeadRow): ApiError {
  const message = `Lead ${lead.uid} has no property on which it could reserve nights`
  const canMove = outcomeOf(toLeadState(lead), 'alteration') !== null
  const allowedActions = canMove ? ['alteration'] : []
  return new ApiError('STATE_CONFLICT', message, {
    members: { state: 'WITHOUT_PROPERTY', allowedActions },
  })
}
