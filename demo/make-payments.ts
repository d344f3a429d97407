import Big from 'big.js'
import type { Insertable } from 'kysely'
import { moneyText } from '../src/platform/money.ts'
import { newUid } from '../src/platform/uid.ts'
import {
  type OrderAdjustment,
  signedAmount,
} from '../src/rental/leads/order-adjustments/order-adjustment.ts'
import type { Payment } from '../src/rental/leads/payments/payment.ts'
import type { LeadsTable, OrdersTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import type { DemoLeads } from './make-leads.ts'

type LeadRow = Insertable<LeadsTable>
type OrderRow = Insertable<OrdersTable>

export interface DemoPayments {
  /** Orders of the leads, with adjustments included. */
  orders: OrderRow[]
  adjustments: OrderAdjustment[]
  payments: Payment[]
}

const day = 86_400_000

/** Number of days before check-in on which the remaining amount is due. */
const dueDays = 30

const extras: Pick<OrderAdjustment, 'transaction_type' | 'adjustment_type' | 'amount' | 'note'>[] =
  [
    { transaction_type: 'CHARGE', adjustment_type: 'FEE', amount: '40', note: 'Late check-out' },
    {
      transaction_type: 'CHARGE',
      adjustment_type: 'SERVICE',
      amount: '55.5',
      note: 'Groceries delivered',
    },
    {
      transaction_type: 'CHARGE',
      adjustment_type: 'RESOLUTION',
      amount: '35',
      note: 'Broken lamp',
    },
    {
      transaction_type: 'REFUND',
      adjustment_type: 'RENT',
      amount: '60',
      note: 'Hot tub out of order',
    },
  ]

/**
 * Generates payments of guests who booked: a deposit, the whole amount, or, for a cancelled
 * booking, a deposit of which half was refunded. Some orders have adjustments.
 */
export function makePayments(
  { leads, orders }: DemoLeads,
  chance: Chance,
  now: Date,
): DemoPayments {
  const byUid = new Map(leads.map(lead => [lead.uid, lead]))
  const result: DemoPayments = { orders: [], adjustments: [], payments: [] }
  for (const order of orders) {
    const lead = byUid.get(order.lead_uid)!
    const adjustment =
      lead.status === 'BOOKED' && chance.is(0.1) ? makeAdjustment(order, lead, chance) : null
    const adjusted = adjustment ? applyAdjustment(order, adjustment) : order
    result.orders.push(adjusted)
    if (adjustment) result.adjustments.push(adjustment)
    if (lead.booked_at) result.payments.push(...makeLeadPayments(adjusted, lead, chance, now))
  }
  return result
}

function makeAdjustment(order: OrderRow, lead: LeadRow, chance: Chance): OrderAdjustment {
  const at = lead.booked_at as Date
  const extra = chance.pick(extras)
  return {
    agency_uid: order.agency_uid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    order_uid: order.uid,
    ...extra,
    amount: moneyText(new Big(extra.amount), order.currency),
    currency: order.currency,
    external_id: `adj_${chance.bytes(6).toString('hex')}`,
    created_at: at,
    updated_at: at,
  }
}

function applyAdjustment(order: OrderRow, adjustment: OrderAdjustment): OrderRow {
  const total = new Big(order.total_amount).plus(signedAmount(adjustment))
  const total_amount = moneyText(total, order.currency)
  return { ...order, total_amount, updated_at: adjustment.created_at }
}

/** Generates payments; a channel collects the whole amount at once. */
function makeLeadPayments(order: OrderRow, lead: LeadRow, chance: Chance, now: Date): Payment[] {
  const total = new Big(order.total_amount)
  if (total.lte(0)) return []
  const bookedAt = lead.booked_at as Date
  const dueAt = new Date((lead.check_in_at as Date).getTime() - dueDays * day)
  const isFullPayment = lead.source.startsWith('DIRECT_') || bookedAt >= dueAt || chance.is(0.2)
  const payment = (amount: Big, at: Date, type = 'SALE'): Payment => ({
    agency_uid: order.agency_uid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    order_uid: order.uid,
    type,
    status: 'SUCCESS',
    amount: moneyText(amount, order.currency),
    currency: order.currency,
    manual: lead.source === 'HOSTFULLY_UI',
    full_payment: isFullPayment && type === 'SALE',
    transaction_id: `pay_${chance.bytes(9).toString('hex')}`,
    notes: null,
    created_at: at,
  })
  const deposit = isFullPayment ? total : new Big(moneyText(total.div(2), order.currency))
  const payments = [payment(deposit, bookedAt)]
  if (lead.cancelled_at) {
    payments.push(payment(deposit.div(-2), lead.cancelled_at as Date, 'REFUND'))
  } else if (!isFullPayment && dueAt <= now) payments.push(payment(total.minus(deposit), dueAt))
  return payments
}
