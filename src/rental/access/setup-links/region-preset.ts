/** Currency and time zone that the form of the first agency suggests. */
import { acceptedLanguages } from '../../../platform/web/languages.ts'

export interface RegionPreset {
  currency: string
  /** Empty in a country with several time zones. */
  timeZone: string
}

/** Currency and time zone by country. */
const presets: Record<string, [currency: string, timeZone: string]> = {
  AT: ['EUR', 'Europe/Vienna'],
  AU: ['AUD', ''],
  BE: ['EUR', 'Europe/Brussels'],
  BR: ['BRL', ''],
  CA: ['CAD', ''],
  CH: ['CHF', 'Europe/Zurich'],
  CZ: ['CZK', 'Europe/Prague'],
  DE: ['EUR', 'Europe/Berlin'],
  DK: ['DKK', 'Europe/Copenhagen'],
  ES: ['EUR', ''],
  FI: ['EUR', 'Europe/Helsinki'],
  FR: ['EUR', 'Europe/Paris'],
  GB: ['GBP', 'Europe/London'],
  GR: ['EUR', 'Europe/Athens'],
  HR: ['EUR', 'Europe/Zagreb'],
  IE: ['EUR', 'Europe/Dublin'],
  IT: ['EUR', 'Europe/Rome'],
  LU: ['EUR', 'Europe/Luxembourg'],
  MX: ['MXN', ''],
  NL: ['EUR', 'Europe/Amsterdam'],
  NO: ['NOK', 'Europe/Oslo'],
  NZ: ['NZD', 'Pacific/Auckland'],
  PL: ['PLN', 'Europe/Warsaw'],
  PT: ['EUR', ''],
  SE: ['SEK', 'Europe/Stockholm'],
  US: ['USD', ''],
}

/**
 * Returns the preset of the region of the preferred language, `de-CH`, or of the country with most
 * of its speakers; empty for an unknown one.
 */
export function regionPreset(acceptLanguage: string | undefined): RegionPreset {
  const [currency, timeZone] = presets[regionOf(acceptedLanguages(acceptLanguage)[0])] ?? ['', '']
  return { currency, timeZone }
}

function regionOf(tag: string | undefined): string {
  try {
    return new Intl.Locale(tag ?? '').maximize().region ?? ''
  } catch {
    // Not a language tag.
    return ''
  }
}
