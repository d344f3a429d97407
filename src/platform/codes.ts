/** Codes of ISO standards that the runtime knows. */

const currencies = new Set(Intl.supportedValuesOf('currency'))
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Regions that the runtime names though ISO 3166-1 has assigned them to no country. */
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** The ISO 4217 code in upper case, or null when there is none of that name. */
export function asCurrency(text: string): string | null {
  const code = text.toUpperCase()
  return currencies.has(code) ? code : null
}

/** The ISO 3166-1 alpha-2 code in upper case, or null when there is none of that name. */
export function asCountry(text: string): string | null {
  const typed = text.toUpperCase()
  const code = typed === 'UK' ? 'GB' : typed
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return null
  // A withdrawn code, such as SU, has another as its canonical form.
  const isCurrent = new Intl.Locale(`und-${code}`).region === code
  return isCurrent && countryNames.of(code) !== undefined ? code : null
}
