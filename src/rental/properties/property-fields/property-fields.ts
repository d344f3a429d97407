/**
 * Fields of a property: path on the wire, column, schema, default and first version
 * (contract/properties.md §2.2). `property-shape.ts` derives responses, request bodies and columns.
 */
import { utcText } from '../../../platform/dates/dates.ts'
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
import { turnoverDaysMax } from '../units/occupied-units.sql.ts'
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

const optionalText = () => nullable(text())
const longText = () => nullable(text({ max: 10_000 }))
const link = () => nullable(url({ orEmpty: true }))
const nights = () => nullable(integer(0, 3_650))
const strategy = () => named('BookingStrategy', oneOf(bookingStrategies))
const optionalFlag = () => nullable(bool())

export const propertyFields: readonly PropertyField[] = [
  readOnly('uid', uid(), row => row.uid),
  written('name', 'name', text({ min: 1 }), trimmed),
  written('isActive', 'is_active', bool(), { defaultValue: false }),
  written('accountingId', 'accounting_id', optionalText(), { defaultValue: null }),
  written('address.address', 'address', optionalText(), { defaultValue: null }),
  written('address.address2', 'address2', optionalText(), { defaultValue: null }),
  written('address.city', 'city', optionalText(), { defaultValue: null }),
  written('address.state', 'state', optionalText(), { defaultValue: null }),
  written('address.zipCode', 'zip_code', optionalText(), { defaultValue: null }),
  written('address.countryCode', 'country_code', notNullSince('3.3', nullable(countryCode())), {
    defaultValue: null,
    responseSchema: optionalText(),
  }),
  written('address.longitude', 'longitude', nullable(number({ min: -180, max: 180 })), {
    defaultValue: null,
    ...coordinate,
  }),
  written('address.latitude', 'latitude', nullable(number({ min: -90, max: 90 })), {
    defaultValue: null,
    ...coordinate,
  }),
  readOnly('agencyUid', uid(), row => row.agency_uid),
  written('agentUid', 'agent_uid', nullable(uid()), { defaultValue: null, ...reference }),
  block('airbnbData', 'airbnb_data', blocks.airbnbData),
  written('area.size', 'area_size', number({ min: 0, max: 1_000_000_000 }), {
    defaultValue: '0',
    ...decimal,
  }),
  written('area.unitType', 'area_unit_type', nullable(named('AreaUnit', oneOf(areaUnits))), {
    defaultValue: null,
  }),
  written('availability.baseGuests', 'base_guests', integer(1, 999), { defaultValue: 1 }),
  written('availability.maxGuests', 'max_guests', integer(1, 999), { defaultValue: 2 }),
  written('availability.minimumStay', 'minimum_stay', nights(), { defaultValue: 1 }),
  written(
    'availability.dayOfWeekMinimumStay',
    'day_of_week_minimum_stay',
    mapOf(weekdays, integer(1, 3_650)),
    { defaultValue: {} },
  ),
  written('availability.maximumStay', 'maximum_stay', nights(), { defaultValue: 0 }),
  written('availability.minimumWeekendStay', 'minimum_weekend_stay', nights(), { defaultValue: 0 }),
  written(
    'availability.allowBookingRequestsAboveMaximumStay',
    'allow_booking_requests_above_maximum_stay',
    optionalFlag(),
    { defaultValue: false },
  ),
  written('availability.bookingWindow', 'booking_window', nullable(integer(-1, 3_650)), {
    defaultValue: -1,
  }),
  written('availability.turnOverDays', 'turn_over_days', nullable(integer(0, turnoverDaysMax)), {
    defaultValue: 0,
  }),
  written('availability.bookingLeadTime', 'booking_lead_time', nullable(integer(-24, 8_760)), {
    defaultValue: 0,
  }),
  written(
    'availability.allowBookingRequestWhenOutOfLeadTime',
    'allow_booking_request_when_out_of_lead_time',
    optionalFlag(),
    { defaultValue: false },
  ),
  written('availability.checkInTimeStart', 'check_in_time_start', integer(0, 23)),
  written('availability.checkInTimeEnd', 'check_in_time_end', nullable(integer(0, 24)), {
    defaultValue: null,
  }),
  written('availability.checkInTimeEndFlexible', 'check_in_time_end_flexible', bool(), {
    defaultValue: true,
  }),
  written('availability.checkOutTime', 'check_out_time', integer(0, 23)),
  written(
    'availability.daysOfTheWeekToCheckInOn',
    'days_of_the_week_to_check_in_on',
    listOf(named('Weekday', oneOf(weekdays))),
    { defaultValue: [...weekdays], ...weekdayList },
  ),
  ...(['hostfully', 'airbnb', 'vrbo', 'bookingDotCom'] as const).map(channel =>
    written(
      `availability.${channel}BookingStrategy`,
      channel === 'bookingDotCom'
        ? 'booking_dot_com_booking_strategy'
        : `${channel}_booking_strategy`,
      strategy(),
      { defaultValue: 'INSTANT_BOOKING' },
    ),
  ),
  written('bathrooms', 'bathrooms', number({ min: 0, max: 999, step: 0.5 }), {
    defaultValue: '0',
    ...halves,
  }),
  written('bedrooms', 'bedrooms', integer(0, 999), { defaultValue: 0 }),
  written('beds', 'beds', integer(0, 999), {
    defaultValue: 0,
    toWire: (beds, row) => row.beds_of_rooms ?? beds,
  }),
  block('bookingDotComData', 'booking_dot_com_data', blocks.bookingDotComData),
  written('bookingNotes', 'booking_notes', longText(), { defaultValue: null }),
  readOnly('businessType', named('BusinessType', oneOf(businessTypes)), row => row.business_type),
  written('cancellationPolicy', 'cancellation_policy', longText(), { defaultValue: null }),
  written('externalId', 'external_id', optionalText(), { defaultValue: null }),
  written('extraNotes', 'extra_notes', longText(), { defaultValue: null }),
  written('guideBookRecsOnlyUrl', 'guide_book_recs_only_url', link(), { defaultValue: null }),
  written('guideBookUrl', 'guide_book_url', link(), { defaultValue: null }),
  block('hvmiData', 'hvmi_data', blocks.hvmiData),
  block('integrationsData', 'integrations_data', blocks.integrationsData),
  written('listingType', 'listing_type', nullable(named('ListingType', oneOf(listingTypes))), {
    defaultValue: null,
  }),
  written('numberOfFloors', 'number_of_floors', integer(0, 999), { defaultValue: 0 }),
  written('ownerNotes', 'owner_notes', longText(), { defaultValue: null }),
  readOnly('pictureLink', nullable(url()), row => row.picture_link),
  written('pricing.currency', 'currency', currencyCode({ orNone: true })),
  written('pricing.dailyRate', 'daily_rate', money(), { defaultValue: '0', ...decimal }),
  written(
    'pricing.weekendAdjustmentRate',
    'weekend_adjustment_rate',
    number({ above: -1, max: 1_000_000 }),
    { defaultValue: '0', ...decimal },
  ),
  written('pricing.taxRate', 'tax_rate', nullable(fraction()), {
    defaultValue: '0',
    ...rateOrNone,
  }),
  written('pricing.ignoreTaxRateChargeOverXDays', 'ignore_tax_rate_charge_over_x_days', bool(), {
    defaultValue: false,
  }),
  written(
    'pricing.daysOverWhichTaxRateChargeShouldBeIgnored',
    'days_over_which_tax_rate_charge_should_be_ignored',
    integer(0, 3_650),
    { defaultValue: 0 },
  ),
  written('pricing.securityDeposit', 'security_deposit', money(), {
    defaultValue: '0',
    ...decimal,
  }),
  written('pricing.cleaningFee', 'cleaning_fee', money(), { defaultValue: '0', ...decimal }),
  written('pricing.cleaningFeeTaxRate', 'cleaning_fee_tax_rate', nullable(fraction()), {
    defaultValue: '0',
    ...rateOrNone,
  }),
  written('pricing.extraGuestFee', 'extra_guest_fee', money(), { defaultValue: '0', ...decimal }),
  written('pricing.percentageUponReservation', 'percentage_upon_reservation', fraction(), {
    defaultValue: '0.5',
    ...decimal,
  }),
  written('pricing.fullPaymentTiming', 'full_payment_timing', integer(0, 365), {
    defaultValue: 45,
  }),
  written(
    'propertyType',
    'property_type',
    notNullSince('3.3', nullable(named('PropertyType', oneOf(propertyTypes)))),
    {
      defaultValue: 'HOUSE',
      responseSchema: nullable(named('PropertyType', oneOf(propertyTypes))),
    },
  ),
  written('rentalLicenseExpirationDate', 'rental_license_expiration_date', nullable(date()), {
    defaultValue: null,
  }),
  written('rentalLicenseNumber', 'rental_license_number', optionalText(), { defaultValue: null }),
  written('roomType', 'room_type', optionalText(), { defaultValue: null }),
  written('showPropertyExactLocation', 'show_property_exact_location', bool(), {
    defaultValue: true,
  }),
  readOnly('updatedUtcDateTime', utcDateTime(), row => utcText(row.updated_at)),
  written('useMinimumPriceRule', 'use_minimum_price_rule', bool(), { defaultValue: false }),
  block('vrboData', 'vrbo_data', blocks.vrboData),
  written('webLink', 'web_link', link(), { defaultValue: null }),
  written('wifiNetwork', 'wifi_network', optionalText(), { defaultValue: null }),
  written('wifiPassword', 'wifi_password', optionalText(), { defaultValue: null }),
  written('timeZone', 'time_zone', timeZone(), { since: '3.3' }),
  readOnly('createdUtcDateTime', utcDateTime(), row => utcText(row.created_at), '3.3'),
  readOnly('parentUid', nullable(uid()), row => row.parent_uid),
  written('masterBookable', 'master_bookable', bool(), { defaultValue: true }),
  readOnly('hotelUid', nullable(uid()), row => row.hotel_uid, '3.1'),
  readOnly('numberOfUnits', count(), row => row.number_of_units, '3.1'),
  readOnly('numberOfActiveUnits', count(), row => row.number_of_active_units, '3.1'),
]
