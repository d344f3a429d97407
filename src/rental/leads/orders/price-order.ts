import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { redeemPromoCode } from '../../prices/promo-codes/redeem-promo-code.ts'
import { checkCurrency } from '../../prices/quotes/check-currency.ts'
import {
  checkFees,
  checkOverrides,
  notApplicable,
  promoCodeOf,
} from '../../prices/quotes/check-quote.ts'
import type { Discounting, PricedStay, QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { QuoteFacts } from '../../prices/quotes/quotes.ts'
import { priceFacts } from '../../prices/stay-prices/price-facts.ts'
import type { OrdersTable } from '../../tables.ts'
import { datesOf, keepsDates, type LeadRow } from '../leads/lead.ts'
import { orderColumns } from './order.ts'
import { findOrderFacts } from './order-facts.sql.ts'
import { findOrderOfLead } from './orders.ts'

/** What a request says of the price of a lead; null: nothing. */
export interface OrderTerms {
  promoCode: string | null
  /** The order shall have no promo code, even if one would outlive the change. */
  dropsPromoCode?: boolean | undefined
  overrides: QuoteOverrides | null
  /** Where the request has the overrides, for what it says of them. */
  overridesAt?: string | undefined
  /** The price that was promised for just this stay, instead of the present one. */
  priced?: PricedStay | undefined
}

/**
 * What the order of a lead with a property would be now (contract/orders.md §2). Without others
 * sent, overrides outlive a change that keeps property and dates, a promo code one that it still
 * fits. `before` is the lead as it is stored, null when it is new. A code that is sent stays
 * locked. What the price depends on is asked, unless it is known.
 *
 * @throws ApiError FEE_NOT_FOUND, INVALID_PARAMETER of overrides and promo codes, STATE_CONFLICT
 *   where money of the order is in another currency
 */
export async function priceOrder(
  ctx: Context,
  { before, after }: { before: LeadRow | null; after: LeadRow },
  terms: OrderTerms,
  known?: QuoteFacts,
): Promise<Insertable<OrdersTable>> {
  const stay = datesOf(after)
  const place = { propertyUid: after.property_uid!, ...stay, channel: after.channel }
  const facts = known ?? (await findOrderFacts(ctx, place, before, terms))
  if (!facts) throw accessDenied('propertyUid', after.property_uid!)
  const present = before && (await findOrderOfLead(ctx, before))
  if (present) await checkCurrency(ctx, present, facts.currency)
  checkOverrides(terms.overrides, terms.overridesAt)
  await checkFees(ctx, facts, terms.overrides, terms.overridesAt)
  const now = ctx.clock.now()
  const keepsPlace = before?.property_uid === after.property_uid && keepsDates(before, after)
  const kept = keepsPlace ? facts.lead!.quote_overrides : null
  const overrides = terms.overrides ?? kept
  const promoCode = await discountOf(ctx, facts, after, terms, stay)
  const guests = after.adult_count + after.children_count
  const { pet_count: pets, source } = after
  const asked = { ...stay, guests, pets, promoCode, overrides, now, source }
  const priced = terms.priced ?? priceFacts(facts, asked)
  return {
    agency_uid: after.agency_uid,
    uid: newUid(now.getTime()),
    lead_uid: after.uid,
    ...orderColumns(priced, overrides),
    created_at: now,
    updated_at: now,
  }
}

/** The code that was sent, taken under its lock, or that of the lead's order. */
async function discountOf(
  ctx: Context,
  facts: QuoteFacts,
  lead: LeadRow,
  { promoCode, dropsPromoCode }: OrderTerms,
  stay: { checkIn: string; checkOut: string },
): Promise<Discounting | null> {
  if (dropsPromoCode) return null
  if (promoCode === null) return promoCodeOf(facts, { promoCode, ...stay }, ctx.clock.now())
  const nights = dayOf(stay.checkOut) - dayOf(stay.checkIn)
  const redeemed = await redeemPromoCode(ctx, {
    agencyUid: facts.agency_uid,
    agencyTimeZone: facts.agency_time_zone!,
    code: promoCode,
    stay: { propertyUid: facts.uid, ...stay, nights, currency: facts.currency },
    exceptLead: lead.uid,
  })
  if (typeof redeemed === 'string') throw notApplicable(redeemed)
  return redeemed
}
