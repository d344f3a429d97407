/** What an order comes to: contract/pricing.md §7 for prices without taxes, rules and discounts. */
import type { ModelLead } from './facts.ts'
import type { ModelProperty } from './world.ts'

type Stay = Pick<ModelLead, 'a' | 'b' | 'adults' | 'children' | 'pets'>

export function priceOf(property: ModelProperty, stay: Stay, rent: number | null): number {
  const { dailyRate, extraGuestFee, baseGuests, cleaningFee, petFee } = property
  const nights = stay.b - stay.a
  const extraGuests = Math.max(0, stay.adults + stay.children - baseGuests)
  const lodging = (rent ?? dailyRate * nights) + extraGuestFee * extraGuests * nights
  return lodging + cleaningFee + petFee * stay.pets
}
