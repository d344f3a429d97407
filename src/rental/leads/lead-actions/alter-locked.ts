/** What an alteration makes of a locked lead: contract/leads.md §8, contract/pricing.md §4. */
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { listFacts } from '../../prices/calendar/calendar.ts'
import { stayFactsOf } from '../../prices/calendar-facts/facts.ts'
import { insertOccupancies } from '../../prices/occupancies/occupancies.ts'
import { countsInfants } from '../../prices/stay-prices/read-terms.ts'
import { checkStay, type StayTests } from '../../prices/stays/stay.ts'
import { alterationTests } from '../../prices/stays/stay-tests.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { askedUnit } from '../../properties/units/read-asked-unit.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { hasOrder, misplacementOf, yieldNights } from '../held-nights/group-nights.ts'
import { findNights, freeNights } from '../held-nights/lead-nights.ts'
import {
  type Alteration,
  altered,
  changedIn,
  changesOf,
  counts,
} from '../lead-writes/read-alteration.ts'
import { blocks, datesOf, keepsDates, type LeadRow, type LeadStatus } from '../leads/lead.ts'
import { updateLead } from '../leads/leads.ts'
import { isSamePrice, type PricedColumns } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { type OrderTerms, priceOrder } from '../orders/price-order.ts'

/**
 * Alters a locked lead: its stay, property, unit and counts, its nights if it blocks. Where nothing
 * differs nothing is written. The act records it and then writes the order.
 *
 * @returns the same lead when nothing differs; the order, if it depends on what changed
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER, ACCESS_DENIED, STATE_CONFLICT,
 *   NOT_AVAILABLE, MASTER_NOT_BOOKABLE, TOO_MANY_GUESTS, the stay rules, FEE_NOT_FOUND
 */
export async function alterLocked(
  ctx: Context,
  { lead, rooms }: { lead: LeadRow; rooms: Map<string, Room> },
  alteration: Alteration & { version: Version },
): Promise<{ after: LeadRow; order: PricedOrder | null }> {
  const { propertyUid, promoCode, overrides, recalculates = false, expectedTotal } = alteration
  const room = rooms.get(propertyUid ?? lead.property_uid ?? '') ?? null
  if (propertyUid !== null && room === null) throw accessDenied('propertyUid', propertyUid)
  const misplacement = propertyUid !== null && room !== null && misplacementOf(lead, room)
  if (misplacement) throw invalidParameter('propertyUid', misplacement)
  const unitUid = await askedUnit(ctx, room, alteration.unitUid)
  const wanted = { ...lead, ...(await changesOf(ctx, lead, room, { ...alteration, unitUid })) }
  const isPriced = changedIn(lead, wanted, ...priced).length > 0 || !keepsDates(lead, wanted)
  const isTold = promoCode !== null || overrides !== null || recalculates || expectedTotal != null
  const asksPrice = isPriced || isTold || (await dependsOnOrder(ctx, lead, wanted, alteration))
  // What is named is looked at before the calendar (contract/general.md §7).
  const order =
    asksPrice && !alteration.keepsOrder && hasOrder(lead) && room !== null
      ? await priceOrder(ctx, { before: lead, after: wanted }, alteration)
      : null
  const isSame = changedIn(lead, wanted, ...altered).length === 0
  if (isSame && (order === null || (await isPricedSo(ctx, lead, order)))) {
    return { after: lead, order: null }
  }
  if (blocks(lead.status) && !isSame) {
    const { version, isReported = false } = alteration
    await takeAltered(ctx, lead, wanted, { room, unitUid, version, isReported })
  }
  const written = Object.fromEntries(changedIn(lead, wanted, ...altered).map(c => [c, wanted[c]]))
  const after = await updateLead(ctx, lead, written)
  if (changedIn(lead, after, ...ends).length > 0) await checkTimes(ctx, after)
  return { after, order }
}

/** Whether the order has a promo code that it shall lose, or a fee that counts infants. */
async function dependsOnOrder(
  ctx: Context,
  lead: LeadRow,
  wanted: LeadRow,
  { dropsPromoCode }: OrderTerms,
): Promise<boolean> {
  const hasOtherInfants = lead.infant_count !== wanted.infant_count
  if (!dropsPromoCode && !hasOtherInfants) return false
  const order = await findOrderOfLead(ctx, lead)
  if (dropsPromoCode && order?.promo_code_uid != null) return true
  return hasOtherInfants && order?.terms != null && countsInfants(order.terms)
}

type PricedOrder = Awaited<ReturnType<typeof priceOrder>>

/** Whether a lead's order says already what it would say if it were priced now. */
async function isPricedSo(ctx: Context, lead: LeadRow, wanted: PricedColumns): Promise<boolean> {
  const order = await findOrderOfLead(ctx, lead)
  return order !== undefined && isSamePrice(order, wanted)
}

const act = 'alteration'

/** Columns that decide when a lead comes and goes, and where. */
const ends = ['check_in_local', 'check_out_local', 'property_uid', 'unit_uid'] as const
/** What the price depends on, beside the dates. */
const priced = ['property_uid', ...counts] as const

/** How a lead that blocks is altered. */
interface Altering {
  room: Room | null
  unitUid: string | null
  version: Version
  isReported: boolean
}

/**
 * Takes the nights of an altered lead, if other ones are needed, and sees that it breaks no rule,
 * in the order of contract/pricing.md §4. `wanted` gets its unit.
 */
async function takeAltered(
  ctx: Context,
  lead: LeadRow,
  wanted: LeadRow,
  { room, unitUid, version, isReported }: Altering,
): Promise<void> {
  const moves = !keepsDates(lead, wanted) || changedIn(lead, wanted, 'property_uid').length > 0
  const others = changedIn(lead, wanted, 'property_uid', 'infant_count', ...counts)
  const { tests, check } = await rulesOf(ctx, lead, wanted)
  const total = wanted.adult_count + wanted.children_count
  const guests = others.length > 0 && !tests.isBlock ? total : null
  if (!isReported && (moves || others.length > 0)) check({ ...tests, guests, stayRules: false })
  if (moves || changedIn(lead, wanted, 'unit_uid').length > 0) {
    const isHeld = !changedIn(lead, wanted, 'property_uid').length
    const former = isHeld ? { ...datesOf(lead), unitUid: lead.unit_uid } : undefined
    const asked = { version, tests: { ...tests, guests: null }, isReported }
    const taking = { act, room, unitUid, isHeld, former, ...asked }
    await yieldNights(ctx, act, wanted)
    const { unitUid: found, occupancies } = await findNights(ctx, wanted, taking)
    if (!isReported) check({ ...tests, guests: null })
    await freeNights(ctx, act, lead)
    await insertOccupancies(ctx, act, occupancies)
    wanted.unit_uid = found
  }
}

/** Which rules bind an alteration, and what refuses it when it breaks one of them. */
async function rulesOf(ctx: Context, lead: LeadRow, wanted: LeadRow) {
  const placed = (row: LeadRow) => ({ stay: datesOf(row), propertyUid: row.property_uid })
  const byPartner = ctx.caller.kind === 'partner'
  const status = lead.status as LeadStatus
  const tests = alterationTests(status, placed(lead), placed(wanted), byPartner)
  const stay = datesOf(wanted)
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  const days = { from: range.a, to: range.b + 1 }
  const propertyUid = wanted.property_uid ?? ''
  const [facts] = propertyUid ? await listFacts(ctx, [propertyUid], { days }) : []
  const check = (asked: StayTests) => {
    // Whether the nights are free is asked where they are taken.
    const known = facts && { ...stayFactsOf(facts, range, ctx.clock.now()), isFree: true }
    const refusal = known && checkStay(known, stay, asked)
    if (refusal) throw refusal
  }
  return { tests, check }
}
