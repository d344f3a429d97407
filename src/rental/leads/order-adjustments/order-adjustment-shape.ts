/** Response schema of an adjustment: contract/orders.md §4. */
import { utcText } from '../../../platform/dates/dates.ts'
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

export const orderAdjustmentSchema = shape('OrderAdjustment', {
  uid: uid(),
  transactionType: named('ChargeOrRefund', oneOf(transactionTypes)),
  adjustmentType: named('OrderAdjustmentType', oneOf(adjustmentTypes)),
  amount: number(),
  note: nullable(text({ max: noteMax })),
  createdUtcDateTime: utcDateTime(),
  externalId: nullable(text()),
})

/** Adjustment from a row or from JSON of the database, with numbers and times of either. */
type AdjustmentRow = Omit<OrderAdjustment, 'amount' | 'created_at'> & {
  amount: string | number
  created_at: string | Date
}

export function presentAdjustment(row: AdjustmentRow) {
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
