/** Charges and refunds in addition to the price of an order: contract/orders.md §4. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { invalidParameter } from '../../../platform/errors.ts'
import { moneyText } from '../../../platform/money.ts'
import type { OrderAdjustmentsTable } from '../../tables.ts'

export const transactionTypes = ['CHARGE', 'REFUND'] as const
export const adjustmentTypes = ['RENT', 'TAX', 'FEE', 'SERVICE', 'RESOLUTION'] as const

export type OrderAdjustment = Selectable<OrderAdjustmentsTable>

/** Fields of an adjustment that a client writes. */
export interface AdjustmentFields {
  transactionType: (typeof transactionTypes)[number]
  adjustmentType: (typeof adjustmentTypes)[number]
  /** Positive, in major units; `transactionType` decides the sign. */
  amount: number
  note: string | null
  externalId: string | null
}

/**
 * Returns the columns of an adjustment, the amount with all minor digits of the order's currency.
 *
 * @throws ApiError INVALID_PARAMETER if the amount rounds to 0 in the currency
 */
export function adjustmentColumns(fields: AdjustmentFields, currency: string) {
  const amount = moneyText(new Big(fields.amount), currency)
  if (Number(amount) === 0) throw invalidParameter('amount', `must not round to 0 ${currency}`)
  return {
    transaction_type: fields.transactionType,
    adjustment_type: fields.adjustmentType,
    amount,
    currency,
    note: fields.note,
    external_id: fields.externalId,
  }
}

/** Returns the amount for totals: negative for a refund. */
export function signedAmount(
  adjustment: Pick<OrderAdjustment, 'transaction_type'> & { amount: string | number },
): Big {
  const amount = new Big(adjustment.amount)
  return adjustment.transaction_type === 'REFUND' ? amount.neg() : amount
}
