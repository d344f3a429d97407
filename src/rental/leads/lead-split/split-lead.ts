import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { toStayInputs } from '../../prices/availability/calendar-inputs.ts'
import { listCalendarInputs } from '../../prices/calendar/calendar.ts'
import { toLeadState } from '../../prices/occupancies/lead-status.ts'
import { insertOccupancies } from '../../prices/occupancies/occupancies.ts'
import { checkStay } from '../../prices/stays/stay.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { readUnitParam } from '../../properties/units/read-unit-param.ts'
import { newestVersion } from '../../versions.ts'
import { listExtraGuests, replaceExtraGuests } from '../extra-guests/extra-guests.ts'
import { findNights, releaseNights } from '../held-nights/lead-nights.ts'
import { stayColumns } from '../held-nights/lead-stay.ts'
import { lockForAction, type UnlockedLead } from '../lead-actions/lock-for-action.ts'
import { illegalTransition } from '../lead-actions/refuse-action.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import { insertNewLead } from '../lead-writes/store-lead.ts'
import { datesOf, type LeadRow, outcomeOf } from '../leads/lead.ts'
import { decryptPassport } from '../leads/passport-encryption.ts'
import type { PricedColumns } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { type SplitOrder, splitOrder } from './split-order.ts'
import { storeSplitOrders } from './store-split-orders.ts'

/** Date and target of a split. */
export interface Split {
  /** Check-in of the second part, `YYYY-MM-DD`. */
  date: string
  /** Accessible property of the second part; null for another unit of the same property. */
  propertyUid: string | null
  /** Unit in the request, not validated. */
  unitUid: string | null
  version: Version
}

const action = 'split'

/**
 * Splits a stay between two properties or units: the lead keeps its nights before a date, and a
 * second lead of the same guest gets the others. Both orders add up to the original
 * (contract/leads.md §9.5).
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, STATE_CONFLICT for a member
 *   of a group booking, INVALID_PARAMETER, INVALID_DATE_RANGE, ACCESS_DENIED, TOO_MANY_GUESTS,
 *   MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function splitLead(
  ctx: Context,
  unlocked: UnlockedLead,
  split: Split,
): Promise<{ first: LeadRow; second: LeadRow }> {
  return transaction(ctx, async (ctx: Context) => {
    const options = {
      version: split.version,
      mayOccupyNights: true,
      toPropertyUid: split.propertyUid,
    }
    const { lead, properties } = await lockForAction(ctx, unlocked, options)
    if (outcomeOf(toLeadState(lead), action) === null)
      throw illegalTransition(lead, action, split.version)
    if (lead.group_uid !== null) throw groupMemberError(lead)
    const { checkIn, checkOut } = datesOf(lead)
    if (split.date <= checkIn || split.date >= checkOut) {
      const message = `must be after ${checkIn} and before ${checkOut}`
      throw invalidParameter('splitLocalDate', message)
    }
    const [source, target] = await findSplitProperties(ctx, lead, properties, split)
    const order = await findOrderOfLead(ctx, lead)
    const orders = order ? splitOrder(order, split.date, { checkIn, checkOut }) : null
    const first = await shortenStay(ctx, lead, source, split.date)
    const second = await addSecondLead(ctx, lead, { ...target, split, orders })
    if (orders) await storeSplitOrders(ctx, orders, { before: lead, first, second })
    return { first, second }
  })
}

function groupMemberError({ uid }: LeadRow): ApiError {
  const message = `Lead ${uid} belongs to a group booking and cannot be split`
  const members = { state: 'GROUP_MEMBER', allowedActions: ['alteration'] }
  return new ApiError('STATE_CONFLICT', message, { members })
}

/** Target of the second part. Without a unit, a unit type assigns one of its other units. */
interface SplitTarget {
  property: LockedInventory
  unitUid: string | null
}

async function findSplitProperties(
  ctx: Context,
  lead: LeadRow,
  properties: Map<string, LockedInventory>,
  { propertyUid, unitUid }: Split,
): Promise<[source: LockedInventory, target: SplitTarget]> {
  const source = properties.get(lead.property_uid ?? '')
  if (!source) throw accessDenied('propertyUid', lead.property_uid ?? '')
  const property = propertyUid === null ? source : properties.get(propertyUid)
  if (!property) throw accessDenied('propertyUid', propertyUid!)
  const requestedUnitUid = await readUnitParam(ctx, property, unitUid)
  if (property !== source) return [source, { property, unitUid: requestedUnitUid }]
  // Only a unit type has other units to move to.
  const isSame = source.hotel_uid === null || requestedUnitUid === lead.unit_uid
  const parameter = source.hotel_uid === null ? 'propertyUid' : 'unitUid'
  if (isSame) throw invalidParameter(parameter, 'must differ from the property of the lead')
  const otherUnits = source.units.filter(({ uid }) => uid !== lead.unit_uid)
  return [source, { property: { ...source, units: otherUnits }, unitUid: requestedUnitUid }]
}

/** Shortens the lead to the nights before the date. It keeps its unit. */
async function shortenStay(
  ctx: Context,
  lead: LeadRow,
  property: LockedInventory,
  date: string,
): Promise<LeadRow> {
  const isBlock = lead.type === 'BLOCK'
  const stay = stayColumns({ checkIn: null, checkOut: date }, property, { isBlock, current: lead })
  const shortened = { ...lead, ...stay }
  const { occupancies } = await findNights(ctx, shortened, {
    action,
    property,
    holdsCurrentUnit: true,
    // The lead has these nights already, so no error shows statuses of a version.
    version: newestVersion,
  })
  await releaseNights(ctx, action, lead)
  await insertOccupancies(ctx, action, occupancies)
  return updateLeadWithHistory(ctx, lead, stay, { action })
}

/** Inserts a lead of the same guest with the nights from the date on. */
async function addSecondLead(
  ctx: Context,
  original: LeadRow,
  { property, unitUid, split, orders }: SplitTarget & { split: Split; orders: SplitOrder | null },
): Promise<LeadRow> {
  const isBlock = original.type === 'BLOCK'
  const now = ctx.clock.now()
  const unassigned: LeadRow = {
    ...original,
    ...stayColumns({ checkIn: split.date, checkOut: null }, property, {
      isBlock,
      current: original,
    }),
    uid: newUid(now.getTime()),
    property_uid: property.uid,
    unit_uid: unitUid,
    passport_id: decryptPassport(ctx, original),
    creation_circumstances: 'SPLIT',
    created_at: now,
    updated_at: now,
  }
  if (property.uid !== original.property_uid && !isBlock) await checkGuestCount(ctx, unassigned)
  const nights = await findNights(ctx, unassigned, {
    action,
    property,
    unitUid,
    version: split.version,
  })
  const assigned = { ...unassigned, unit_uid: nights.unitUid }
  const order = orders ? orderRow(assigned, orders.second) : null
  const { occupancies } = nights
  const second = await insertNewLead(ctx, {
    lead: assigned,
    action,
    occupancies,
    order,
    guest: null,
  })
  await replaceExtraGuests(ctx, second, await listExtraGuests(ctx, original))
  await ctx.subscribers.leadsChanged(ctx, [{ before: null, after: second, action }])
  return second
}

function orderRow({ agency_uid, uid: lead_uid, created_at }: LeadRow, columns: PricedColumns) {
  const key = { agency_uid, uid: newUid(created_at.getTime()), lead_uid }
  return { ...key, ...columns, created_at, updated_at: created_at }
}

/** Checks the maximum number of guests of another property; no other stay rule applies. */
async function checkGuestCount(ctx: Context, lead: LeadRow): Promise<void> {
  const stay = datesOf(lead)
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  const days = { from: range.a, to: range.b + 1 }
  const [calendar] = await listCalendarInputs(ctx, [lead.property_uid!], { days })
  if (!calendar) return
  // Availability is checked separately, when the nights are occupied.
  const inputs = { ...toStayInputs(calendar, range, ctx.clock.now()), isFree: true }
  const guests = lead.adult_count + lead.children_count
  const refusal = checkStay(inputs, stay, { guests, stayRules: false })
  if (refusal) throw refusal
}
