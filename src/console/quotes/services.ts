/** Services that are added to a booking, each once. Pure. */
import type { AnswerOf } from '../api/answer.ts'
import type { Priced, Quote } from '../orders/lines.ts'

export type Service = AnswerOf<'GET /services'>['services'][number]

/** Those that guests can be given, in the currency of a quote: contract/resources.md §1.4. */
export function servicesFor(services: readonly Service[], currency: string): Service[] {
  return services.filter(service => {
    return service.isActive && service.cateredTo !== 'HOST' && service.currency === currency
  })
}

/** The price with the services that are wanted: what the order will say. */
export function withServices(
  quote: Quote,
  services: readonly Service[],
  wanted: readonly string[],
): Quote & Priced {
  const chosen = servicesFor(services, quote.currency).filter(({ uid }) => wanted.includes(uid))
  const sum = chosen.reduce((total, { grossPrice }) => total + grossPrice, quote.totalAmount)
  return {
    ...quote,
    // No currency has more than three decimals.
    totalAmount: Math.round(sum * 1_000) / 1_000,
    services: chosen.map(({ uid, title, grossPrice }) => ({ uid, title, quantity: 1, grossPrice })),
  }
}
