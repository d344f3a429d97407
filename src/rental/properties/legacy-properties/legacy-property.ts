/**
 * v2's flat property, once: each key, where it comes from and what it sets (contract/properties.md
 * §5.2). Rates are percent here.
 */
import { isDeepStrictEqual } from 'node:util'
import { percentOf } from '../../../platform/money.ts'
import {
  bool,
  count,
  countryCode,
  currencyCode,
  date,
  integer,
  money,
  named,
  nullable,
  number,
  oneOf,
  shape,
  type TSchema,
  Type,
  text,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { pageUrl } from '../direct-booking/page-url.ts'
import { areaUnits, type PropertyRow } from '../properties/property.ts'
import { coordinate, decimal, halves, trimmed } from '../property-fields/property-field.ts'
import { allBeds } from '../rooms/room.ts'
import { shownBeds } from '../rooms/room-shape.ts'
import { turnOverDaysMax } from '../units/taken-units.sql.ts'
import {
  emptyText,
  type LegacyField,
  type LegacyProperty,
  legacy,
  orElse,
  percent,
  shown,
} from './legacy-field.ts'
import { legacyTypes, propertyTypeOf, typeWord } from './legacy-type.ts'

const words = () => nullable(text())
const longText = () => nullable(text({ max: 10_000 }))
const link = () => nullable(url())
const linkOrEmpty = () => nullable(url({ orEmpty: true }))
const nights = () => nullable(integer(0, 3_650))
const nothing = () => null

const pricingRules = shape('PropertyPricing', {
  increaseRate: number(),
  increaseRateLowerBound: count(),
  decreaseRate: number(),
  decreaseRateHigherBound: count(),
})

const homepage = (row: LegacyProperty, publicUrl: string) => pageUrl(row.booking_page, publicUrl)
const listing = (channel: string) => (row: LegacyProperty) => row.listing_urls?.[channel] ?? null

const listingLinks: Record<string, LegacyField['show']> = {
  airbnbUrl: listing('AIRBNB'),
  hostfullyUrl: homepage,
  bookingDotComUrl: listing('BOOKINGDOTCOM'),
  homeAwayUrl: listing('VRBO'),
  tripAdvisorUrl: listing('TRIP_ADVISOR'),
  hvmiUrl: listing('HVMI'),
}

/** A member of a channel's object as a key of its own. */
function blockMember(key: string, column: keyof PropertyRow, member: string): LegacyField {
  return {
    key,
    answer: words(),
    show: row => (row[column] as Record<string, unknown> | null)?.[member] ?? null,
    written: {
      schema: nullable(text({ max: 2_048 })),
      columns: (value, present) => ({
        [column]: { ...(present[column] as object | null), [member]: value },
      }),
    },
  }
}

/** Whether the property's booking strategy is one; saying no leaves neither of the two. */
function accepts(key: string, strategy: string): LegacyField {
  return {
    key,
    answer: bool(),
    show: row => row.hostfully_booking_strategy === strategy,
    written: {
      schema: bool(),
      columns: (value, present) => {
        if (value === true) return { hostfully_booking_strategy: strategy }
        const isTaken = present.hostfully_booking_strategy === strategy
        return isTaken ? { hostfully_booking_strategy: 'BOOKING_INQUIRY' } : {}
      },
    },
  }
}

const legacyFields: readonly LegacyField[] = [
  shown('uid', uid(), row => row.uid),
  legacy('name', 'name', text({ min: 1 }), trimmed),
  legacy('isActive', 'is_active', bool()),
  legacy('type', 'property_type', nullable(named('PropertyType', oneOf(legacyTypes))), {
    show: value => typeWord(value as string | null),
    store: value => propertyTypeOf(value as string | null),
  }),
  legacy('bedrooms', 'bedrooms', integer(0, 999)),
  legacy('bathrooms', 'bathrooms', number({ min: 0, max: 999, step: 0.5 }), halves),
  legacy('bedCount', 'beds', integer(0, 999), { show: (beds, row) => row.beds_of_rooms ?? beds }),
  shown('bedTypes', shownBeds, row => allBeds(row.bed_counts ?? {})),
  legacy('baseGuests', 'base_guests', integer(1, 999)),
  legacy('maximumGuests', 'max_guests', integer(1, 999)),
  legacy('baseDailyRate', 'daily_rate', money(), decimal),
  legacy('cleaningFeeAmount', 'cleaning_fee', money(), decimal),
  legacy('securityDepositAmount', 'security_deposit', money(), decimal),
  legacy('extraGuestFee', 'extra_guest_fee', money(), decimal),
  legacy('taxationRate', 'tax_rate', number({ min: 0, max: 100 }), percent),
  legacy(
    'weekEndRatePercentAdjustment',
    'weekend_adjustment_rate',
    number({ above: -100, max: 100_000_000 }),
    percent,
  ),
  legacy(
    'percentUponReservation',
    'percentage_upon_reservation',
    number({ min: 0, max: 100 }),
    percent,
  ),
  legacy('fullPaymentTiming', 'full_payment_timing', integer(0, 365)),
  legacy('currency', 'currency', currencyCode({ orNone: true }), {
    show: (_, row) => row.effective_currency,
  }),
  shown('currencySymbol', text(), row => symbolOf(row.effective_currency)),
  legacy('address1', 'address', words()),
  legacy('address2', 'address2', words(), emptyText),
  legacy('city', 'city', words()),
  legacy('state', 'state', words()),
  legacy('postalCode', 'zip_code', words()),
  legacy('countryCode', 'country_code', nullable(countryCode())),
  legacy('latitude', 'latitude', nullable(number({ min: -90, max: 90 })), coordinate),
  legacy('longitude', 'longitude', nullable(number({ min: -180, max: 180 })), coordinate),
  shown('picture', link(), row => row.picture_link),
  legacy('webLink', 'web_link', linkOrEmpty()),
  legacy('guideBookUrl', 'guide_book_url', linkOrEmpty()),
  legacy('cancellationPolicy', 'cancellation_policy', longText()),
  legacy('minimumStay', 'minimum_stay', nights(), orElse(0)),
  legacy('maximumStay', 'maximum_stay', nights(), orElse(0)),
  legacy('minimumWeekendStay', 'minimum_weekend_stay', nights(), orElse(0)),
  legacy('turnOverDays', 'turn_over_days', nullable(integer(0, turnOverDaysMax)), orElse(0)),
  legacy('bookingWindow', 'booking_window', nullable(integer(-1, 3_650)), orElse(-1)),
  shown('bookingWindowAfterCheckout', count(), () => -1),
  legacy('bookingLeadTime', 'booking_lead_time', nullable(integer(-24, 8_760)), orElse(0)),
  legacy('defaultCheckinTime', 'check_in_time_start', integer(0, 23)),
  legacy('defaultCheckoutTime', 'check_out_time', integer(0, 23)),
  accepts('acceptBookingRequest', 'BOOKING_REQUEST'),
  accepts('acceptInstantBook', 'INSTANT_BOOKING'),
  legacy('externalID', 'external_id', words()),
  blockMember('airBnBID', 'airbnb_data', 'airbnbId'),
  shown('homeAwayID', words(), nothing),
  shown('flipkeyID', words(), nothing),
  legacy('floor', 'number_of_floors', integer(0, 999)),
  legacy('areaSize', 'area_size', number({ min: 0, max: 1_000_000_000 }), decimal),
  legacy('areaSizeUnit', 'area_unit_type', nullable(named('AreaUnit', oneOf(areaUnits)))),
  legacy('rentalCondition', 'extra_notes', longText()),
  legacy('rentalLicenseNumber', 'rental_license_number', words()),
  legacy('rentalLicenseNumberExpirationDate', 'rental_license_expiration_date', nullable(date())),
  blockMember('panoramicDataUrl', 'integrations_data', 'panoramicDataUrl'),
  legacy('wifiNetwork', 'wifi_network', words()),
  legacy('wifiPassword', 'wifi_password', words()),
  shown('availabilityCalendarUrl', link(), (row, publicUrl) =>
    row.feed_token === null ? null : `${publicUrl}/calendar/${row.feed_token}.ics`,
  ),
  shown('propertyURL', link(), homepage),
  shown(
    'reviews',
    Type.Object({ total: count(), average: nullable(Type.Number()) }),
    row => row.reviews,
  ),
  shown('createdDate', count(), row => row.created_at.getTime()),
  shown(
    'listingLinks',
    Type.Object(Object.fromEntries(Object.keys(listingLinks).map(key => [key, link()]))),
    (row, publicUrl) =>
      Object.fromEntries(
        Object.entries(listingLinks).map(([key, show]) => [key, show(row, publicUrl)]),
      ),
  ),
  shown('pricingRules', nullable(pricingRules), row => presentRules(row)),
]

export const legacyProperty = shape(
  'Property',
  Object.fromEntries(legacyFields.map(({ key, answer }) => [key, answer])),
)

/** The members of a body; every key is optional, as in a partial update. */
export function legacyBody(): Record<string, TSchema> {
  const entries = legacyFields.flatMap(({ key, written }) =>
    written === null ? [] : [[key, Type.Optional(written.schema)] as const],
  )
  return Object.fromEntries(entries)
}

export function presentLegacyProperty(row: LegacyProperty, publicUrl: string) {
  return Object.fromEntries(legacyFields.map(({ key, show }) => [key, show(row, publicUrl)]))
}

/**
 * The columns that a body sets. A key that says what v2 shows already sets none, so that a client
 * may send back what it got: words of v2 stand for several of ours.
 */
export function readLegacyColumns(
  body: object,
  present: PropertyRow,
  seen: Record<string, unknown> = {},
): Partial<PropertyRow> {
  const given = body as Record<string, unknown>
  const columns: Partial<PropertyRow> = {}
  for (const { key, written } of legacyFields) {
    const value = given[key]
    if (written === null || value === undefined) continue
    if (key in seen && isDeepStrictEqual(asShown(value, seen[key]), seen[key])) continue
    Object.assign(columns, written.columns(value, { ...present, ...columns }))
  }
  return columns
}

/** Bathrooms are read as a number and shown as text. */
function asShown(value: unknown, seen: unknown): unknown {
  return typeof seen === 'string' && typeof value === 'number' ? String(value) : value
}

/** The narrow symbol that CLDR has for English, else the code. */
function symbolOf(currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}

function presentRules({ pricing_rules: rules }: LegacyProperty) {
  if (rules === null || Object.values(rules).every(value => Number(value) === 0)) return null
  return {
    increaseRate: percentOf(rules.increase_rate),
    increaseRateLowerBound: rules.increase_rate_lower_bound,
    decreaseRate: percentOf(rules.decrease_rate),
    decreaseRateHigherBound: rules.decrease_rate_higher_bound,
  }
}
