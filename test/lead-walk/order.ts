/** What an order comes to: contract/pricing.md §7 for prices without taxes, rules and discounts. */
import type { Model, ModelLead, ModelOrder } from './facts.ts'
import type { ModelProperty } from './world.ts'

type Stay = Pick<ModelLead, 'a' | 'b' | 'adults' | 'children' | 'pets'>

/** A new order. */
export function orderFor(property: ModelProperty, stay: Stay, rent: number | null): ModelOrder {
  const nights = presentNights(property, stay, rent)
  return { nights, rent, adjusted: 0, total: totalOf(property, stay, nights) }
}

/**
 * Prices the order of a changed stay (contract/orders.md §2): agreed nights keep their price, but
 * for those of an inquiry and those at a house that asks another one at present.
 *
 * @param former the stay as it was
 * @param rent an override that was sent; null removes one, undefined: none was sent
 */
export function priceAgain(
  model: Model,
  lead: ModelLead & { order: ModelOrder },
  former: Pick<ModelLead, 'a' | 'b' | 'property'>,
  rent: number | null | undefined,
): void {
  const { order } = lead
  const [here, there] = [model.properties[lead.property], model.properties[former.property]]
  const isSamePlace = lead.property === former.property
  const isKept = (night: number) =>
    lead.state !== 'NW' &&
    night in order.nights &&
    (isSamePlace || here.dailyRate === there.dailyRate)
  const kept = range(lead).filter(isKept)
  const replaces = rent !== undefined && (rent !== null || order.rent !== null)
  if (kept.length === 0 || replaces) {
    const isSameStay = isSamePlace && lead.a === former.a && lead.b === former.b
    if (rent !== undefined) order.rent = rent
    else if (!isSameStay) order.rent = null
    order.nights = presentNights(here, lead, order.rent)
  } else {
    const priceOf = (night: number) =>
      isKept(night) ? order.nights[night]! : here.dailyRate * cents
    order.nights = Object.fromEntries(range(lead).map(night => [night, priceOf(night)]))
    if (!isSamePlace) order.rent = null
    else if (order.rent !== null) order.rent = sumOf(order.nights) / cents
  }
  order.total = totalOf(here, lead, order.nights)
}

const cents = 100

function range({ a, b }: Pick<Stay, 'a' | 'b'>): number[] {
  return Array.from({ length: b - a }, (_, i) => a + i)
}

/** Nights at the present rate, or an overridden rent by cumulative shares; in cents. */
function presentNights({ dailyRate }: ModelProperty, stay: Stay, rent: number | null) {
  const count = stay.b - stay.a
  const upTo = (i: number) => Math.round(((rent ?? 0) * cents * i) / count)
  const priceOf = (i: number) => (rent === null ? dailyRate * cents : upTo(i + 1) - upTo(i))
  return Object.fromEntries(range(stay).map((night, i) => [night, priceOf(i)]))
}

function totalOf(property: ModelProperty, stay: Stay, nights: ModelOrder['nights']): number {
  const { extraGuestFee, baseGuests, cleaningFee, petFee } = property
  const extraGuests = Math.max(0, stay.adults + stay.children - baseGuests)
  const others = extraGuestFee * extraGuests * (stay.b - stay.a) + cleaningFee + petFee * stay.pets
  return (sumOf(nights) + others * cents) / cents
}

function sumOf(nights: ModelOrder['nights']): number {
  return Object.values(nights).reduce((sum, price) => sum + price, 0)
}
