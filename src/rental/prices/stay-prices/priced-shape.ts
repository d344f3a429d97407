/** Schemas of prices, shared by quotes and orders: contract/orders.md §1.2, §6. */
import {
  bool,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  shape,
  type TSchema,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { amountTypes } from '../fees/fee.ts'

const nightsMax = 730

/** Returns the schema of the rent, with `night` as the schema of a night. */
export function rentShape<Night extends TSchema>(night: Night) {
  return Type.Object({
    rentNetPrice: number(),
    rentBaseNetPrice: number(),
    extraGuestsNetPrice: number(),
    extraGuestsBaseNetPrice: number(),
    rateMultiplierAmount: number(),
    rentBreakdowns: listOf(night, nightsMax),
    listPrice: number(),
    discount: nullable(
      shape('RentDiscount', {
        discountCode: text(),
        discountType: named('DiscountType', oneOf(['PERCENT', 'AMOUNT'])),
        amount: number(),
        percent: nullable(number()),
      }),
    ),
    netPrice: number(),
    taxationRate: number(),
    taxAmount: number(),
    grossPrice: number(),
  })
}

/** Fields of a row of fees. */
export const feeMembers = {
  uid: nullable(uid()),
  name: text(),
  amountType: named('AmountType', oneOf(amountTypes)),
  isEditable: bool(),
  netPrice: number(),
  taxationRate: number(),
  taxAmount: number(),
  grossAmount: number(),
  grossPrice: number(),
}

/** Flat fields of a price in v2. */
export const legacyPriceMembers = {
  currency: text(),
  baseAmount: number(),
  extraGuestFeeAmount: number(),
  cleaningFeeAmount: number(),
  cleaningFeeTaxAmount: number(),
  channelCommission: nullable(number()),
  orderFees: listOf(
    shape('OrderFee', {
      uid: nullable(uid()),
      name: text(),
      amountType: named('AmountType', oneOf(amountTypes)),
      amount: number(),
      taxAmount: number(),
      grossAmount: number(),
    }),
  ),
  discountAmount: number(),
  adjustmentsAmount: number(),
  subTotal: number(),
  taxAmount: number(),
  total: number(),
  securityDepositAmount: number(),
}
