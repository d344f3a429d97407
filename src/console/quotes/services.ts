/** Services that are added to a booking, each once. Pure functions. */
import type { ResponseOf } from '../api/response-types.ts'
import type { Priced, Quote } from '../shared/orders/lines.ts'

export type Service = ResponseOf<'GET /services'>['services'][number]

/** Returns services that can be sold in the currency of a quote (contract/resources.md §1.4). */
export function sellableServices(services: readonly Service[], currency: string): Service[] {
  return services.filter(service => {
    return service.isActive && service.cateredTo !== 'HOST' && service.currency === currency
  })
}

/** Returns the quote with the selected services, as the order will contain them. */
export function withServices(
  quote: Quote,
  services: readonly Service[],
  serviceUids: readonly string[],
): Quote & Priced {
  const chosen = sellableServices(services, quote.currency).filter(({ uid }) =>
    serviceUids.includes(uid),
  )
  const sum = chosen.reduce((total, { grossPrice }) => total + grossPrice, quote.totalAmount)
  return {
    ...quote,
    // No currency has more than three decimals.
    totalAmount: Math.round(sum * 1_000) / 1_000,
    services: chosen.map(({ uid, title, grossPrice }) => ({ uid, title, quantity: 1, grossPrice })),
  }
}
