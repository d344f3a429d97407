/** Alteration of a locked lead: contract/leads.md §8, contract/pricing.md §4. */
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { toStayInputs } from '../../prices/availability/calendar-inputs.ts'
import { listCalendarInputs } from '../../prices/calendar/calendar.ts'
import { blocks, type LeadStatus } from '../../prices/occupancies/lead-status.ts'
import { insertOccupancies } from '../../prices/occupancies/occupancies.ts'
import { countsInfants } from '../../prices/stay-prices/read-terms.ts'
import { alterationChecks } from '../../prices/stays/applied-rules.ts'
import { type AppliedRules, checkStay } from '../../prices/stays/stay.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { readUnitParam } from '../../properties/units/read-unit-param.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { hasOrder, memberPropertyError, releaseCoveredNights } from '../held-nights/group-nights.ts'
import { findNights, releaseNights } from '../held-nights/lead-nights.ts'
import {
  type Alteration,
  alterableColumns,
  alterationColumns,
  changedColumns,
  pricedCounts,
} from '../lead-writes/read-alteration.ts'
import { datesOf, hasSameDates, type LeadRow } from '../leads/lead.ts'
import { updateLead } from '../leads/leads.ts'
import { isSamePrice, type PricedColumns } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { type OrderTerms, priceOrder } from '../orders/price-order.ts'

/** Name of the action in events and in the history of nights. */
const occupancyAction = 'alteration'

/** Columns of the times and the location of a stay. */
const stayColumnNames = ['check_in_local', 'check_out_local', 'property_uid', 'unit_uid'] as const
/** Columns that the price depends on, in addition to the dates. */
const pricedColumns = ['property_uid', ...pricedCounts] as const

type PricedOrder = Awaited<ReturnType<typeof priceOrder>>

/** Altered lead before its nights move, and its property. */
interface AlteredLead {
  lead: LeadRow
  altered: LeadRow
  property: LockedInventory | null
}

/**
 * Updates stay, property, unit and guest counts of a locked lead, and its nights if it blocks.
 * Writes nothing if nothing differs. The caller records the history, then updates the order.
 *
 * @returns the same lead object if nothing differs; the order if it has to be updated, else null
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER, ACCESS_DENIED, STATE_CONFLICT,
 *   NOT_AVAILABLE, MASTER_NOT_BOOKABLE, TOO_MANY_GUESTS, the stay rules, FEE_NOT_FOUND
 */
export async function applyAlteration(
  ctx: Context,
  { lead, properties }: { lead: LeadRow; properties: Map<string, LockedInventory> },
  alteration: Alteration & { version: Version },
): Promise<{ after: LeadRow; order: PricedOrder | null }> {
  const { propertyUid } = alteration
  const property = properties.get(propertyUid ?? lead.property_uid ?? '') ?? null
  if (propertyUid !== null && property === null) throw accessDenied('propertyUid', propertyUid)
  if (propertyUid !== null && property !== null) {
    const reason = memberPropertyError(lead, property)
    if (reason) throw invalidParameter('propertyUid', reason)
  }
  const unitUid = await readUnitParam(ctx, property, alteration.unitUid)
  const altered = {
    ...lead,
    ...(await alterationColumns(ctx, lead, property, { ...alteration, unitUid })),
  }
  // References of the request are checked before the calendar (contract/general.md §7).
  const order = await priceIfNeeded(ctx, { lead, altered, property }, alteration)
  const isSameStay = changedColumns(lead, altered, ...alterableColumns).length === 0
  if (isSameStay && (order === null || (await hasSamePrice(ctx, lead, order)))) {
    return { after: lead, order: null }
  }
  if (blocks(lead.status) && !isSameStay) {
    const { version, isReported = false } = alteration
    const input = { lead, altered, property, unitUid, version, isReported }
    altered.unit_uid = await checkRulesAndMoveNights(ctx, input)
  }
  const changes = Object.fromEntries(
    changedColumns(lead, altered, ...alterableColumns).map(column => [column, altered[column]]),
  )
  const after = await updateLead(ctx, lead, changes)
  if (changedColumns(lead, after, ...stayColumnNames).length > 0) await checkTimes(ctx, after)
  return { after, order }
}

/**
 * Prices the order if the alteration changes an input of the price or requests a new price; returns
 * null if the order stays as it is.
 */
async function priceIfNeeded(
  ctx: Context,
  { lead, altered, property }: AlteredLead,
  alteration: Alteration,
): Promise<PricedOrder | null> {
  const { promoCode, overrides, recalculates = false, expectedTotal, leavesOrder } = alteration
  const changesInputs =
    changedColumns(lead, altered, ...pricedColumns).length > 0 || !hasSameDates(lead, altered)
  const requestsPrice =
    promoCode !== null || overrides !== null || recalculates || expectedTotal != null
  const needsPrice =
    changesInputs || requestsPrice || (await orderNeedsPrice(ctx, lead, altered, alteration))
  if (!needsPrice || leavesOrder || !hasOrder(lead) || property === null) return null
  return priceOrder(ctx, { before: lead, after: altered }, alteration)
}

/** Returns true if the order has a promo code to remove, or a fee per infant and other infants. */
async function orderNeedsPrice(
  ctx: Context,
  lead: LeadRow,
  altered: LeadRow,
  { dropsPromoCode }: OrderTerms,
): Promise<boolean> {
  const hasOtherInfants = lead.infant_count !== altered.infant_count
  if (!dropsPromoCode && !hasOtherInfants) return false
  const order = await findOrderOfLead(ctx, lead)
  if (dropsPromoCode && order?.promo_code_uid != null) return true
  return hasOtherInfants && order?.terms != null && countsInfants(order.terms)
}

/** Returns true if the stored order already has these prices. */
async function hasSamePrice(ctx: Context, lead: LeadRow, priced: PricedColumns): Promise<boolean> {
  const order = await findOrderOfLead(ctx, lead)
  return order !== undefined && isSamePrice(order, priced)
}

interface NightsInput extends AlteredLead {
  /** Requested unit; null: any. */
  unitUid: string | null
  /** API version of the statuses in errors. */
  version: Version
  /** True if another system has already changed the stay: only overlaps are rejected. */
  isReported: boolean
}

/**
 * Checks the stay rules in the order of contract/pricing.md §4, and moves the nights if dates,
 * property or unit differ.
 *
 * @returns the uid of the assigned unit
 */
async function checkRulesAndMoveNights(ctx: Context, input: NightsInput): Promise<string | null> {
  const { lead, altered, property, unitUid, version, isReported } = input
  const isSameProperty = changedColumns(lead, altered, 'property_uid').length === 0
  const isMoved = !isSameProperty || !hasSameDates(lead, altered)
  const hasOtherGuests =
    changedColumns(lead, altered, 'property_uid', 'infant_count', ...pricedCounts).length > 0
  const { rules, checkRules } = await alterationRules(ctx, lead, altered)
  const guestsTotal = altered.adult_count + altered.children_count
  const guests = hasOtherGuests && !rules.isBlock ? guestsTotal : null
  // The maximum number of guests precedes availability; the other stay rules follow it.
  if (!isReported && (isMoved || hasOtherGuests)) checkRules({ ...rules, guests, stayRules: false })
  if (!isMoved && changedColumns(lead, altered, 'unit_uid').length === 0) return altered.unit_uid

  const rulesWithoutGuests = { ...rules, guests: null }
  await releaseCoveredNights(ctx, occupancyAction, altered)
  const { unitUid: assignedUnitUid, occupancies } = await findNights(ctx, altered, {
    action: occupancyAction,
    property,
    unitUid,
    holdsCurrentUnit: isSameProperty,
    former: isSameProperty ? { ...datesOf(lead), unitUid: lead.unit_uid } : undefined,
    version,
    tests: rulesWithoutGuests,
    isReported,
  })
  if (!isReported) checkRules(rulesWithoutGuests)
  await releaseNights(ctx, occupancyAction, lead)
  await insertOccupancies(ctx, occupancyAction, occupancies)
  return assignedUnitUid
}

/** Returns the stay rules that apply to an alteration, and a function that checks them. */
async function alterationRules(ctx: Context, lead: LeadRow, altered: LeadRow) {
  const stayAt = (row: LeadRow) => ({ stay: datesOf(row), propertyUid: row.property_uid })
  const isPartner = ctx.caller.kind === 'partner'
  const status = lead.status as LeadStatus
  const rules = alterationChecks(status, stayAt(lead), stayAt(altered), isPartner)
  const stay = datesOf(altered)
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  // The day of check-out is included for the rule that may forbid a check-out on it.
  const days = { from: range.a, to: range.b + 1 }
  const propertyUid = altered.property_uid ?? ''
  const [calendar] = propertyUid ? await listCalendarInputs(ctx, [propertyUid], { days }) : []
  const checkRules = (applied: AppliedRules) => {
    // Availability is checked separately, when the nights are occupied.
    const inputs = calendar && { ...toStayInputs(calendar, range, ctx.clock.now()), isFree: true }
    const rejection = inputs && checkStay(inputs, stay, applied)
    if (rejection) throw rejection
  }
  return { rules, checkRules }
}
