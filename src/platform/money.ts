import Big from 'big.js'

const withoutMinorDigits = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(
  ' ',
)
const withThreeMinorDigits = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const digitsByCurrency = new Map<string, number>([
  ...withoutMinorDigits.map(code => [code, 0] as const),
  ...withThreeMinorDigits.map(code => [code, 3] as const),
])

/** How many minor digits a currency has: USD 2, JPY 0, KWD 3. `NONE` and unlisted codes have 2. */
export function minorDigits(currency: string): number {
  return digitsByCurrency.get(currency) ?? 2
}

/** An exact amount rounded half up, ties away from zero, to a currency's minor digits. */
export function roundMoney(amount: Big, currency: string): Big {
  return amount.round(minorDigits(currency), Big.roundHalfUp)
}

/** An amount as it is stored, with all minor digits of the currency: `968.00`, `1200`. */
export function moneyText(amount: Big, currency: string): string {
  return amount.toFixed(minorDigits(currency), Big.roundHalfUp)
}

/** A number from the wire as it is stored: exact, of at most 6 digits, further ones rounded. */
export function decimalText(value: number): string {
  return new Big(value).round(6, Big.roundHalfUp).toFixed()
}

/** A rate in percent from the wire as the fraction that is stored: 15 is 0.15. */
export function fractionText(percent: number): string {
  return new Big(percent).div(100).round(6, Big.roundHalfUp).toFixed()
}

/** A stored fraction as percent: 0.15 is 15. */
export function percentOf(fraction: string | number): number {
  return new Big(fraction).times(100).toNumber()
}

/** The exact sum of amounts, 0 of none. */
export function sumOf(amounts: readonly Big[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
}
