/** A service that was ordered with a stay: contract/resources.md §1.4. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { moneyText } from '../../../platform/money.ts'
import type { OrderServicesTable } from '../../tables.ts'
import type { Service } from '../services/service.ts'

export type OrderService = Selectable<OrderServicesTable>

/** What a client writes of one. */
export interface OrderServiceFields {
  serviceUid: string
  quantity: number
  /** Undefined: that of the service. */
  quantityDescription: string | null | undefined
  /** For the whole quantity, in major units; null: the service's price times the quantity. */
  grossPrice: number | null
}

/** The price of a whole line, with all minor digits of the order's currency. */
export function linePrice(
  { grossPrice, quantity }: OrderServiceFields,
  service: Pick<Service, 'gross_price'>,
  currency: string,
): string {
  const amount = grossPrice === null ? new Big(service.gross_price).times(quantity) : grossPrice
  return moneyText(new Big(amount), currency)
}
