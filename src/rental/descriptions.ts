/**
 * Descriptions of fields, parameters and shapes by name. `Fee.amount` applies to the field of that
 * shape and of its inputs (`FeeInput`, `FeePatch`), `amount` to all others. A description set with
 * `described` in a shape takes precedence.
 */
import { mergesFields, replacesAll } from '../platform/openapi/description.ts'
import type { ValueDescriptions } from '../platform/openapi/shapes.ts'
import { accessDescriptions, accessOperations } from './access/descriptions.ts'
import { accessValues } from './access/value-descriptions.ts'
import { annotationDescriptions, annotationOperations } from './annotations/descriptions.ts'
import { annotationValues } from './annotations/value-descriptions.ts'
import { dashboardDescriptions } from './dashboard/descriptions.ts'
import { dashboardValues } from './dashboard/value-descriptions.ts'
import { distributionDescriptions, distributionOperations } from './distribution/descriptions.ts'
import { distributionValues } from './distribution/value-descriptions.ts'
import { eventDescriptions, eventOperations } from './events/descriptions.ts'
import { eventValues } from './events/value-descriptions.ts'
import { inboxDescriptions, inboxOperations } from './inbox/descriptions.ts'
import { inboxValues } from './inbox/value-descriptions.ts'
import { leadDescriptions, leadOperations } from './leads/descriptions.ts'
import { legacyLeadValues } from './leads/legacy-value-descriptions.ts'
import { leadValues } from './leads/value-descriptions.ts'
import { operationDescriptions, operationOperations } from './operations/descriptions.ts'
import { operationValues } from './operations/value-descriptions.ts'
import { priceDescriptions, priceOperations } from './prices/descriptions.ts'
import { priceValues } from './prices/value-descriptions.ts'
import { privacyDescriptions, privacyOperations } from './privacy/descriptions.ts'
import { propertyDescriptions, propertyOperations } from './properties/descriptions.ts'
import { propertyValues } from './properties/value-descriptions.ts'

/** Descriptions of parameters that differ from those of the field of the same name. */
const parameterDescriptions = {
  'Path.uid': 'Identifier of the object.',
  'Query.agencyUid': 'Limits the request to this agency.',
  'Query.assigneeUid': 'Only leads for which this employee is responsible.',
  'Query.balance': 'Only leads with this payment status.',
  'Query.cateredTo': 'Only services for this audience.',
  'Query.channel': 'Only links to this channel.',
  'Query.code': 'Only promo codes with this code, case-insensitive.',
  'Query.date': 'Date of the agenda. Default: today in the time zone of the agency.',
  'Query.employeeUid': 'Only sessions of this employee.',
  'Query.eventType': 'Only deliveries of this event type.',
  'Query.externalBookingId': 'Only leads with this identifier in an external system or channel.',
  'Query.groupUid': 'Only leads of this group booking.',
  'Query.guestUid': 'Limits the request to this guest, the same for all leads of the guest.',
  'Query.hotelUid': 'Limits the request to this multi-unit property.',
  'Query.isActive': 'If true, only active objects; if false, only inactive ones.',
  'Query.leadUid': 'Limits the request to this lead.',
  'Query.objectType': 'Type of the object in `objectUid`.',
  'Query.objectUid': 'Limits the request to this object.',
  'Query.ownerUid': 'Limits the request to this owner.',
  'Query.propertyUid': 'Limits the request to this property.',
  'Query.rule': 'Only this rule. Omit for all rules.',
  'Query.serviceProviderUid': 'Only objects of this service provider.',
  'Query.source': 'Only reviews from this source.',
  'Query.status': 'Only deliveries with this status.',
  'Query.tags':
    'Only objects with all of these tags, case-insensitive, separated by commas. At most 20.',
  'Query.threadUid': 'Limits the request to this thread.',
  'Query.unitUid': 'Limits the request to this unit of a multi-unit property.',
  'Query.usage': 'Only fields with this use.',
}

/** Descriptions shared by several districts. */
const commonDescriptions = {
  ListMetadata: 'Number of entries in the response.',
  PageMetadata: 'Number of entries in the response.',
  EventPageMetadata: 'Number of entries in the response.',
  DeltaMetadata: 'Number of entries, and the parameters of the next delta request.',
  ExtraGuestListMetadata: 'Number of entries, and whether they are hidden from the caller.',
  limit: 'Maximum number of entries per page.',
  offset: 'Number of entries to skip before the page.',
  Paging: 'Cursor of the next page.',
  createdAt: 'Only objects created at or after this time, UTC unless an offset is given.',
  query: 'Text to search for in names and email addresses.',
  sort: 'Sort key of the list.',
  sortDirection: 'Sort direction. ASC: ascending, DESC: descending.',

  uid: 'Unique identifier. Never changes.',
  agencyUid: 'Identifier of the agency.',
  propertyUid: 'Identifier of the property.',
  hotelUid: 'Identifier of the multi-unit property.',
  unitUid: 'Unit of a multi-unit property. `null` if none is assigned.',
  unitTypeUid: 'Identifier of the unit type, which is itself a property.',
  leadUid: 'Identifier of the lead.',
  groupUid: 'Identifier shared by the leads of a group booking.',
  guestUid: 'Identifier of the guest, the same for all leads of the guest.',
  orderUid: 'Identifier of the order.',
  ownerUid: 'Identifier of the owner of a property.',
  threadUid: 'Identifier of the thread.',
  serviceUid: 'Identifier of the service.',
  serviceProviderUid: 'Identifier of the service provider.',
  assigneeUid: 'Employee who is responsible for the lead.',
  employeeUid: 'Identifier of the employee.',
  externalId: 'Identifier in the system of the client, free text.',
  externalBookingId: 'Identifier of the booking in an external system or channel.',
  createdUtcDateTime: 'Time of creation, in UTC.',
  updatedUtcDateTime: 'Time of the last change, in UTC.',
  checkInLocalDateTime: 'Check-in, local time of the property.',
  checkOutLocalDateTime: 'Check-out, local time of the property.',
  checkInZonedDateTime: 'Check-in, with the UTC offset of the property.',
  checkOutZonedDateTime: 'Check-out, with the UTC offset of the property.',
  checkInLocalDate: 'Check-in date. The time is the check-in time of the property.',
  checkOutLocalDate: 'Check-out date: the day after the last night.',
  checkInDate: 'Check-in date.',
  checkOutDate: 'Check-out date: the day after the last night.',
  bookedUtcDateTime: 'Time at which the lead became a booking, in UTC. `null` before.',
  holdExpiresUtcDateTime:
    'Expiry of the hold, request or payment, in UTC. `null` if there is none.',
  metadata: 'Times and circumstances of creation and change.',
  status: 'Current status.',
  type: 'Type of the object.',
  source: 'Origin of the object.',
  channel: 'Booking channel.',
  amount: 'Amount, in major units of the currency.',
  netPrice: 'Price without taxes, in major units of the currency.',
  grossPrice: 'Price including taxes, in major units of the currency.',
  grossAmount: 'Amount including taxes, in major units of the currency.',
  taxAmount: 'Taxes included, in major units of the currency.',
  taxationRate: 'Tax rate as a fraction: 0.15 is 15 %.',
  currency: 'Currency of all amounts, ISO 4217.',
  price: 'Price per night, in major units of the currency.',
  securityDeposit: 'Security deposit, held until after the stay, in major units of the currency.',
  minimumStay: 'Minimum nights of a stay. 0 or `null`: no minimum.',
  maximumStay: 'Maximum nights of a stay. 0 or `null`: no maximum.',
  bookingWindow: 'Maximum days between booking and check-in. -1: no limit.',
  bookingLeadTime: 'Minimum hours between booking and check-in.',
  turnOverDays: 'Nights that stay free between two stays.',
  checkInTimeStart: 'First hour of check-in, 0 to 23.',
  checkInTimeEnd: 'Last hour of check-in, 0 to 24. `null` if there is no limit.',
  checkOutTime: 'Hour of check-out, 0 to 23.',
  commissionRate: 'Commission rate as a fraction: 0.2 is 20 %.',
  countryCode: 'Country code, ISO 3166-1 alpha-2, `US`.',
  count: 'Number of entries in this response.',
  totalCount:
    'Number of all matching entries. In paginated lists `null` unless `_total=true` is sent.',
  asOfUtcDateTime: 'Value of `updatedSince` for the next request.',
  deletedUids: 'Objects deleted since `updatedSince`, newest first. Only on the first page.',
  deletedTruncated: 'True if more objects were deleted than are listed: read the whole list again.',
  _limit: 'Maximum number of entries per page, 1 to 1,000. Default: 20.',
  _cursor: 'Cursor of the page: `_nextCursor` of the previous page. Omit for the first page.',
  _nextCursor: 'Value of `_cursor` for the next page. `null` on the last page.',
  _total: 'True to count all matching entries in `totalCount`.',
  updatedSince:
    'Only objects changed since this time, sorted by update time, ascending. UTC unless an ' +
    'offset is given.',
  from: 'First date.',
  to: 'Last date, inclusive.',
  locale: 'Locale: language and country, `en_US`.',
  objectUid: 'Identifier of the object.',
  objectType: 'Type of the object.',
  callbackUrl: 'URL that events are posted to.',
  creatorIdentifier: 'Identifier that the client gave to the registering party.',
}

/** Descriptions that differ in v2. */
const legacyDescriptions = {
  decreaseRate: 'Discount for long stays, in percent.',
  increaseRate: 'Surcharge for short stays, in percent.',
  taxationRate: 'Tax rate in percent: 15 is 15 %.',
}

/** All descriptions, for the documents of v3. */
export const fieldDescriptions: Readonly<Record<string, string>> = {
  ...commonDescriptions,
  ...parameterDescriptions,
  ...accessDescriptions,
  ...eventDescriptions,
  ...propertyDescriptions,
  ...priceDescriptions,
  ...leadDescriptions,
  ...inboxDescriptions,
  ...annotationDescriptions,
  ...operationDescriptions,
  ...distributionDescriptions,
  ...privacyDescriptions,
  ...dashboardDescriptions,
}

export const legacyFieldDescriptions: Readonly<Record<string, string>> = {
  ...fieldDescriptions,
  ...legacyDescriptions,
}

/** Descriptions of operations by operation id. */
export const routeDescriptions: Readonly<Record<string, string>> = {
  ...accessOperations,
  ...eventOperations,
  ...propertyOperations,
  ...priceOperations,
  ...leadOperations,
  ...inboxOperations,
  ...annotationOperations,
  ...operationOperations,
  ...distributionOperations,
  ...privacyOperations,
}

/** Descriptions of operations that differ in v2 or exist only there. */
export const legacyOperationDescriptions: Readonly<Record<string, string>> = {
  ...routeDescriptions,
  getAmenities: 'Returns a flag for each amenity and rule.',
  changeAmenities: mergesFields,
  getBedTypes: 'Returns a number for each type of bed.',
  replaceBedTypes: 'Omitted types are set to 0.',
  addBedTypes: 'Adds to the existing beds.',
  deleteBedTypes: 'Removes all beds of the property.',
  changeCustomAmenity: 'The uid does not change.',
  listExternalCalendars: 'Sorted by name.',
  listJobs: 'Sorted by start, all statuses.',
  listLeads: 'Filter by agency or property. All statuses, newest first.',
  changeLead: `${mergesFields} Only available if the agency allows writes of leads with v2.`,
  createLead:
    '`status` determines the type of lead. Only available if the agency allows writes of ' +
    'leads with v2.',
  markPreArrivalFormCompleted:
    'Always available, even if the agency does not allow other writes of leads with v2.',
  listMessages: 'Sorted by creation, newest first.',
  listOrders: 'Filter by lead or property.',
  listOwners: 'Sorted by last name, first name.',
  replaceNamedOwner: replacesAll,
  deleteOwnerOfProperty: 'The owner itself is not deleted.',
  replaceOwner: replacesAll,
  replacePinCode:
    'Without `uid` it creates a code. Without `code`, six random digits are generated.',
  createPinCode:
    'With `uid` it updates that code. Without `code`, six random digits are generated.',
  listStayLengthRules: 'Longer stays cost less, shorter stays more.',
  replaceStayLengthRules: 'Omitted rules are deleted.',
  replacePropertyPricingRules: 'Rules that only exist in v3 are kept.',
  listProperties: 'Returns all properties of an agency, or those that match the search parameters.',
  createProperty:
    'The property is inactive unless `isActive` is sent. Omitted fields are set to their ' +
    'defaults.',
  replaceProperty: mergesFields,
  replacePropertyDescription: mergesFields,
  createPropertyDescription: 'Same as PUT: omitted texts are kept.',
  getNamedPropertyOwnership: 'Returns `null` if there is no owner.',
  assignNamedPropertyOwnership: 'Replaces the former owner.',
  deleteNamedPropertyOwnership: 'The owner itself is not deleted.',
  replacePropertyOwnership: 'Replaces the former owner.',
  listReviews: 'Sorted by creation, newest first.',
  listThreads: 'Sorted by creation, newest first.',
  getThread: 'Returns the thread of a guest, which is not limited to one lead.',
  getSubProperties: 'Also returns whether the master property itself can be booked.',
  replaceSubProperties: 'Omitted sub-properties become standalone properties.',
  deletePropertyRule: 'No other objects depend on them.',
}

/** Descriptions of values of enums by component. */
export const valueDescriptions: ValueDescriptions = {
  ...accessValues,
  ...eventValues,
  ...propertyValues,
  ...priceValues,
  ...leadValues,
  ...inboxValues,
  ...annotationValues,
  ...operationValues,
  ...distributionValues,
  ...dashboardValues,
}

export const legacyValueDescriptions: ValueDescriptions = {
  ...valueDescriptions,
  ...legacyLeadValues,
}
