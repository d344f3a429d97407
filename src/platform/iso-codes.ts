/** ISO codes known to the runtime. */

const currencies = new Set(Intl.supportedValuesOf('currency'))
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Region names of the runtime that are not ISO 3166-1 countries. */
const nonCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** Returns the ISO 4217 code in upper case; null if there is none. */
export function asCurrency(text: string): string | null {
  const code = text.toUpperCase()
  return currencies.has(code) ? code : null
}

/** Returns the ISO 3166-1 alpha-2 code in upper case; null if there is none. */
export function asCountry(text: string): string | null {
  const typed = text.toUpperCase()
  const code = typed === 'UK' ? 'GB' : typed
  if (!/^[A-Z]{2}$/.test(code) || nonCountries.has(code)) return null
  // A withdrawn code, such as SU, has another canonical form.
  const isCurrent = new Intl.Locale(`und-${code}`).region === code
  return isCurrent && countryNames.of(code) !== undefined ? code : null
}
