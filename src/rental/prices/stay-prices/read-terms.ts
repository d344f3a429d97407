/** Parser of the terms by which an order was priced: contract/orders.md §2. Pure. */
import { type ChargedFee, feeFromTuple } from '../fees/fee.ts'
import type { AgreedPrices, StoredTerms, Terms } from '../quotes/quote.ts'

/** Prices of a property that charges for nothing but nights. */
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

/** Parses stored terms; omitted prices are 0. */
export function readTerms({ prices, fees, multiplier, share }: StoredTerms): Terms {
  return { prices: { ...noPrices, ...prices }, fees: fees.map(feeFromTuple), multiplier, share }
}

/** Returns true if a fee counts infants, who do not count otherwise. */
export function countsInfants({ fees }: StoredTerms): boolean {
  return fees.some(fee => feeFromTuple(fee).persons === 'ALL')
}

/**
 * Returns the fees of a stay that is priced again: the agreed ones, and those current ones that
 * can be added to it (optional and offline fees) or that an override of the request names.
 */
export function mergeFees(
  agreed: ChargedFee[],
  current: ChargedFee[],
  requestedUids: string[],
): ChargedFee[] {
  const agreedUids = new Set(agreed.map(({ uid }) => uid))
  const isAdded = ({ uid, optional, offline }: ChargedFee) =>
    !agreedUids.has(uid) && (optional || offline || requestedUids.includes(uid))
  return [...agreed, ...current.filter(isAdded)]
}
