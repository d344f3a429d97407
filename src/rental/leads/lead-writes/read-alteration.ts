/** Columns of a lead that an alteration changes: contract/leads.md §8. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findAgency } from '../../access/agencies/agencies.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { type StayEnds, type StayTimes, stayColumns } from '../held-nights/lead-stay.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { OrderTerms } from '../orders/price-order.ts'

/** Requested changes of a lead; null keeps the present value. */
export interface Alteration extends OrderTerms {
  /** True if another system has already changed the stay: only overlaps are rejected. */
  isReported?: boolean
  /** True: leaves the order unchanged. */
  leavesOrder?: boolean
  stay: StayEnds
  /** Accessible property of the lead's agency. */
  propertyUid: string | null
  /** Unit in the request, not validated. */
  unitUid: string | null
  counts: Partial<Pick<LeadRow, 'adult_count' | 'children_count' | 'infant_count' | 'pet_count'>>
}

/** Counts that every price may depend on; infants only matter for fees per infant. */
export const pricedCounts = ['adult_count', 'children_count', 'pet_count'] as const
export const alterableColumns = [
  'check_in_local',
  'check_out_local',
  'check_in_at',
  'check_out_at',
  'property_uid',
  'unit_uid',
  'infant_count',
  ...pricedCounts,
] as const

/** Returns true if an alteration requests a stay, unit or guests that differ, or a new price. */
export async function differsFromLead(
  ctx: Context,
  { lead, properties }: { lead: LeadRow; properties: Map<string, LockedInventory> },
  alteration: Alteration,
): Promise<boolean> {
  const { propertyUid, unitUid, promoCode, overrides, recalculates = false } = alteration
  if (promoCode !== null || overrides !== null || recalculates) return true
  const property = properties.get(propertyUid ?? lead.property_uid ?? '') ?? null
  const columns = await alterationColumns(ctx, lead, property, alteration).catch(error => {
    // A date that makes the stay invalid is another one, too.
    if (error instanceof ApiError && error.code === 'INVALID_DATE_RANGE') return null
    throw error
  })
  if (columns === null) return true
  const altered = { ...lead, ...columns }
  // Compared by the request: a move to another property resets the unit anyway.
  const isOtherUnit = unitUid !== null && unitUid.toLowerCase() !== lead.unit_uid
  return (
    isOtherUnit ||
    changedColumns({ ...altered, unit_uid: null }, { ...lead, unit_uid: null }, ...alterableColumns)
      .length > 0
  )
}

export function changedColumns<C extends keyof LeadRow>(
  before: LeadRow,
  after: LeadRow,
  ...columns: C[]
): C[] {
  return columns.filter(column => !isDeepStrictEqual(before[column], after[column]))
}

export async function alterationColumns(
  ctx: Context,
  lead: LeadRow,
  property: LockedInventory | null,
  { stay, propertyUid, counts, unitUid }: Alteration,
): Promise<Partial<LeadRow>> {
  const isBlock = lead.type === 'BLOCK'
  const isMoved = propertyUid !== null && propertyUid !== lead.property_uid
  const changesStay = isMoved || stay.checkIn !== null || stay.checkOut !== null
  const times = changesStay && (property ?? (await findAgencyTimes(ctx, lead)))
  return {
    ...(times ? stayColumns(stay, times, { isBlock, current: lead }) : {}),
    ...(isMoved ? { property_uid: propertyUid, unit_uid: null } : {}),
    ...(unitUid === null ? {} : { unit_uid: unitUid }),
    ...(isBlock ? {} : counts),
  }
}

/** Returns the agency's times, for a lead without a property. */
async function findAgencyTimes(ctx: Context, { agency_uid }: LeadRow): Promise<StayTimes> {
  const agency = (await findAgency(ctx, agency_uid))!
  return {
    time_zone: agency.time_zone,
    check_in_time_start: agency.default_check_in_time,
    check_out_time: agency.default_check_out_time,
  }
}
