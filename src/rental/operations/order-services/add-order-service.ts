import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  linePrice,
  type OrderService,
  type OrderServiceFields,
} from '../../leads/order-services/order-service.ts'
import { lockEditableOrder } from '../../leads/orders/lock-editable-order.ts'
import type { OrderKey } from '../../leads/orders/order.ts'
import { recalculateChangedOrder } from '../../leads/orders/recalculate-changed-order.ts'
import { requireServiceForShare } from '../services/services.ts'

/**
 * Adds a service to an order, whatever the status of its lead (contract/resources.md §1.4).
 *
 * @throws ApiError SERVICE_NOT_FOUND; INVALID_PARAMETER for a service that is not for guests or in
 *   another currency
 */
export async function addOrderService(
  ctx: Context,
  key: OrderKey,
  fields: OrderServiceFields,
): Promise<OrderService> {
  return transaction(ctx, async (ctx: Context) => {
    const service = await requireServiceForShare(ctx, key.agency_uid, fields.serviceUid)
    if (service.catered_to === 'HOST')
      throw invalidParameter('serviceUid', 'must name a service that is offered to guests')
    const orderToChange = await lockEditableOrder(ctx, key)
    if (service.currency !== orderToChange.order.currency) {
      const currencies = `${service.currency}, the order in ${orderToChange.order.currency}`
      throw invalidParameter(
        'serviceUid',
        `must be priced in the currency of the order: it is in ${currencies}`,
      )
    }
    const { quantity, quantityDescription = service.quantity_description } = fields
    const now = ctx.clock.now()
    const added = {
      agency_uid: key.agency_uid,
      uid: newUid(now.getTime()),
      order_uid: key.uid,
      service_uid: service.uid,
      title: service.title,
      gross_price: linePrice(fields, service, orderToChange.order.currency),
      currency: orderToChange.order.currency,
      quantity,
      quantity_description: quantityDescription,
      created_at: now,
    }
    await insertRows(ctx, 'order_services', [added])
    await recalculateChangedOrder(ctx, orderToChange, 'order-service')
    return added
  })
}
