import Big from 'big.js'

/** How many minor digits a currency has: USD 2, JPY 0. Unknown codes have 2. */
export function minorDigits(currency: string): number {
  if (currency === 'NONE') return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** An exact amount rounded half up to a currency's minor digits. */
export function roundMoney(amount: Big, currency: string): Big {
  return amount.round(minorDigits(currency), Big.roundHalfUp)
}

/** An amount as it is stored, with all minor digits of the currency: `968.00`, `1200`. */
export function moneyText(amount: Big, currency: string): string {
  return amount.toFixed(minorDigits(currency), Big.roundHalfUp)
}
