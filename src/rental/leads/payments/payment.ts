/** Payments, recorded but not processed by the server: contract/orders.md §5. */
import Big from 'big.js'
import type { Selectable } from 'kysely'
import { invalidParameter, requiredParameter } from '../../../platform/errors.ts'
import { moneyText } from '../../../platform/money.ts'
import type { PaymentsTable } from '../../tables.ts'

export const paymentTypes = ['SALE', 'REFUND'] as const
export const paymentStatuses = ['SUCCESS', 'PENDING', 'FAILED'] as const

export type Payment = Selectable<PaymentsTable>

/** Fields of a payment that a client writes. */
export interface PaymentFields {
  type: (typeof paymentTypes)[number]
  status: (typeof paymentStatuses)[number]
  /** In major units; either sign for a refund. Null: the balance. */
  amount: number | null
  /** Currency of the payment service; null: that of the order. */
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
 * Returns the amount to store: with all minor digits of the currency, negative for a refund; null
 * if the balance is to be used.
 *
 * @throws ApiError INVALID_PARAMETER if the amount rounds to 0 in the currency
 */
export function amountToStore(
  { type, amount }: Pick<PaymentFields, 'type' | 'amount'>,
  currency: string,
): string | null {
  if (amount === null) return null
  // Clients send refunds with either sign.
  const absolute = new Big(amount).abs()
  const stored = moneyText(type === 'REFUND' ? absolute.neg() : absolute, currency)
  if (Number(stored) === 0) throw invalidParameter('amount', `must not round to 0 ${currency}`)
  return stored
}

/**
 * Returns the amount of a full payment: the balance due or, for a refund, the amount overpaid.
 *
 * @throws ApiError INVALID_PARAMETER when there is no such balance
 */
export function fullAmount(
  { type }: Pick<PaymentFields, 'type'>,
  balance: Big,
  currency: string,
): string {
  const isDue = type === 'SALE' ? balance.gt(0) : balance.lt(0)
  if (isDue) return moneyText(balance, currency)
  const balanceText = moneyText(balance, currency)
  throw invalidParameter(
    'fullPayment',
    `is not allowed: nothing is due, the balance is ${balanceText}`,
  )
}

/** Returns whether a repeated request matches the recorded payment, in the recorded currency. */
export function isSamePayment(
  existing: Pick<Payment, 'type' | 'amount' | 'full_payment'>,
  fields: Pick<PaymentFields, 'type' | 'amount' | 'currency'>,
  recordedCurrency: string,
): boolean {
  const { type, currency } = fields
  if (existing.type !== type || (currency !== null && currency !== recordedCurrency)) return false
  const amount = amountToStore(fields, recordedCurrency)
  return amount === null ? existing.full_payment : new Big(amount).eq(existing.amount)
}

/**
 * Throws if a refund exceeds the amount paid.
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
  const maxText = moneyText(paid.lt(0) ? new Big(0) : paid, currency)
  throw invalidParameter('amount', `must be at most ${maxText} ${currency}, the amount paid`)
}
