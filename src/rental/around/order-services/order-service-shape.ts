/** A service of an order on the wire: contract/orders.md §1.2, resources.md §1.4. */
import { nullable, number, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { OrderService } from './order-service.ts'

export const orderService = shape('OrderService', {
  uid: uid(),
  title: text(),
  grossPrice: number(),
  quantity: number(),
  quantityDescription: nullable(text()),
  serviceUid: uid(),
})

/** Numbers may be those that the database writes into JSON. */
type Shown = Omit<OrderService, 'gross_price' | 'created_at'> & { gross_price: string | number }

export function presentOrderService(row: Shown) {
  return {
    uid: row.uid,
    title: row.title,
    grossPrice: Number(row.gross_price),
    quantity: row.quantity,
    quantityDescription: row.quantity_description,
    serviceUid: row.service_uid,
  }
}
