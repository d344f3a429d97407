import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { warn } from '../../../platform/rest/answers/warnings.ts'
import { newUid } from '../../../platform/uid.ts'
import { redeemPromoCode } from '../../prices/promo-codes/redeem-promo-code.ts'
import { checkCurrency } from '../../prices/quotes/check-currency.ts'
import {
  checkFees,
  checkOverrides,
  keptMisfitOf,
  notApplicable,
  promoCodeOf,
} from '../../prices/quotes/check-quote.ts'
import { priceChange } from '../../prices/quotes/price-change.ts'
import type { Discounting, PricedStay, QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { QuoteFacts } from '../../prices/quotes/quotes.ts'
import type { OrdersTable } from '../../tables.ts'
import { datesOf, type LeadRow } from '../leads/lead.ts'
import { checkPrice } from './check-price.ts'
import { orderColumns } from './order.ts'
import { findOrderFacts } from './order-facts.sql.ts'

/** What a request says of the price of a lead; null: nothing. */
export interface OrderTerms {
  promoCode: string | null
  /** The order shall have no promo code, even if one would outlive the change. */
  dropsPromoCode?: boolean | undefined
  overrides: QuoteOverrides | null
  /** Where the request has the overrides, for what it says of them. */
  overridesAt?: string | undefined
  /** Everything is priced anew, agreed nights, too. */
  recalculates?: boolean | undefined
  /** Amount that the client was quoted for the stay, in major units; null: none. */
  expectedTotal?: number | null | undefined
  /** The price that was promised for just this stay, instead of the present one. */
  priced?: PricedStay | undefined
}

/**
 * Returns the order of a lead with a property as of now (contract/orders.md §2): agreed nights keep
 * their price, and a promo code outlives a change that it still fits; the answer warns of one that
 * does not. `before` is the lead as it is stored, null when it is new. A code that is sent stays
 * locked. What the price depends on is asked, unless it is known.
 *
 * @throws ApiError FEE_NOT_FOUND, INVALID_PARAMETER of overrides and promo codes, STATE_CONFLICT
 *   where money of the order is in another currency, PRICE_CHANGED
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
  const present = facts.lead?.order
  if (present) {
    await checkCurrency(ctx, { ...present, agency_uid: facts.agency_uid }, facts.currency)
  }
  checkOverrides(terms.overrides, terms.overridesAt)
  await checkFees(ctx, facts, terms.overrides, terms.overridesAt)
  const now = ctx.clock.now()
  const promoCode = await discountOf(ctx, facts, terms, { ...stay, leadUid: after.uid })
  const { pet_count: pets, children_count: children, infant_count: infants, source } = after
  const counts = { guests: after.adult_count + children, children, infants, pets }
  const asked = { ...stay, ...counts, promoCode, overrides: terms.overrides, now, source }
  const { priced, overrides } = terms.priced
    ? { priced: terms.priced, overrides: terms.overrides }
    : await priceChange(ctx, facts, asked, terms.recalculates)
  const { expectedTotal: expected } = terms
  const leadUid = before?.uid ?? null
  if (expected != null) checkPrice(facts, priced, asked, { leadUid, expected })
  const isSameCode = promoCode !== null && promoCode.uid === facts.promo?.uid
  return {
    agency_uid: after.agency_uid,
    uid: newUid(now.getTime()),
    lead_uid: after.uid,
    ...orderColumns(priced, overrides),
    promo_use_uid: isSameCode ? (present?.promo_use_uid ?? null) : null,
    created_at: now,
    updated_at: now,
  }
}

/** The code that was sent, taken under its lock, or that of the lead's order. */
async function discountOf(
  ctx: Context,
  facts: QuoteFacts,
  { promoCode, dropsPromoCode }: OrderTerms,
  { leadUid, ...stay }: { checkIn: string; checkOut: string; leadUid: string },
): Promise<Discounting | null> {
  if (dropsPromoCode) return null
  const nights = dayOf(stay.checkOut) - dayOf(stay.checkIn)
  if (promoCode === null) {
    const kept = promoCodeOf(facts, { promoCode, ...stay }, ctx.clock.now())
    if (facts.promo && !kept) warnOfCode(ctx, facts, { ...stay, nights })
    return kept
  }
  const redeemed = await redeemPromoCode(ctx, {
    agencyUid: facts.agency_uid,
    agencyTimeZone: facts.agency_time_zone!,
    code: promoCode,
    stay: { propertyUid: facts.uid, ...stay, nights, currency: facts.currency },
    exceptLead: leadUid,
  })
  if (typeof redeemed === 'string') throw notApplicable(redeemed)
  return redeemed
}

/** Warns that the order loses its promo code, which does not fit what the stay becomes. */
function warnOfCode(
  ctx: Context,
  facts: QuoteFacts,
  stay: { checkIn: string; checkOut: string; nights: number },
): void {
  const { uid: propertyUid, currency, promo } = facts
  const reason = keptMisfitOf(facts, { ...stay, propertyUid, currency })
  warn(
    ctx,
    'PROMO_CODE_DROPPED',
    `${promo!.code} is not applicable to the changed stay (${reason})`,
  )
}
