import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { toStayInputs } from '../../prices/availability/calendar-inputs.ts'
import { checkCurrency } from '../../prices/quotes/check-currency.ts'
import { priceChange } from '../../prices/quotes/price-change.ts'
import type { PricedStay, QuotedOrder } from '../../prices/quotes/quote.ts'
import { findQuoteInputs, type QuoteInputs } from '../../prices/quotes/quotes.ts'
import { priceQuotedStay } from '../../prices/stay-prices/price-quoted-stay.ts'
import { alterationChecks, quoteRules } from '../../prices/stays/applied-rules.ts'
import { requireStay } from '../../prices/stays/require-stay.ts'
import { isForRequestOnly } from '../../prices/stays/stay.ts'
import {
  applicablePromoCode,
  checkChildren,
  checkReferences,
  type QuoteRequest,
} from './check-quote.ts'

/** Priced stay, and the request it was priced for. */
export interface Quote extends PricedStay {
  request: QuoteRequest
  property: QuoteInputs
  guests: number
  children: number
  pets: number
  bookingStrategy: string
  /** Price without agreed nights, in a quote for a lead; otherwise null. */
  recalculated: PricedStay | null
}

/**
 * Returns the current price of a stay that can be booked (contract/orders.md §8), with one
 * statement; only errors need more. A quote for a lead is priced as its alteration: fields that the
 * request leaves out are those of the lead and its order.
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND, FEE_NOT_FOUND, INVALID_PARAMETER, STATE_CONFLICT,
 *   and those of `requireStay`
 */
export async function priceQuote(ctx: Context, request: QuoteRequest): Promise<Quote> {
  const inputs = await requireQuoteInputs(ctx, request)
  await checkReferences(ctx, inputs, request)
  const { lead } = inputs
  if (lead?.order) await checkOrderCurrency(ctx, inputs, lead.order)
  const adults = request.adults ?? lead?.adult_count ?? 1
  const guests = request.guests ?? Math.max(1, adults + (lead?.children_count ?? 0))
  const children = request.children ?? Math.min(guests, lead?.children_count ?? 0)
  const pets = request.pets ?? lead?.pet_count ?? 0
  const infants = request.infants ?? lead?.infant_count ?? 0
  checkChildren(children, guests)
  const now = ctx.clock.now()
  const promoCode = applicablePromoCode(inputs, request, now)
  const range = {
    a: dayOf(request.checkIn),
    b: dayOf(request.checkOut),
    isBlock: lead?.status === 'BLOCKED',
  }
  const stay = toStayInputs(inputs, range, now, { unitUid: request.unitUid?.toLowerCase() })
  const appliedRules = quotedStayRules(ctx, inputs, request, guests)
  await requireStay(ctx, stay, requestedStay(inputs, request, appliedRules))
  const { checkIn, checkOut, overrides } = request
  const priceInput = {
    checkIn,
    checkOut,
    guests,
    children,
    infants,
    pets,
    promoCode,
    overrides,
    now,
  }
  const { priced } = await priceChange(ctx, inputs, priceInput)
  const recalculated = lead?.order ? priceQuotedStay(inputs, priceInput) : null
  const propertyStrategy = inputs.hostfully_booking_strategy
  const isRequestOnly =
    propertyStrategy === 'INSTANT_BOOKING' && isForRequestOnly(stay, request, appliedRules)
  const bookingStrategy = isRequestOnly ? 'BOOKING_REQUEST' : propertyStrategy
  const counts = { guests, children, pets }
  return { ...priced, request, property: inputs, ...counts, bookingStrategy, recalculated }
}

/** @throws ApiError STATE_CONFLICT if money of the lead's order is in another currency */
async function checkOrderCurrency(ctx: Context, inputs: QuoteInputs, order: QuotedOrder) {
  const { agency_uid, currency } = inputs
  await checkCurrency(ctx, { ...order, agency_uid }, currency)
}

/** @throws ApiError ACCESS_DENIED if the property is not accessible */
async function requireQuoteInputs(ctx: Context, request: QuoteRequest): Promise<QuoteInputs> {
  const propertyUid = asUid(request.propertyUid)
  const inputs =
    propertyUid &&
    (await findQuoteInputs(ctx, {
      propertyUid,
      from: dayOf(request.checkIn),
      to: dayOf(request.checkOut),
      leadUid: request.leadUid && asUid(request.leadUid),
      promoCode: request.promoCode,
    }))
  if (!inputs) throw accessDenied('propertyUid', request.propertyUid)
  return inputs
}

function quotedStayRules(ctx: Context, inputs: QuoteInputs, request: QuoteRequest, guests: number) {
  const { lead } = inputs
  if (!lead) return quoteRules(guests)
  const before = {
    stay: { checkIn: lead.check_in, checkOut: lead.check_out },
    propertyUid: lead.property_uid,
  }
  const after = { stay: request, propertyUid: inputs.uid }
  const isPartner = ctx.caller.kind === 'partner'
  return { guests, ...alterationChecks(lead.status, before, after, isPartner) }
}

function requestedStay(
  inputs: QuoteInputs,
  request: QuoteRequest,
  appliedRules: ReturnType<typeof quotedStayRules>,
) {
  const { unitUid, checkIn, checkOut, version } = request
  return {
    property: inputs,
    stay: { checkIn, checkOut },
    tests: appliedRules,
    unitUid: unitUid?.toLowerCase(),
    exceptLead: inputs.lead?.uid,
    version,
  }
}
