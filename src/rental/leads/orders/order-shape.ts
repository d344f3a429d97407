/** Response schema of an order: contract/orders.md §1. */
import Big from 'big.js'
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  date,
  listOf,
  nullable,
  number,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { feeMembers, rentShape } from '../../prices/stay-prices/priced-shape.ts'
import { signedAmount } from '../order-adjustments/order-adjustment.ts'
import {
  orderAdjustmentSchema,
  presentAdjustment,
} from '../order-adjustments/order-adjustment-shape.ts'
import { orderServiceSchema, presentOrderService } from '../order-services/order-service-shape.ts'
import type { StoredLine } from './order.ts'
import type { OrderDetails } from './orders.ts'

const rentSchema = rentShape(Type.Object({ nightlyAmount: number(), nightlyDate: date() }))

const feeSchema = shape('OrderFee', feeMembers)

export const orderSchema = shape('Order', {
  uid: uid(),
  leadUid: uid(),
  creationUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
  rent: rentSchema,
  securityDeposit: since('3.3', number()),
  fees: Type.Object({ cleaningFee: nullable(feeSchema), otherFees: listOf(feeSchema) }),
  services: listOf(orderServiceSchema),
  adjustments: listOf(shape('OrderAdjustmentShare', { isPaid: bool(), amount: number() })),
  adjustmentItems: listOf(orderAdjustmentSchema),
  rateMultiplier: nullable(number()),
  currency: text(),
  totalAmount: number(),
  totalTaxesAmount: number(),
  paidAmount: since('3.3', number()),
  balanceAmount: since('3.3', number()),
  channelCommission: nullable(Type.Object({ amount: number() })),
  externalOrderId: nullable(text()),
})

export function presentOrder(row: OrderDetails) {
  const isPaid = balanceDue(row).lte(0)
  const { cleaning, others } = splitFees(row)
  return {
    uid: row.uid,
    leadUid: row.lead_uid,
    creationUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
    rent: presentRent(row),
    securityDeposit: Number(row.security_deposit),
    fees: {
      cleaningFee: cleaning ? presentFee(cleaning) : null,
      otherFees: others.map(presentFee),
    },
    services: row.services.map(presentOrderService),
    adjustments: row.adjustments.map(adjustment => ({
      isPaid,
      amount: signedAmount(adjustment).toNumber(),
    })),
    adjustmentItems: row.adjustments.map(presentAdjustment),
    rateMultiplier: row.rate_multiplier === null ? null : Number(row.rate_multiplier),
    currency: row.currency,
    totalAmount: Number(row.total_amount),
    totalTaxesAmount: Number(row.total_taxes_amount),
    paidAmount: Number(row.paid),
    balanceAmount: balanceDue(row).toNumber(),
    channelCommission: row.channel_commission && { amount: Number(row.channel_commission) },
    externalOrderId: row.external_booking_id,
  }
}

/** Returns the amount left to pay; negative if overpaid. */
export function balanceDue({ total_amount, paid }: OrderDetails): Big {
  return new Big(total_amount).minus(paid)
}

/** Returns the cleaning fee, and the other fees in their order. */
export function splitFees({ fee_lines }: OrderDetails) {
  return {
    cleaning: fee_lines.find(({ kind }) => kind === 'CLEANING'),
    others: fee_lines.filter(({ kind }) => kind !== 'CLEANING'),
  }
}

function presentRent(row: OrderDetails) {
  return {
    rentNetPrice: Number(row.rent_net_price),
    rentBaseNetPrice: Number(row.rent_base_net_price),
    extraGuestsNetPrice: Number(row.extra_guests_net_price),
    extraGuestsBaseNetPrice: Number(row.extra_guests_base_net_price),
    rateMultiplierAmount: Number(row.rate_multiplier_amount),
    rentBreakdowns: row.rent_breakdowns.map(({ nightlyAmount, nightlyDate }) => ({
      nightlyAmount,
      nightlyDate,
    })),
    listPrice: Number(row.list_price),
    discount: row.discount,
    netPrice: Number(row.net_price),
    taxationRate: Number(row.rent_taxation_rate),
    taxAmount: Number(row.rent_tax_amount),
    grossPrice: Number(row.rent_gross_price),
  }
}

function presentFee({ kind, ...line }: StoredLine) {
  return { ...line, grossPrice: line.grossAmount }
}
