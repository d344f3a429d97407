/** An adjustment on the wire: contract/orders.md §4. */
import { utcText } from '../../../platform/dates.ts'
import {
  named,
  nullable,
  number,
  oneOf,
  shape,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { adjustmentTypes, type OrderAdjustment, transactionTypes } from './order-adjustment.ts'

export const noteMax = 2_000

export const orderAdjustment = shape('OrderAdjustment', {
  uid: uid(),
  transactionType: named('ChargeOrRefund', oneOf(transactionTypes)),
  adjustmentType: named('OrderAdjustmentType', oneOf(adjustmentTypes)),
  amount: number(),
  note: nullable(text({ max: noteMax })),
  createdUtcDateTime: utcDateTime(),
  externalId: nullable(text()),
})

/** Numbers and times may be those that the database writes into JSON. */
type Shown = Omit<OrderAdjustment, 'amount' | 'created_at'> & {
  amount: string | number
  created_at: string | Date
}

export function presentAdjustment(row: Shown) {
  return {
    uid: row.uid,
    transactionType: row.transaction_type,
    adjustmentType: row.adjustment_type,
    amount: Number(row.amount),
    note: row.note,
    createdUtcDateTime: utcText(new Date(row.created_at)),
    externalId: row.external_id,
  }
}
