/** Order totals: contract/pricing.md §7 for prices without taxes, rules and discounts. */

import type { ModelProperty } from './fixture.ts'
import type { Model, ModelLead, ModelOrder } from './model-state.ts'

type Stay = Pick<ModelLead, 'a' | 'b' | 'adults' | 'children' | 'pets'>

export function newOrder(property: ModelProperty, stay: Stay, rent: number | null): ModelOrder {
  const nights = currentPrices(property, stay, rent)
  return { nights, rent, adjusted: 0, total: calculateTotal(property, stay, nights) }
}

/**
 * Recalculates the order of a changed stay (contract/orders.md §2). Nights keep their agreed price,
 * except in an inquiry and if the new property has another rate.
 *
 * @param former stay before the change
 *
 * @param rent override in the request; null removes it, undefined leaves it
 */
export function repriceOrder(
  model: Model,
  lead: ModelLead & { order: ModelOrder },
  former: Pick<ModelLead, 'a' | 'b' | 'property'>,
  rent: number | null | undefined,
): void {
  const { order } = lead
  const [property, formerProperty] = [
    model.properties[lead.property],
    model.properties[former.property],
  ]
  const isSameProperty = lead.property === former.property
  const keepsPrice = (night: number) =>
    lead.state !== 'NW' &&
    night in order.nights &&
    (isSameProperty || property.dailyRate === formerProperty.dailyRate)
  const unchangedNights = range(lead).filter(keepsPrice)
  const replaces = rent !== undefined && (rent !== null || order.rent !== null)
  if (unchangedNights.length === 0 || replaces) {
    const isSameStay = isSameProperty && lead.a === former.a && lead.b === former.b
    if (rent !== undefined) order.rent = rent
    else if (!isSameStay) order.rent = null
    order.nights = currentPrices(property, lead, order.rent)
  } else {
    const nightPrice = (night: number) =>
      keepsPrice(night) ? order.nights[night]! : property.dailyRate * cents
    order.nights = Object.fromEntries(range(lead).map(night => [night, nightPrice(night)]))
    if (!isSameProperty) order.rent = null
    else if (order.rent !== null) order.rent = sumPrices(order.nights) / cents
  }
  order.total = calculateTotal(property, lead, order.nights)
}

const cents = 100

function range({ a, b }: Pick<Stay, 'a' | 'b'>): number[] {
  return Array.from({ length: b - a }, (_, i) => a + i)
}

/**
 * Returns the prices of nights in cents: the current rate, or an overridden rent in cumulative
 * shares.
 */
function currentPrices({ dailyRate }: ModelProperty, stay: Stay, rent: number | null) {
  const count = stay.b - stay.a
  const cumulativeShare = (i: number) => Math.round(((rent ?? 0) * cents * i) / count)
  const nightPrice = (i: number) =>
    rent === null ? dailyRate * cents : cumulativeShare(i + 1) - cumulativeShare(i)
  return Object.fromEntries(range(stay).map((night, i) => [night, nightPrice(i)]))
}

function calculateTotal(property: ModelProperty, stay: Stay, nights: ModelOrder['nights']): number {
  const { extraGuestFee, baseGuests, cleaningFee, petFee } = property
  const extraGuests = Math.max(0, stay.adults + stay.children - baseGuests)
  const additional =
    extraGuestFee * extraGuests * (stay.b - stay.a) + cleaningFee + petFee * stay.pets
  return (sumPrices(nights) + additional * cents) / cents
}

function sumPrices(nights: ModelOrder['nights']): number {
  return Object.values(nights).reduce((sum, price) => sum + price, 0)
}
