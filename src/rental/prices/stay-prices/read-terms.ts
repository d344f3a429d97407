/** Reads what an order keeps of the prices that it was priced by: contract/orders.md §2. Pure. */
import { type ChargedFee, feeOf } from '../fees/fee.ts'
import type { AgreedPrices, StoredTerms, Terms } from '../quotes/quote.ts'

/** A property that asks for nothing but its nights. */
export const noPrices: AgreedPrices = {
  base_guests: 0,
  extra_guest_fee: '0',
  cleaning_fee: '0',
  cleaning_fee_tax_rate: '0',
  tax_rate: '0',
  ignore_tax_rate_charge_over_x_days: false,
  days_over_which_tax_rate_charge_should_be_ignored: 0,
  security_deposit: '0',
  percentage_upon_reservation: '0',
  full_payment_timing: 0,
}

/** Stored terms with all their prices. */
export function readTerms({ prices, fees, multiplier, share }: StoredTerms): Terms {
  return { prices: { ...noPrices, ...prices }, fees: fees.map(feeOf), multiplier, share }
}

/** Whether a fee counts infants, who count nowhere else. */
export function countsInfants({ fees }: StoredTerms): boolean {
  return fees.some(fee => feeOf(fee).persons === 'ALL')
}

/**
 * The fees of a stay that is priced again: the agreed ones, those that a sent override names, and
 * of the present ones what can be added to it.
 */
export function feesOf(agreed: ChargedFee[], present: ChargedFee[], named: string[]): ChargedFee[] {
  const known = new Set(agreed.map(({ uid }) => uid))
  const isAdded = ({ uid, optional, offline }: ChargedFee) =>
    !known.has(uid) && (optional || offline || named.includes(uid))
  return [...agreed, ...present.filter(isAdded)]
}
