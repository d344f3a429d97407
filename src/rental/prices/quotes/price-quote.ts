import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { stayFactsOf } from '../calendar-facts/facts.ts'
import { priceFacts } from '../stay-prices/price-facts.ts'
import { requireStay } from '../stays/require-stay.ts'
import { isForRequestOnly } from '../stays/stay.ts'
import { alterationTests, quoteTests } from '../stays/stay-tests.ts'
import { checkCurrency } from './check-currency.ts'
import { checkChildren, checkReferences, promoCodeOf, type WantedQuote } from './check-quote.ts'
import { priceChange } from './price-change.ts'
import type { PricedStay, QuotedOrder } from './quote.ts'
import { findQuoteFacts, type QuoteFacts } from './quotes.ts'

/** A priced stay and what it was priced for. */
export interface Quote extends PricedStay {
  wanted: WantedQuote
  property: QuoteFacts
  guests: number
  children: number
  pets: number
  bookingStrategy: string
  /** Price if nothing stayed as it was agreed, in a quote for a lead. */
  recalculated: PricedStay | null
}

/**
 * What a stay would cost now, if it may be booked: contract/orders.md §8. One statement when it
 * may, further ones only to refuse it. A quote for a lead is one for its alteration: what the
 * request leaves out, the lead and its order say.
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, FEE_NOT_FOUND, INVALID_PARAMETER, STATE_CONFLICT,
 *   and what `requireStay` refuses
 */
export async function priceQuote(ctx: Context, wanted: WantedQuote): Promise<Quote> {
  const facts = await findFacts(ctx, wanted)
  await checkReferences(ctx, facts, wanted)
  const { lead } = facts
  if (lead?.order) await checkOrderCurrency(ctx, facts, lead.order)
  const adults = wanted.adults ?? lead?.adult_count ?? 1
  const guests = wanted.guests ?? Math.max(1, adults + (lead?.children_count ?? 0))
  const children = wanted.children ?? Math.min(guests, lead?.children_count ?? 0)
  const pets = wanted.pets ?? lead?.pet_count ?? 0
  const infants = wanted.infants ?? lead?.infant_count ?? 0
  checkChildren(children, guests)
  const now = ctx.clock.now()
  const promoCode = promoCodeOf(facts, wanted, now)
  const range = {
    a: dayOf(wanted.checkIn),
    b: dayOf(wanted.checkOut),
    isBlock: lead?.status === 'BLOCKED',
  }
  const stay = stayFactsOf(facts, range, now, { unitUid: wanted.unitUid?.toLowerCase() })
  const tests = testsOf(ctx, facts, wanted, guests)
  await requireStay(ctx, stay, wantedStay(facts, wanted, tests))
  const { checkIn, checkOut, overrides } = wanted
  const asked = { checkIn, checkOut, guests, children, infants, pets, promoCode, overrides, now }
  const { priced } = await priceChange(ctx, facts, asked)
  const recalculated = lead?.order ? priceFacts(facts, asked) : null
  const strategy = facts.hostfully_booking_strategy
  const isRequest = strategy === 'INSTANT_BOOKING' && isForRequestOnly(stay, wanted, tests)
  const bookingStrategy = isRequest ? 'BOOKING_REQUEST' : strategy
  const counts = { guests, children, pets }
  return { ...priced, wanted, property: facts, ...counts, bookingStrategy, recalculated }
}

/** @throws ApiError STATE_CONFLICT where money of the lead's order is in another currency */
async function checkOrderCurrency(ctx: Context, facts: QuoteFacts, order: QuotedOrder) {
  const { agency_uid, currency } = facts
  await checkCurrency(ctx, { ...order, agency_uid }, currency)
}

/** @throws ApiError ACCESS_DENIED when the property is out of reach */
async function findFacts(ctx: Context, wanted: WantedQuote): Promise<QuoteFacts> {
  const propertyUid = asUid(wanted.propertyUid)
  const facts =
    propertyUid &&
    (await findQuoteFacts(ctx, {
      propertyUid,
      from: dayOf(wanted.checkIn),
      to: dayOf(wanted.checkOut),
      leadUid: wanted.leadUid && asUid(wanted.leadUid),
      promoCode: wanted.promoCode,
    }))
  if (!facts) throw accessDenied('propertyUid', wanted.propertyUid)
  return facts
}

function testsOf(ctx: Context, facts: QuoteFacts, wanted: WantedQuote, guests: number) {
  const { lead } = facts
  if (!lead) return quoteTests(guests)
  const before = {
    stay: { checkIn: lead.check_in, checkOut: lead.check_out },
    propertyUid: lead.property_uid,
  }
  const after = { stay: wanted, propertyUid: facts.uid }
  const byPartner = ctx.caller.kind === 'partner'
  return { guests, ...alterationTests(lead.status, before, after, byPartner) }
}

function wantedStay(facts: QuoteFacts, wanted: WantedQuote, tests: ReturnType<typeof testsOf>) {
  const { unitUid, version } = wanted
  const { checkIn, checkOut } = wanted
  return {
    property: facts,
    stay: { checkIn, checkOut },
    tests,
    unitUid: unitUid?.toLowerCase(),
    exceptLead: facts.lead?.uid,
    version,
  }
}
