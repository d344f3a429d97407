/**
 * Fields of v2's flat property, with their columns and conversions (contract/properties.md §5.2).
 * Rates are in percent.
 */
import { isDeepStrictEqual } from 'node:util'
import { toPercent } from '../../../platform/money.ts'
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
import { bedCountsResponse } from '../rooms/room-shape.ts'
import { turnoverDaysMax } from '../units/occupied-units.sql.ts'
import {
  emptyText,
  type LegacyField,
  type LegacyProperty,
  legacy,
  orElse,
  percent,
  readOnly,
} from './legacy-field.ts'
import { fromLegacyType, legacyTypes, toLegacyType } from './legacy-type.ts'

const optionalText = () => nullable(text())
const longText = () => nullable(text({ max: 10_000 }))
const optionalUrl = () => nullable(url())
const optionalUrlOrEmpty = () => nullable(url({ orEmpty: true }))
const nights = () => nullable(integer(0, 3_650))
const alwaysNull = () => null

const pricingRules = shape('PropertyPricing', {
  increaseRate: number(),
  increaseRateLowerBound: count(),
  decreaseRate: number(),
  decreaseRateHigherBound: count(),
})

const bookingPageUrl = (row: LegacyProperty, publicUrl: string) =>
  pageUrl(row.booking_page, publicUrl)
const listingUrl = (channel: string) => (row: LegacyProperty) => row.listing_urls?.[channel] ?? null

const listingLinks: Record<string, LegacyField['toWire']> = {
  airbnbUrl: listingUrl('AIRBNB'),
  hostfullyUrl: bookingPageUrl,
  bookingDotComUrl: listingUrl('BOOKINGDOTCOM'),
  homeAwayUrl: listingUrl('VRBO'),
  tripAdvisorUrl: listingUrl('TRIP_ADVISOR'),
  hvmiUrl: listingUrl('HVMI'),
}

/** Returns a field for one member of a channel's data. */
function channelDataMember(key: string, column: keyof PropertyRow, member: string): LegacyField {
  return {
    key,
    responseSchema: optionalText(),
    toWire: row => (row[column] as Record<string, unknown> | null)?.[member] ?? null,
    written: {
      schema: nullable(text({ max: 2_048 })),
      columns: (value, current) => ({
        [column]: { ...(current[column] as object | null), [member]: value },
      }),
    },
  }
}

/**
 * Returns a flag for one booking strategy. Setting the current one to false stores BOOKING_INQUIRY.
 */
function strategyFlag(key: string, strategy: string): LegacyField {
  return {
    key,
    responseSchema: bool(),
    toWire: row => row.hostfully_booking_strategy === strategy,
    written: {
      schema: bool(),
      columns: (value, current) => {
        if (value === true) return { hostfully_booking_strategy: strategy }
        const isCurrent = current.hostfully_booking_strategy === strategy
        return isCurrent ? { hostfully_booking_strategy: 'BOOKING_INQUIRY' } : {}
      },
    },
  }
}

const legacyFields: readonly LegacyField[] = [
  readOnly('uid', uid(), row => row.uid),
  legacy('name', 'name', text({ min: 1 }), trimmed),
  legacy('isActive', 'is_active', bool()),
  legacy('type', 'property_type', nullable(named('PropertyType', oneOf(legacyTypes))), {
    toWire: value => toLegacyType(value as string | null),
    toColumn: value => fromLegacyType(value as string | null),
  }),
  legacy('bedrooms', 'bedrooms', integer(0, 999)),
  legacy('bathrooms', 'bathrooms', number({ min: 0, max: 999, step: 0.5 }), halves),
  legacy('bedCount', 'beds', integer(0, 999), { toWire: (beds, row) => row.beds_of_rooms ?? beds }),
  readOnly('bedTypes', bedCountsResponse, row => allBeds(row.bed_counts ?? {})),
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
    toWire: (_, row) => row.effective_currency,
  }),
  readOnly('currencySymbol', text(), row => currencySymbol(row.effective_currency)),
  legacy('address1', 'address', optionalText()),
  legacy('address2', 'address2', optionalText(), emptyText),
  legacy('city', 'city', optionalText()),
  legacy('state', 'state', optionalText()),
  legacy('postalCode', 'zip_code', optionalText()),
  legacy('countryCode', 'country_code', nullable(countryCode())),
  legacy('latitude', 'latitude', nullable(number({ min: -90, max: 90 })), coordinate),
  legacy('longitude', 'longitude', nullable(number({ min: -180, max: 180 })), coordinate),
  readOnly('picture', optionalUrl(), row => row.picture_link),
  legacy('webLink', 'web_link', optionalUrlOrEmpty()),
  legacy('guideBookUrl', 'guide_book_url', optionalUrlOrEmpty()),
  legacy('cancellationPolicy', 'cancellation_policy', longText()),
  legacy('minimumStay', 'minimum_stay', nights(), orElse(0)),
  legacy('maximumStay', 'maximum_stay', nights(), orElse(0)),
  legacy('minimumWeekendStay', 'minimum_weekend_stay', nights(), orElse(0)),
  legacy('turnOverDays', 'turn_over_days', nullable(integer(0, turnoverDaysMax)), orElse(0)),
  legacy('bookingWindow', 'booking_window', nullable(integer(-1, 3_650)), orElse(-1)),
  readOnly('bookingWindowAfterCheckout', count(), () => -1),
  legacy('bookingLeadTime', 'booking_lead_time', nullable(integer(-24, 8_760)), orElse(0)),
  legacy('defaultCheckinTime', 'check_in_time_start', integer(0, 23)),
  legacy('defaultCheckoutTime', 'check_out_time', integer(0, 23)),
  strategyFlag('acceptBookingRequest', 'BOOKING_REQUEST'),
  strategyFlag('acceptInstantBook', 'INSTANT_BOOKING'),
  legacy('externalID', 'external_id', optionalText()),
  channelDataMember('airBnBID', 'airbnb_data', 'airbnbId'),
  readOnly('homeAwayID', optionalText(), alwaysNull),
  readOnly('flipkeyID', optionalText(), alwaysNull),
  legacy('floor', 'number_of_floors', integer(0, 999)),
  legacy('areaSize', 'area_size', number({ min: 0, max: 1_000_000_000 }), decimal),
  legacy('areaSizeUnit', 'area_unit_type', nullable(named('AreaUnit', oneOf(areaUnits)))),
  legacy('rentalCondition', 'extra_notes', longText()),
  legacy('rentalLicenseNumber', 'rental_license_number', optionalText()),
  legacy('rentalLicenseNumberExpirationDate', 'rental_license_expiration_date', nullable(date())),
  channelDataMember('panoramicDataUrl', 'integrations_data', 'panoramicDataUrl'),
  legacy('wifiNetwork', 'wifi_network', optionalText()),
  legacy('wifiPassword', 'wifi_password', optionalText()),
  readOnly('availabilityCalendarUrl', optionalUrl(), (row, publicUrl) =>
    row.feed_token === null ? null : `${publicUrl}/calendar/${row.feed_token}.ics`,
  ),
  readOnly('propertyURL', optionalUrl(), bookingPageUrl),
  readOnly(
    'reviews',
    Type.Object({ total: count(), average: nullable(Type.Number()) }),
    row => row.reviews,
  ),
  readOnly('createdDate', count(), row => row.created_at.getTime()),
  readOnly(
    'listingLinks',
    Type.Object(Object.fromEntries(Object.keys(listingLinks).map(key => [key, optionalUrl()]))),
    (row, publicUrl) =>
      Object.fromEntries(
        Object.entries(listingLinks).map(([key, toUrl]) => [key, toUrl(row, publicUrl)]),
      ),
  ),
  readOnly('pricingRules', nullable(pricingRules), row => presentRules(row)),
]

export const legacyProperty = shape(
  'Property',
  Object.fromEntries(legacyFields.map(({ key, responseSchema }) => [key, responseSchema])),
)

/** Returns the members of a request body. All keys are optional, as in a partial update. */
export function legacyBody(): Record<string, TSchema> {
  const entries = legacyFields.flatMap(({ key, written }) =>
    written === null ? [] : [[key, Type.Optional(written.schema)] as const],
  )
  return Object.fromEntries(entries)
}

export function presentLegacyProperty(row: LegacyProperty, publicUrl: string) {
  return Object.fromEntries(legacyFields.map(({ key, toWire }) => [key, toWire(row, publicUrl)]))
}

/**
 * Reads the columns that a body sets. Skips values that equal those of `currentResponse`: one v2
 * value can stand for several values of v3, and a client may send back a response without changes.
 */
export function readLegacyColumns(
  body: object,
  current: PropertyRow,
  currentResponse: Record<string, unknown> = {},
): Partial<PropertyRow> {
  const values = body as Record<string, unknown>
  const columns: Partial<PropertyRow> = {}
  for (const { key, written } of legacyFields) {
    const value = values[key]
    if (written === null || value === undefined) continue
    if (
      key in currentResponse &&
      isDeepStrictEqual(asResponse(value, currentResponse[key]), currentResponse[key])
    )
      continue
    Object.assign(columns, written.columns(value, { ...current, ...columns }))
  }
  return columns
}

/** Converts bathrooms, a number in requests and a text in responses. */
function asResponse(value: unknown, current: unknown): unknown {
  return typeof current === 'string' && typeof value === 'number' ? String(value) : value
}

/** Returns the narrow currency symbol of CLDR in English, else the code. */
function currencySymbol(currency: string): string {
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
    increaseRate: toPercent(rules.increase_rate),
    increaseRateLowerBound: rules.increase_rate_lower_bound,
    decreaseRate: toPercent(rules.decrease_rate),
    decreaseRateHigherBound: rules.decrease_rate_higher_bound,
  }
}
