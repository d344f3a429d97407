import Big from 'big.js'

const withoutMinorDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(
  ' ',
)
const withThreeMinorDigits = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const digitsByCurrency = new Map<string, number>([
  ...withoutMinorDigits.map(code => [code, 0] as const),
  ...withThreeMinorDigits.map(code => [code, 3] as const),
])

/** Returns the number of minor digits: USD 2, JPY 0, KWD 3. `NONE` and unknown codes have 2. */
export function minorDigits(currency: string): number {
  return digitsByCurrency.get(currency) ?? 2
}

/** Rounds an amount half up, ties away from zero, to a currency's minor digits. */
export function roundMoney(amount: Big, currency: string): Big {
  return amount.round(minorDigits(currency), Big.roundHalfUp)
}

/** Formats an amount for storage, with all minor digits: `968.00`, `1200`. */
export function moneyText(amount: Big, currency: string): string {
  return amount.toFixed(minorDigits(currency), Big.roundHalfUp)
}

/** Number of decimal places of stored numbers and fractions. */
const storedDigits = 6

/** Formats a number for storage, rounded to 6 decimal places. */
export function decimalText(value: number): string {
  return new Big(value).round(storedDigits, Big.roundHalfUp).toFixed()
}

/** Converts percent to a stored fraction: 15 is 0.15. */
export function fractionText(percent: number): string {
  return new Big(percent).div(100).round(storedDigits, Big.roundHalfUp).toFixed()
}

/** Converts a stored fraction to percent: 0.15 is 15. */
export function toPercent(fraction: string | number): number {
  return new Big(fraction).times(100).toNumber()
}

/** Returns the exact sum of amounts, 0 for an empty list. */
export function sumAmounts(amounts: readonly Big[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
}
