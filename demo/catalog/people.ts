import type { Chance } from '../chance.ts'

export const firstNames = [
  'Ada', 'Grace', 'Alan', 'Katherine', 'Edsger', 'Barbara', 'Dennis', 'Radia', 'Niklaus', 'Hedy',
  'Yukihiro', 'Sofía', 'Émilie', 'Jürgen', 'Anaïs', 'Olu', 'Priya', 'Chen', 'Fatima', 'Lars',
] // biome-ignore format: a list reads better in rows

export const lastNames = [
  'Byron', 'Hopper', 'Turing', 'Johnson', 'Liskov', 'Ritchie', 'Perlman', 'Wirth', 'Lamarr',
  'Matsumoto', 'Núñez', 'du Châtelet', 'Schmidhuber', 'Dupont', 'Okafor', 'Raman', 'Wei', 'Hassan',
] // biome-ignore format: a list reads better in rows

const cities: [city: string, country: string, locale: string, currency: string][] = [
  ['London', 'GB', 'en_GB', 'GBP'],
  ['New York', 'US', 'en_US', 'USD'],
  ['Paris', 'FR', 'fr_FR', 'EUR'],
  ['Berlin', 'DE', 'de_DE', 'EUR'],
  ['Osaka', 'JP', 'ja_JP', 'JPY'],
  ['São Paulo', 'BR', 'pt_BR', 'BRL'],
  ['Toronto', 'CA', 'en_CA', 'CAD'],
]

const remarks = [
  'Arrives by train',
  'Allergic to feathers',
  'Would like a "quiet" room, please',
  'Comes with a dog named Ampère',
  'Late arrival, after 22:00',
  'Second stay with us',
]

const reasons = ['Holiday', 'Wedding', 'Business', 'Family visit']

/** Generates guest columns of a lead. */
export function guest(chance: Chance) {
  const first = chance.pick(firstNames)
  const last = chance.pick(lastNames)
  const [city, country, locale, currency] = chance.pick(cities)
  const digits = String(chance.integer(1_000_000, 9_999_999))
  return {
    first_name: first,
    last_name: last,
    email: `${toMailbox(first, last)}@example.org`,
    phone_number: chance.is(0.7) ? `+1 555 ${digits}` : null,
    cell_phone_number: chance.is(0.4) ? `+44 7700 ${digits}` : null,
    city,
    country_code: country,
    preferred_locale: locale,
    preferred_currency: currency,
    adult_count: chance.integer(1, 4),
    children_count: chance.is(0.3) ? chance.integer(1, 3) : 0,
    pet_count: chance.is(0.15) ? 1 : 0,
    infant_count: chance.is(0.1) ? 1 : 0,
    notes: chance.is(0.35) ? chance.pick(remarks) : null,
    reason_for_trip: chance.is(0.3) ? chance.pick(reasons) : null,
    flight_number: chance.is(0.1) ? `LP${chance.integer(100, 999)}` : null,
    risk_score: chance.is(0.2) ? chance.integer(0, 60) : null,
  }
}

/** Returns the part of an e-mail address before the @, from a name. */
export function toMailbox(first: string, last: string): string {
  return `${first}.${last}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
}
