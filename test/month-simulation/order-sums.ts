/** Sums of an order that always hold: contract/orders.md §1.2. */
import assert from 'node:assert/strict'
import type { TestServer } from '../support/server.ts'

type Order = Awaited<ReturnType<TestServer['request']>>['body']

export const round = (amount: number) => Math.round(amount * 100) / 100

const total = (amounts: number[]) => round(amounts.reduce((sum, amount) => sum + amount, 0))

export function nightlyPrices({ rent }: Order): Map<string, number> {
  const nights: { nightlyDate: string; nightlyAmount: number }[] = rent.rentBreakdowns
  return new Map(nights.map(({ nightlyDate, nightlyAmount }) => [nightlyDate, nightlyAmount]))
}

/** Checks that nights, rent, fees, total, payments and balance of an order add up. */
export function checkSums(order: Order): void {
  const { rent, fees } = order
  const lines = [fees.cleaningFee, ...fees.otherFees].filter(line => line !== null)
  assert.equal(total([...nightlyPrices(order).values()]), rent.rentNetPrice)
  const listed = round(rent.rentNetPrice + rent.extraGuestsNetPrice)
  const bases = [rent.rentBaseNetPrice, rent.extraGuestsBaseNetPrice, rent.rateMultiplierAmount]
  assert.deepEqual([total(bases), rent.listPrice], [listed, listed])
  assert.equal(round(rent.listPrice - (rent.discount?.amount ?? 0)), rent.netPrice)
  assert.equal(total([rent.grossPrice, ...lines.map(line => line.grossPrice)]), order.totalAmount)
  assert.equal(order.balanceAmount, round(order.totalAmount - order.paidAmount))
}
