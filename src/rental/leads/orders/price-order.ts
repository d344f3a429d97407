import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { warn } from '../../../platform/rest/response/warnings.ts'
import { newUid } from '../../../platform/uid.ts'
import { redeemPromoCode } from '../../prices/promo-codes/redeem-promo-code.ts'
import { checkCurrency } from '../../prices/quotes/check-currency.ts'
import { priceChange } from '../../prices/quotes/price-change.ts'
import type { AppliedPromoCode, PricedStay, QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { QuoteInputs } from '../../prices/quotes/quotes.ts'
import type { OrdersTable } from '../../tables.ts'
import { datesOf, type LeadRow } from '../leads/lead.ts'
import {
  applicablePromoCode,
  checkFees,
  checkOverrides,
  rejectedCodeError,
  retainedCodeRejection,
} from '../quotes/check-quote.ts'
import { checkPrice } from './check-price.ts'
import { orderColumns } from './order.ts'
import { findOrderInputs } from './order-inputs.sql.ts'

/** Inputs of a request for the price of a lead; null if it has none. */
export interface OrderTerms {
  promoCode: string | null
  /** True: removes the promo code, even if it applies to the changed stay. */
  dropsPromoCode?: boolean | undefined
  overrides: QuoteOverrides | null
  /** Path of the overrides in the request, for error messages. */
  overridesAt?: string | undefined
  /** True: recalculates the price of agreed nights, too. */
  recalculates?: boolean | undefined
  /** Total amount quoted to the client, in major units; null: none. */
  expectedTotal?: number | null | undefined
  /** Price of a held quote for this stay, used instead of the current one. */
  priced?: PricedStay | undefined
}

/**
 * Returns the order of a lead with a property, recalculated as of now (contract/orders.md §2).
 * Agreed nights retain their price, and a promo code is retained if it applies to the changed stay;
 * otherwise the response has a warning. Locks a promo code from the request until the transaction
 * ends.
 *
 * @param lead `before` is the stored lead, null for a new one
 * @param prefetchedInputs inputs of the price, if already read
 * @throws ApiError FEE_NOT_FOUND, INVALID_PARAMETER of overrides and promo codes, STATE_CONFLICT if
 *   payments or line items are in another currency, PRICE_CHANGED
 */
export async function priceOrder(
  ctx: Context,
  { before, after }: { before: LeadRow | null; after: LeadRow },
  terms: OrderTerms,
  prefetchedInputs?: QuoteInputs,
): Promise<Insertable<OrdersTable>> {
  const stay = datesOf(after)
  const stayToPrice = { propertyUid: after.property_uid!, ...stay, channel: after.channel }
  const inputs = prefetchedInputs ?? (await findOrderInputs(ctx, stayToPrice, before, terms))
  if (!inputs) throw accessDenied('propertyUid', after.property_uid!)
  const existingOrder = inputs.lead?.order
  if (existingOrder) {
    await checkCurrency(ctx, { ...existingOrder, agency_uid: inputs.agency_uid }, inputs.currency)
  }
  checkOverrides(terms.overrides, terms.overridesAt)
  await checkFees(ctx, inputs, terms.overrides, terms.overridesAt)
  const now = ctx.clock.now()
  const promoCode = await findPromoCode(ctx, inputs, terms, { ...stay, leadUid: after.uid })
  const { pet_count: pets, children_count: children, infant_count: infants, source } = after
  const counts = { guests: after.adult_count + children, children, infants, pets }
  const priceInput = { ...stay, ...counts, promoCode, overrides: terms.overrides, now, source }
  const { priced, overrides } = terms.priced
    ? { priced: terms.priced, overrides: terms.overrides }
    : await priceChange(ctx, inputs, priceInput, terms.recalculates)
  const { expectedTotal } = terms
  const leadUid = before?.uid ?? null
  if (expectedTotal != null) {
    checkPrice(inputs, priced, priceInput, { leadUid, expectedTotal })
  }
  // Leads of a split stay continue to share one use of the code, unless it is replaced.
  const isSameCode = promoCode !== null && promoCode.uid === inputs.promo?.uid
  return {
    agency_uid: after.agency_uid,
    uid: newUid(now.getTime()),
    lead_uid: after.uid,
    ...orderColumns(priced, overrides),
    promo_use_uid: isSameCode ? (existingOrder?.promo_use_uid ?? null) : null,
    created_at: now,
    updated_at: now,
  }
}

/** Returns the promo code of the request, locked, or the one of the lead's order. */
async function findPromoCode(
  ctx: Context,
  inputs: QuoteInputs,
  { promoCode, dropsPromoCode }: OrderTerms,
  { leadUid, ...stay }: { checkIn: string; checkOut: string; leadUid: string },
): Promise<AppliedPromoCode | null> {
  if (dropsPromoCode) return null
  const nights = dayOf(stay.checkOut) - dayOf(stay.checkIn)
  if (promoCode === null) {
    const retained = applicablePromoCode(inputs, { promoCode, ...stay }, ctx.clock.now())
    if (inputs.promo && !retained) warnPromoCodeDropped(ctx, inputs, { ...stay, nights })
    return retained
  }
  const codeOrRejection = await redeemPromoCode(ctx, {
    agencyUid: inputs.agency_uid,
    // Selected whenever the request has a promo code.
    agencyTimeZone: inputs.agency_time_zone!,
    code: promoCode,
    stay: { propertyUid: inputs.uid, ...stay, nights, currency: inputs.currency },
    exceptLead: leadUid,
  })
  if (typeof codeOrRejection === 'string') throw rejectedCodeError(codeOrRejection)
  return codeOrRejection
}

/** Warns that the promo code is removed, because it does not apply to the changed stay. */
function warnPromoCodeDropped(
  ctx: Context,
  inputs: QuoteInputs,
  stay: { checkIn: string; checkOut: string; nights: number },
): void {
  const { uid: propertyUid, currency, promo } = inputs
  const rejection = retainedCodeRejection(inputs, { ...stay, propertyUid, currency })
  warn(
    ctx,
    'PROMO_CODE_DROPPED',
    `${promo!.code} is not applicable to the changed stay (${rejection})`,
  )
}
