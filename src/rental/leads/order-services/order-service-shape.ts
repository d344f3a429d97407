/** Response schema of a service of an order: contract/orders.md §1.2, resources.md §1.4. */
import { nullable, number, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { OrderService } from './order-service.ts'

export const orderServiceSchema = shape('OrderService', {
  uid: uid(),
  title: text(),
  grossPrice: number(),
  quantity: number(),
  quantityDescription: nullable(text()),
  serviceUid: uid(),
})

/** Service from a row or from JSON of the database, whose numbers differ in type. */
type OrderServiceRow = Omit<OrderService, 'gross_price' | 'created_at'> & {
  gross_price: string | number
}

export function presentOrderService(row: OrderServiceRow) {
  return {
    uid: row.uid,
    title: row.title,
    grossPrice: Number(row.gross_price),
    quantity: row.quantity,
    quantityDescription: row.quantity_description,
    serviceUid: row.service_uid,
  }
}
