/**
 * The fields of a property, once: where each stands on the wire, its column, what it may be, its
 * default and the version it is new in (contract/properties.md §2.2). Answers, bodies and columns
 * are derived in `property-shape.ts`.
 */
import { utcText } from '../../../platform/dates.ts'
import {
  bool,
  count,
  countryCode,
  currencyCode,
  date,
  fraction,
  integer,
  listOf,
  mapOf,
  money,
  named,
  notNullSince,
  nullable,
  number,
  oneOf,
  text,
  timeZone,
  uid,
  url,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import {
  areaUnits,
  bookingStrategies,
  businessTypes,
  listingTypes,
  propertyTypes,
  weekdays,
} from '../properties/property.ts'
import { turnOverDaysMax } from '../units/taken-units.sql.ts'
import { blocks } from './channel-blocks.ts'
import {
  block,
  coordinate,
  decimal,
  halves,
  type PropertyField,
  rateOrNone,
  readOnly,
  reference,
  trimmed,
  weekdayList,
  written,
} from './property-field.ts'

const words = () => nullable(text())
const longText = () => nullable(text({ max: 10_000 }))
const link = () => nullable(url({ orEmpty: true }))
const nights = () => nullable(integer(0, 3_650))
const strategy = () => named('BookingStrategy', oneOf(bookingStrategies))
const mayBe = () => nullable(bool())

export const propertyFields: readonly PropertyField[] = [
  readOnly('uid', uid(), row => row.uid),
  written('name', 'name', text({ min: 1 }), trimmed),
  written('isActive', 'is_active', bool(), { standard: false }),
  written('accountingId', 'accounting_id', words(), { standard: null }),
  written('address.address', 'address', words(), { standard: null }),
  written('address.address2', 'address2', words(), { standard: null }),
  written('address.city', 'city', words(), { standard: null }),
  written('address.state', 'state', words(), { standard: null }),
  written('address.zipCode', 'zip_code', words(), { standard: null }),
  written('address.countryCode', 'country_code', notNullSince('3.3', nullable(countryCode())), {
    standard: null,
    answer: words(),
  }),
  written('address.longitude', 'longitude', nullable(number({ min: -180, max: 180 })), {
    standard: null,
    ...coordinate,
  }),
  written('address.latitude', 'latitude', nullable(number({ min: -90, max: 90 })), {
    standard: null,
    ...coordinate,
  }),
  readOnly('agencyUid', uid(), row => row.agency_uid),
  written('agentUid', 'agent_uid', nullable(uid()), { standard: null, ...reference }),
  block('airbnbData', 'airbnb_data', blocks.airbnbData),
  written('area.size', 'area_size', number({ min: 0, max: 1_000_000_000 }), {
    standard: '0',
    ...decimal,
  }),
  written('area.unitType', 'area_unit_type', nullable(named('AreaUnit', oneOf(areaUnits))), {
    standard: null,
  }),
  written('availability.baseGuests', 'base_guests', integer(1, 999), { standard: 1 }),
  written('availability.maxGuests', 'max_guests', integer(1, 999), { standard: 2 }),
  written('availability.minimumStay', 'minimum_stay', nights(), { standard: 1 }),
  written(
    'availability.dayOfWeekMinimumStay',
    'day_of_week_minimum_stay',
    mapOf(weekdays, integer(1, 3_650)),
    { standard: {} },
  ),
  written('availability.maximumStay', 'maximum_stay', nights(), { standard: 0 }),
  written('availability.minimumWeekendStay', 'minimum_weekend_stay', nights(), { standard: 0 }),
  written(
    'availability.allowBookingRequestsAboveMaximumStay',
    'allow_booking_requests_above_maximum_stay',
    mayBe(),
    { standard: false },
  ),
  written('availability.bookingWindow', 'booking_window', nullable(integer(-1, 3_650)), {
    standard: -1,
  }),
  written('availability.turnOverDays', 'turn_over_days', nullable(integer(0, turnOverDaysMax)), {
    standard: 0,
  }),
  written('availability.bookingLeadTime', 'booking_lead_time', nullable(integer(-24, 8_760)), {
    standard: 0,
  }),
  written(
    'availability.allowBookingRequestWhenOutOfLeadTime',
    'allow_booking_request_when_out_of_lead_time',
    mayBe(),
    { standard: false },
  ),
  written('availability.checkInTimeStart', 'check_in_time_start', integer(0, 23)),
  written('availability.checkInTimeEnd', 'check_in_time_end', nullable(integer(0, 24)), {
    standard: null,
  }),
  written('availability.checkInTimeEndFlexible', 'check_in_time_end_flexible', bool(), {
    standard: true,
  }),
  written('availability.checkOutTime', 'check_out_time', integer(0, 23)),
  written(
    'availability.daysOfTheWeekToCheckInOn',
    'days_of_the_week_to_check_in_on',
    listOf(named('Weekday', oneOf(weekdays))),
    { standard: [...weekdays], ...weekdayList },
  ),
  ...(['hostfully', 'airbnb', 'vrbo', 'bookingDotCom'] as const).map(channel =>
    written(
      `availability.${channel}BookingStrategy`,
      channel === 'bookingDotCom'
        ? 'booking_dot_com_booking_strategy'
        : `${channel}_booking_strategy`,
      strategy(),
      { standard: 'INSTANT_BOOKING' },
    ),
  ),
  written('bathrooms', 'bathrooms', number({ min: 0, max: 999, step: 0.5 }), {
    standard: '0',
    ...halves,
  }),
  written('bedrooms', 'bedrooms', integer(0, 999), { standard: 0 }),
  written('beds', 'beds', integer(0, 999), {
    standard: 0,
    show: (beds, row) => row.beds_of_rooms ?? beds,
  }),
  block('bookingDotComData', 'booking_dot_com_data', blocks.bookingDotComData),
  written('bookingNotes', 'booking_notes', longText(), { standard: null }),
  readOnly('businessType', named('BusinessType', oneOf(businessTypes)), row => row.business_type),
  written('cancellationPolicy', 'cancellation_policy', longText(), { standard: null }),
  written('externalId', 'external_id', words(), { standard: null }),
  written('extraNotes', 'extra_notes', longText(), { standard: null }),
  written('guideBookRecsOnlyUrl', 'guide_book_recs_only_url', link(), { standard: null }),
  written('guideBookUrl', 'guide_book_url', link(), { standard: null }),
  block('hvmiData', 'hvmi_data', blocks.hvmiData),
  block('integrationsData', 'integrations_data', blocks.integrationsData),
  written('listingType', 'listing_type', nullable(named('ListingType', oneOf(listingTypes))), {
    standard: null,
  }),
  written('numberOfFloors', 'number_of_floors', integer(0, 999), { standard: 0 }),
  written('ownerNotes', 'owner_notes', longText(), { standard: null }),
  readOnly('pictureLink', nullable(url()), row => row.picture_link),
  written('pricing.currency', 'currency', currencyCode({ orNone: true })),
  written('pricing.dailyRate', 'daily_rate', money(), { standard: '0', ...decimal }),
  written(
    'pricing.weekendAdjustmentRate',
    'weekend_adjustment_rate',
    number({ above: -1, max: 1_000_000 }),
    { standard: '0', ...decimal },
  ),
  written('pricing.taxRate', 'tax_rate', nullable(fraction()), { standard: '0', ...rateOrNone }),
  written('pricing.ignoreTaxRateChargeOverXDays', 'ignore_tax_rate_charge_over_x_days', bool(), {
    standard: false,
  }),
  written(
    'pricing.daysOverWhichTaxRateChargeShouldBeIgnored',
    'days_over_which_tax_rate_charge_should_be_ignored',
    integer(0, 3_650),
    { standard: 0 },
  ),
  written('pricing.securityDeposit', 'security_deposit', money(), { standard: '0', ...decimal }),
  written('pricing.cleaningFee', 'cleaning_fee', money(), { standard: '0', ...decimal }),
  written('pricing.cleaningFeeTaxRate', 'cleaning_fee_tax_rate', nullable(fraction()), {
    standard: '0',
    ...rateOrNone,
  }),
  written('pricing.extraGuestFee', 'extra_guest_fee', money(), { standard: '0', ...decimal }),
  written('pricing.percentageUponReservation', 'percentage_upon_reservation', fraction(), {
    standard: '0.5',
    ...decimal,
  }),
  written('pricing.fullPaymentTiming', 'full_payment_timing', integer(0, 365), { standard: 45 }),
  written(
    'propertyType',
    'property_type',
    notNullSince('3.3', nullable(named('PropertyType', oneOf(propertyTypes)))),
    { standard: 'HOUSE', answer: nullable(named('PropertyType', oneOf(propertyTypes))) },
  ),
  written('rentalLicenseExpirationDate', 'rental_license_expiration_date', nullable(date()), {
    standard: null,
  }),
  written('rentalLicenseNumber', 'rental_license_number', words(), { standard: null }),
  written('roomType', 'room_type', words(), { standard: null }),
  written('showPropertyExactLocation', 'show_property_exact_location', bool(), { standard: true }),
  readOnly('updatedUtcDateTime', utcDateTime(), row => utcText(row.updated_at)),
  written('useMinimumPriceRule', 'use_minimum_price_rule', bool(), { standard: false }),
  block('vrboData', 'vrbo_data', blocks.vrboData),
  written('webLink', 'web_link', link(), { standard: null }),
  written('wifiNetwork', 'wifi_network', words(), { standard: null }),
  written('wifiPassword', 'wifi_password', words(), { standard: null }),
  written('timeZone', 'time_zone', timeZone(), { since: '3.3' }),
  readOnly('createdUtcDateTime', utcDateTime(), row => utcText(row.created_at), '3.3'),
  readOnly('parentUid', nullable(uid()), row => row.parent_uid),
  written('masterBookable', 'master_bookable', bool(), { standard: true }),
  readOnly('hotelUid', nullable(uid()), row => row.hotel_uid, '3.1'),
  readOnly('numberOfUnits', count(), row => row.number_of_units, '3.1'),
  readOnly('numberOfActiveUnits', count(), row => row.number_of_active_units, '3.1'),
]
