/** Service ordered with a stay: contract/resources.md §1.4. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { moneyText } from '../../../platform/money.ts'
import type { OrderServicesTable, ServicesTable } from '../../tables.ts'

export type OrderService = Selectable<OrderServicesTable>

/** Fields of an ordered service that a client writes. */
export interface OrderServiceFields {
  serviceUid: string
  quantity: number
  /** Undefined: use the description of the service. */
  quantityDescription: string | null | undefined
  /** For the whole quantity, in major units; null: the service's price times the quantity. */
  grossPrice: number | null
}

/** Returns the gross price of an ordered service, with all minor digits of the order's currency. */
export function linePrice(
  { grossPrice, quantity }: OrderServiceFields,
  service: Pick<Selectable<ServicesTable>, 'gross_price'>,
  currency: string,
): string {
  const amount = grossPrice === null ? new Big(service.gross_price).times(quantity) : grossPrice
  return moneyText(new Big(amount), currency)
}
