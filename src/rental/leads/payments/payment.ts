/** Payments that the server keeps a record of: contract/orders.md §5. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { invalidParameter, requiredParameter } from '../../../platform/errors.ts'
import { moneyText } from '../../../platform/money.ts'
import type { PaymentsTable } from '../../tables.ts'

export const paymentTypes = ['SALE', 'REFUND'] as const
export const paymentStatuses = ['SUCCESS', 'PENDING', 'FAILED'] as const

export type Payment = Selectable<PaymentsTable>

/** What a client tells of a payment. */
export interface PaymentFields {
  type: (typeof paymentTypes)[number]
  status: (typeof paymentStatuses)[number]
  /** In major units; a refund's may have either sign. Null: what is left to pay. */
  amount: number | null
  /** Currency that the payment service names; null: that of the order. */
  currency: string | null
  manual: boolean
  fullPayment: boolean
  transactionId: string | null
  notes: string | null
}

/** @throws ApiError REQUIRED_PARAMETER, INVALID_PARAMETER */
export function checkAmount(fields: Pick<PaymentFields, 'type' | 'amount' | 'fullPayment'>) {
  const { type, amount, fullPayment } = fields
  if (amount === null) {
    if (!fullPayment) throw requiredParameter('amount')
  } else if (type === 'SALE' && amount <= 0) {
    throw invalidParameter('amount', 'must be greater than 0')
  } else if (amount === 0) throw invalidParameter('amount', 'must not be 0')
}

/**
 * The amount as it is stored: with all minor digits of the currency, negative for a refund. Null
 * when it is to be the balance.
 *
 * @throws ApiError INVALID_PARAMETER when the currency has no amount as small
 */
export function givenAmount(
  { type, amount }: Pick<PaymentFields, 'type' | 'amount'>,
  currency: string,
): string | null {
  if (amount === null) return null
  const size = new Big(amount).abs()
  const text = moneyText(type === 'REFUND' ? size.neg() : size, currency)
  if (Number(text) === 0) throw invalidParameter('amount', `must not round to 0 ${currency}`)
  return text
}

/**
 * The balance as the amount of a full payment: what is left to pay or, for a refund, was paid too
 * much.
 *
 * @throws ApiError INVALID_PARAMETER when there is no such balance
 */
export function fullAmount(
  { type }: Pick<PaymentFields, 'type'>,
  balance: Big,
  currency: string,
): string {
  const isThere = type === 'SALE' ? balance.gt(0) : balance.lt(0)
  if (isThere) return moneyText(balance, currency)
  const present = moneyText(balance, currency)
  throw invalidParameter('fullPayment', `is not allowed: nothing is due, the balance is ${present}`)
}

/** Whether a payment that is sent again is the one that was recorded in a currency. */
export function isSame(
  known: Pick<Payment, 'type' | 'amount' | 'full_payment'>,
  fields: Pick<PaymentFields, 'type' | 'amount' | 'currency'>,
  recorded: string,
): boolean {
  const { type, currency } = fields
  if (known.type !== type || (currency !== null && currency !== recorded)) return false
  const amount = givenAmount(fields, recorded)
  return amount === null ? known.full_payment : new Big(amount).eq(known.amount)
}

/**
 * Refuses to give back more than was paid.
 *
 * @param amount as it would be stored
 * @throws ApiError INVALID_PARAMETER
 */
export function checkRefund(
  { type, status }: Pick<PaymentFields, 'type' | 'status'>,
  amount: string,
  paid: Big,
  currency: string,
): void {
  if (type !== 'REFUND' || status === 'FAILED' || paid.plus(amount).gte(0)) return
  const most = moneyText(paid.lt(0) ? new Big(0) : paid, currency)
  throw invalidParameter('amount', `must be at most ${most} ${currency}, the amount paid`)
}
