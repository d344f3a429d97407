/** Columns of a lead that an alteration changes: contract/leads.md §8. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { findAgency } from '../../access/agencies/agencies.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { type Ends, stayColumns, type Times } from '../held-nights/lead-stay.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { OrderTerms } from '../orders/price-order.ts'

/** The changes of a lead; null keeps a value. */
export interface Alteration extends OrderTerms {
  /** Another system reports the stay as it will be: nights of other leads alone count. */
  isReported?: boolean
  /** The order stays as it is, whatever changes. */
  keepsOrder?: boolean
  stay: Ends
  /** Within reach, in the lead's agency. */
  propertyUid: string | null
  /** The unit as sent. */
  unitUid: string | null
  counts: Partial<Pick<LeadRow, 'adult_count' | 'children_count' | 'infant_count' | 'pet_count'>>
}

export const counts = ['adult_count', 'children_count', 'pet_count'] as const
/** Columns that an alteration may change. */
export const altered = [
  'check_in_local',
  'check_out_local',
  'check_in_at',
  'check_out_at',
  'property_uid',
  'unit_uid',
  'infant_count',
  ...counts,
] as const
/** Tells whether an alteration asks for a stay, place, party or price that a lead may not have. */
export async function asksForOther(
  ctx: Context,
  { lead, rooms }: { lead: LeadRow; rooms: Map<string, Room> },
  alteration: Alteration,
): Promise<boolean> {
  const { propertyUid, unitUid, promoCode, overrides, recalculates = false } = alteration
  if (promoCode !== null || overrides !== null || recalculates) return true
  const room = rooms.get(propertyUid ?? lead.property_uid ?? '') ?? null
  const wanted = { ...lead, ...(await changesOf(ctx, lead, room, alteration)) }
  const isOtherUnit = unitUid !== null && unitUid.toLowerCase() !== lead.unit_uid
  return (
    isOtherUnit ||
    changedIn({ ...wanted, unit_uid: null }, { ...lead, unit_uid: null }, ...altered).length > 0
  )
}

/** Returns those of some columns in which two rows differ. */
export function changedIn<C extends keyof LeadRow>(a: LeadRow, b: LeadRow, ...columns: C[]): C[] {
  return columns.filter(column => !isDeepStrictEqual(a[column], b[column]))
}

/** Returns the columns that an alteration names, as they would be. */
export async function changesOf(
  ctx: Context,
  lead: LeadRow,
  room: Room | null,
  { stay, propertyUid, counts, unitUid }: Alteration,
): Promise<Partial<LeadRow>> {
  const isBlock = lead.type === 'BLOCK'
  const moves = propertyUid !== null && propertyUid !== lead.property_uid
  const isTimed = moves || stay.checkIn !== null || stay.checkOut !== null
  const times = isTimed && (room ?? (await agencyTimes(ctx, lead)))
  return {
    ...(times ? stayColumns(stay, times, { isBlock, kept: lead }) : {}),
    ...(moves ? { property_uid: propertyUid, unit_uid: null } : {}),
    ...(unitUid === null ? {} : { unit_uid: unitUid }),
    ...(isBlock ? {} : counts),
  }
}

/** A lead without a property keeps the times of its agency. */
async function agencyTimes(ctx: Context, { agency_uid }: LeadRow): Promise<Times> {
  const agency = (await findAgency(ctx, agency_uid))!
  return {
    time_zone: agency.time_zone,
    check_in_time_start: agency.default_check_in_time,
    check_out_time: agency.default_check_out_time,
  }
}
