import type { PropertyTemplate } from './catalog/property-templates.ts'
import type { Town } from './catalog/towns.ts'
import type { Chance } from './chance.ts'

/**
 * Defaults of a property type; types without an entry use {@link defaultType}.
 */
interface TypeDefaults {
  bedrooms: [min: number, max: number]
  minimumStays: number[]
  floors: number
}

const defaultType: TypeDefaults = { bedrooms: [2, 4], minimumStays: [2, 3, 4], floors: 2 }
const smallType: TypeDefaults = { bedrooms: [1, 2], minimumStays: [1, 2, 3], floors: 1 }

const defaultsByType: Record<string, TypeDefaults> = {
  CABIN: { ...smallType, minimumStays: [2, 3] },
  LOFT: { ...smallType, bedrooms: [1, 1], minimumStays: [2, 3] },
  CONDO: { ...smallType, bedrooms: [2, 3], minimumStays: [2, 3] },
  COTTAGE: { ...smallType, bedrooms: [2, 3], floors: 2 },
  GUESTHOUSE: smallType,
  VILLA: { bedrooms: [3, 5], minimumStays: [4, 5, 7], floors: 2 },
  STUDIO: { ...smallType, bedrooms: [1, 1] },
  CHALET: { bedrooms: [3, 4], minimumStays: [3, 5, 7], floors: 3 },
  TRULLO: { ...smallType, minimumStays: [2, 3] },
  TOWNHOUSE: { ...defaultType, floors: 4 },
  HUT: { ...smallType, bedrooms: [1, 1], minimumStays: [1, 2] },
  BUNGALOW: { ...smallType, bedrooms: [2, 3] },
  TINY_HOUSE: { ...smallType, bedrooms: [1, 1], minimumStays: [1, 2] },
  HOTEL: { bedrooms: [1, 1], minimumStays: [1], floors: 1 },
  COUNTRYHOUSE: { bedrooms: [4, 5], minimumStays: [3, 4], floors: 3 },
}

const policies = [
  'Free of charge until 30 days before arrival; after that half of the price is due, and from 7 ' +
    'days before arrival all of it.',
  'Free of charge until 14 days before arrival, afterwards the first night is due.',
  'Free of charge until noon of the day before arrival.',
  'Not refundable. The dates may be changed once, until 14 days before arrival.',
]

const strategies = ['INSTANT_BOOKING', 'BOOKING_REQUEST', 'BOOKING_INQUIRY'] as const

/** Generates the columns of a property, without its agency, owner and listings. */
export function propertyColumns(template: PropertyTemplate, chance: Chance) {
  const { name, type } = template
  const defaults = defaultsByType[type] ?? defaultType
  const bedrooms = chance.integer(...defaults.bedrooms)
  return {
    name,
    is_active: chance.is(0.92),
    ...makeAddress(template.town, chance),
    property_type: type,
    listing_type: type === 'HOTEL' ? 'PRIVATEROOM' : 'ENTIREHOME',
    room_type: type === 'HOTEL' ? name : toRoomType(bedrooms),
    bedrooms,
    beds: bedrooms + 1,
    bathrooms: String(Math.max(1, bedrooms - 1) + chance.pick([0, 0, 0.5])),
    number_of_floors: defaults.floors,
    ...makeArea(template.town, bedrooms, chance),
    base_guests: 2,
    max_guests: bedrooms * 2 + (bedrooms === 1 ? 0 : chance.integer(0, 1)),
    ...makeAvailability(defaults, chance),
    ...makePriceColumns(template, chance),
    cancellation_policy: chance.pick(policies),
    booking_notes: chance.is(0.4) ? 'Ask for the names of all guests before arrival.' : null,
    rental_license_number: `STR-${template.town.country}-${chance.integer(100_000, 999_999)}`,
    wifi_network: `${name.replace(/[^\p{L}\d]+/gu, '')}-Guest`,
    wifi_password: `${chance.pick(wifiWords)}-${chance.pick(wifiWords)}-${chance.integer(10, 99)}`,
    show_property_exact_location: chance.is(0.8),
  }
}

const wifiWords = ['maple', 'otter', 'lantern', 'harbor', 'pebble', 'saffron', 'comet', 'willow']

const toRoomType = (bedrooms: number) => (bedrooms === 1 ? 'One bedroom' : 'Entire home')

/** Returns an address at most a kilometre from the coordinates of the quarter. */
export function makeAddress(town: Town, chance: Chance) {
  const near = (degrees: number) => (degrees + (chance.next() - 0.5) * 0.016).toFixed(6)
  const [latitude, longitude] = town.at
  const { city, state, zip, country, timeZone } = town
  const [street, number] = [chance.pick(town.streets), chance.integer(1, 120)]
  const isNumberFirst = ['US', 'GB', 'AU', 'NZ', 'FR'].includes(country)
  return {
    address: isNumberFirst ? `${number} ${street}` : `${street} ${number}`,
    city,
    state,
    zip_code: zip,
    country_code: country,
    latitude: near(latitude),
    longitude: near(longitude),
    time_zone: timeZone,
  }
}

function makeArea({ country }: Town, bedrooms: number, chance: Chance) {
  const metres = 24 + bedrooms * 22 + chance.integer(0, 18)
  return country === 'US'
    ? { area_size: String(Math.round(metres * 10.764)), area_unit_type: 'SQUARE_FEET' }
    : { area_size: String(metres), area_unit_type: 'SQUARE_METERS' }
}

function makeAvailability({ minimumStays }: TypeDefaults, chance: Chance) {
  const minimum_stay = chance.pick(minimumStays)
  const isFixed = chance.is(0.3)
  return {
    minimum_stay,
    minimum_weekend_stay: minimum_stay < 3 && chance.is(0.3) ? 3 : 0,
    maximum_stay: chance.pick([0, 0, 28, 60]),
    allow_booking_requests_above_maximum_stay: chance.is(0.5),
    booking_window: chance.pick([-1, -1, -1, 540]),
    booking_lead_time: chance.pick([0, 0, 12, 24]),
    allow_booking_request_when_out_of_lead_time: chance.is(0.5),
    turn_over_days: 0,
    check_in_time_start: chance.pick([14, 15, 16]),
    check_in_time_end: isFixed ? 21 : null,
    check_in_time_end_flexible: !isFixed,
    check_out_time: chance.pick([10, 11]),
    hostfully_booking_strategy: chance.weighted(
      strategies.map((strategy, i) => [strategy, 6 - 2 * i]),
    ),
    airbnb_booking_strategy: chance.weighted(
      strategies.slice(0, 2).map((strategy, i) => [strategy, 3 - i]),
    ),
    vrbo_booking_strategy: chance.weighted(
      strategies.slice(0, 2).map((strategy, i) => [strategy, 2 - i]),
    ),
  }
}

function makePriceColumns({ rate, town }: PropertyTemplate, chance: Chance) {
  const step = town.currency === 'JPY' ? 500 : 5
  const nightly = Math.round((rate * (0.9 + chance.next() * 0.3)) / step) * step
  const isExempt = chance.is(0.25)
  return {
    currency: town.currency,
    daily_rate: String(nightly),
    weekend_adjustment_rate: chance.pick(['0.1', '0.15', '0']),
    tax_rate: String(chance.pick([0.06, 0.1, 0.12])),
    ignore_tax_rate_charge_over_x_days: isExempt,
    days_over_which_tax_rate_charge_should_be_ignored: isExempt ? 30 : 0,
    cleaning_fee: String(Math.round((nightly * 0.5) / step) * step),
    cleaning_fee_tax_rate: '0.05',
    extra_guest_fee: String(Math.round(nightly * 0.1)),
    security_deposit: String(nightly * 2),
    percentage_upon_reservation: chance.pick(['0.5', '0.3']),
    full_payment_timing: chance.pick([45, 30]),
  }
}
