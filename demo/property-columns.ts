import type { Chance } from './chance.ts'
import type { Place } from './words/places.ts'
import type { Town } from './words/towns.ts'

/** How large houses of a type are and how they are let; others are like a `HOUSE`. */
interface Habit {
  bedrooms: [min: number, max: number]
  minimumStays: number[]
  floors: number
}

const house: Habit = { bedrooms: [2, 4], minimumStays: [2, 3, 4], floors: 2 }
const small: Habit = { bedrooms: [1, 2], minimumStays: [1, 2, 3], floors: 1 }

const habits: Record<string, Habit> = {
  CABIN: { ...small, minimumStays: [2, 3] },
  LOFT: { ...small, bedrooms: [1, 1], minimumStays: [2, 3] },
  CONDO: { ...small, bedrooms: [2, 3], minimumStays: [2, 3] },
  COTTAGE: { ...small, bedrooms: [2, 3], floors: 2 },
  GUESTHOUSE: small,
  VILLA: { bedrooms: [3, 5], minimumStays: [4, 5, 7], floors: 2 },
  STUDIO: { ...small, bedrooms: [1, 1] },
  CHALET: { bedrooms: [3, 4], minimumStays: [3, 5, 7], floors: 3 },
  TRULLO: { ...small, minimumStays: [2, 3] },
  TOWNHOUSE: { ...house, floors: 4 },
  HUT: { ...small, bedrooms: [1, 1], minimumStays: [1, 2] },
  BUNGALOW: { ...small, bedrooms: [2, 3] },
  TINY_HOUSE: { ...small, bedrooms: [1, 1], minimumStays: [1, 2] },
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

/** The columns of a house, apart from what says whose it is and where it is listed. */
export function propertyColumns(place: Place, chance: Chance) {
  const { name, type } = place
  const habit = habits[type] ?? house
  const bedrooms = chance.whole(...habit.bedrooms)
  return {
    name,
    is_active: chance.is(0.92),
    ...addressOf(place.town, chance),
    property_type: type,
    listing_type: type === 'HOTEL' ? 'PRIVATEROOM' : 'ENTIREHOME',
    room_type: type === 'HOTEL' ? name : roomTypeOf(bedrooms),
    bedrooms,
    beds: bedrooms + 1,
    bathrooms: String(Math.max(1, bedrooms - 1) + chance.pick([0, 0, 0.5])),
    number_of_floors: habit.floors,
    ...areaOf(place.town, bedrooms, chance),
    base_guests: 2,
    max_guests: bedrooms * 2 + (bedrooms === 1 ? 0 : chance.whole(0, 1)),
    ...availabilityOf(habit, chance),
    ...moneyOf(place, chance),
    cancellation_policy: chance.pick(policies),
    booking_notes: chance.is(0.4) ? 'Ask for the names of all guests before arrival.' : null,
    rental_license_number: `STR-${place.town.country}-${chance.whole(100_000, 999_999)}`,
    wifi_network: `${name.replace(/[^\p{L}\d]+/gu, '')}-Guest`,
    wifi_password: `${chance.pick(wifiWords)}-${chance.pick(wifiWords)}-${chance.whole(10, 99)}`,
    show_property_exact_location: chance.is(0.8),
  }
}

const wifiWords = ['maple', 'otter', 'lantern', 'harbor', 'pebble', 'saffron', 'comet', 'willow']

const roomTypeOf = (bedrooms: number) => (bedrooms === 1 ? 'One bedroom' : 'Entire home')

/** Where it is: at most a kilometre from the point that stands for the quarter. */
export function addressOf(town: Town, chance: Chance) {
  const near = (degrees: number) => (degrees + (chance.next() - 0.5) * 0.016).toFixed(6)
  const [latitude, longitude] = town.at
  const { city, state, zip, country, timeZone } = town
  const [street, number] = [chance.pick(town.streets), chance.whole(1, 120)]
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

function areaOf({ country }: Town, bedrooms: number, chance: Chance) {
  const metres = 24 + bedrooms * 22 + chance.whole(0, 18)
  return country === 'US'
    ? { area_size: String(Math.round(metres * 10.764)), area_unit_type: 'SQUARE_FEET' }
    : { area_size: String(metres), area_unit_type: 'SQUARE_METERS' }
}

function availabilityOf({ minimumStays }: Habit, chance: Chance) {
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
    hostfully_booking_strategy: chance.weighted(strategies.map((one, i) => [one, 6 - 2 * i])),
    airbnb_booking_strategy: chance.weighted(strategies.slice(0, 2).map((one, i) => [one, 3 - i])),
    vrbo_booking_strategy: chance.weighted(strategies.slice(0, 2).map((one, i) => [one, 2 - i])),
  }
}

function moneyOf({ rate, town }: Place, chance: Chance) {
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
