/**
 * What fields, parameters and shapes mean, by name. `Fee.amount` is the field of that shape and of
 * those that write one (`FeeInput`, `FeePatch`), `amount` that of all others. A field whose shape
 * says more of it, by `described`, goes before.
 */
import { merged, whole } from '../platform/openapi/description.ts'
import type { ValueWords } from '../platform/openapi/shapes.ts'
import { accessValues } from './access/value-words.ts'
import { accessOperations, accessVocabulary } from './access/vocabulary.ts'
import { aroundValues } from './around/value-words.ts'
import { aroundOperations, aroundVocabulary } from './around/vocabulary.ts'
import { eventValues } from './events/value-words.ts'
import { eventOperations, eventVocabulary } from './events/vocabulary.ts'
import { inboxValues } from './inbox/value-words.ts'
import { inboxOperations, inboxVocabulary } from './inbox/vocabulary.ts'
import { legacyLeadValues } from './leads/legacy-value-words.ts'
import { leadValues } from './leads/value-words.ts'
import { leadOperations, leadVocabulary } from './leads/vocabulary.ts'
import { priceValues } from './prices/value-words.ts'
import { priceOperations, priceVocabulary } from './prices/vocabulary.ts'
import { propertyValues } from './properties/value-words.ts'
import { propertyOperations, propertyVocabulary } from './properties/vocabulary.ts'

/** What many districts say. */
const common = {
  ListMetadata: 'How many the answer has.',
  PageMetadata: 'How many the answer has.',
  EventPageMetadata: 'How many the answer has.',
  DeltaMetadata: 'How many the answer has, and what to ask for the next time.',
  ExtraGuestListMetadata: 'How many the answer has, and whether they are shown.',
  limit: 'How many a page has at most.',
  offset: 'How many to leave out before the page.',
  Paging: 'Where the page ends and the next one begins.',
  createdAt: 'Only what was created at this instant or later, UTC unless it has an offset.',
  query: 'Part of a name or an email address.',
  sort: 'What the list is sorted by.',
  sortDirection: 'ASC: ascending, DESC: descending.',

  uid: 'Its unique id, which never changes.',
  agencyUid: 'The agency that it belongs to.',
  propertyUid: 'The property that it belongs to.',
  hotelUid: 'The multi-unit property that it belongs to.',
  unitUid: 'The unit of a multi-unit property; null where none is assigned.',
  unitTypeUid: 'The unit type, which is a property itself.',
  leadUid: 'The lead that it belongs to.',
  groupUid: 'What the leads of a group booking have in common.',
  guestUid: 'The guest, over all leads.',
  orderUid: 'The order, which is the money of a lead.',
  ownerUid: 'The owner of a property.',
  threadUid: 'The conversation.',
  serviceUid: 'The service that is done.',
  serviceProviderUid: 'Who does it.',
  assigneeUid: 'The employee who looks after it.',
  employeeUid: 'The employee whose sessions they are.',
  externalId: 'What the client calls it; free text.',
  externalBookingId: 'What a channel or client calls the booking.',
  createdUtcDateTime: 'When it was created, in UTC.',
  updatedUtcDateTime: 'When it last changed, in UTC.',
  checkInLocalDateTime: 'Check-in by the wall clock of the property.',
  checkOutLocalDateTime: 'Check-out by the wall clock of the property.',
  checkInZonedDateTime: 'Check-in with the offset that the property has then.',
  checkOutZonedDateTime: 'Check-out with the offset that the property has then.',
  checkInLocalDate: 'The day of check-in; the time is that of the property.',
  checkOutLocalDate: 'The day of check-out, the morning after the last night.',
  checkInDate: 'The day of check-in.',
  checkOutDate: 'The day of check-out, the morning after the last night.',
  bookedUtcDateTime: 'When it became a booking, in UTC; null before.',
  holdExpiresUtcDateTime: 'When a hold, request or payment lapses, in UTC; null: none runs.',
  metadata: 'When and how it came to be.',
  status: 'Where it stands.',
  type: 'What kind it is.',
  source: 'Where it came from.',
  channel: 'The channel that it came through.',
  amount: 'In major units of the currency.',
  netPrice: 'Without taxes, in major units of the currency.',
  grossPrice: 'With taxes, in major units of the currency.',
  grossAmount: 'With taxes, in major units of the currency.',
  taxAmount: 'The taxes in it, in major units of the currency.',
  taxationRate: 'The tax rate as a fraction: 0.15 is 15 %.',
  currency: 'The currency of all amounts, ISO 4217.',
  price: 'For a night, in major units of the currency.',
  securityDeposit: 'What is held until after the stay, in major units of the currency.',
  minimumStay: 'The fewest nights of a stay; 0 or null: no rule.',
  maximumStay: 'The most nights of a stay; 0 or null: no rule.',
  bookingWindow: 'How many days ahead a stay may be booked; -1: any.',
  bookingLeadTime: 'How many hours before check-in a booking must be made at the latest.',
  turnOverDays: 'Days that stay free between two stays.',
  checkInTimeStart: 'The first hour of check-in, 0 to 23.',
  checkInTimeEnd: 'The last hour of check-in, 0 to 24; null: none.',
  checkOutTime: 'The hour of check-out, 0 to 23.',
  commissionRate: 'A fraction: 0.2 is 20 %.',
  countryCode: 'ISO 3166-1 alpha-2, `US`.',
  count: 'How many are in this answer.',
  totalCount: 'How many match in all; null unless `_total=true` was sent, where pages are.',
  asOfUtcDateTime: 'What to send as `updatedSince` the next time.',
  deletedUids: 'What was deleted since, newest first; on the first page.',
  deletedTruncated: 'Whether more was deleted than is listed: read everything again.',
  _limit: 'How many a page has at most, 1 to 1,000.',
  _cursor: '`_nextCursor` of the page before; nothing: the first page.',
  _nextCursor: 'What to send as `_cursor` for the next page; null: this is the last.',
  _total: 'Whether `totalCount` is counted.',
  updatedSince: 'Only what has changed since then, last changed last; UTC unless it has an offset.',
  from: 'The first day.',
  to: 'The last day, included.',
  locale: 'A language and a country, `en_US`.',
  objectUid: 'What it is about.',
  objectType: 'What kind of thing `objectUid` is.',
  callbackUrl: 'Where events are posted to.',
  creatorIdentifier: "The client's own name for who registered it.",
}

/** Where v2 differs. */
const legacy = {
  decreaseRate: 'What long stays cost less, in percent.',
  increaseRate: 'What short stays cost more, in percent.',
  taxationRate: 'The tax rate in percent: 15 is 15 %.',
}

/** All vocabularies, for the documents of v3. */
export const glossary: Readonly<Record<string, string>> = {
  ...common,
  ...accessVocabulary,
  ...eventVocabulary,
  ...propertyVocabulary,
  ...priceVocabulary,
  ...leadVocabulary,
  ...inboxVocabulary,
  ...aroundVocabulary,
}

export const legacyGlossary: Readonly<Record<string, string>> = { ...glossary, ...legacy }

/** What operations do beyond their summary, by operation id. */
export const operationWords: Readonly<Record<string, string>> = {
  ...accessOperations,
  ...eventOperations,
  ...propertyOperations,
  ...priceOperations,
  ...leadOperations,
  ...inboxOperations,
  ...aroundOperations,
}

/** Where v2 differs, and what it alone has. */
export const legacyOperationWords: Readonly<Record<string, string>> = {
  ...operationWords,
  getAmenities: 'By code of the catalogue and of the rules.',
  changeAmenities: merged,
  getBedTypes: 'By kind of bed.',
  replaceBedTypes: 'Kinds that are left out become 0.',
  addBedTypes: 'Beside those that are there.',
  deleteBedTypes: 'It has none afterwards.',
  changeCustomAmenity: 'Its uid stays.',
  listExternalCalendars: 'By name.',
  listJobs: 'By start, of any status.',
  listLeads: 'Of an agency or a property, in every status, newest first.',
  changeLead: `${merged} Only where the agency allows it.`,
  createLead: '`status` decides what it is. Only where the agency allows it.',
  markPreArrivalFormCompleted: 'Also where the agency allows no other writes of leads by v2.',
  listMessages: 'Newest first.',
  listOrders: 'Of a lead or a property.',
  listOwners: 'By last name, first name.',
  replaceNamedOwner: whole,
  deleteOwnerOfProperty: 'The owner stays with the agency.',
  replaceOwner: whole,
  replacePinCode: 'Without `uid` it gives a new one; without a code six digits are drawn.',
  createPinCode: 'With `uid` it changes that one; without a code six digits are drawn.',
  listStayLengthRules: 'Longer stays cost less, shorter ones more.',
  replaceStayLengthRules: 'Rules that are left out are gone.',
  replacePropertyPricingRules: 'Rules that only v3 knows stay as they are.',
  listProperties: 'Of an agency, or those that fit what is searched for.',
  createProperty: 'Inactive unless it says else; what is left out has its default.',
  replaceProperty: merged,
  replacePropertyDescription: merged,
  createPropertyDescription: 'The same as PUT: texts that are there and not sent stay.',
  getNamedPropertyOwnership: 'Null where there is none.',
  assignNamedPropertyOwnership: 'In place of the owner before.',
  deleteNamedPropertyOwnership: 'The owner stays with the agency.',
  replacePropertyOwnership: 'In place of the owner before.',
  listReviews: 'Newest first.',
  listThreads: 'Newest first.',
  getThread: 'The conversation with a guest, which belongs to no lead.',
  getSubProperties: 'And whether the master itself can be booked.',
  replaceSubProperties: 'Those that are left out stand alone from then on.',
  deletePropertyRule: 'Nothing else hangs on them.',
}

/** What values of enums mean, by component. */
export const valueWords: ValueWords = {
  ...accessValues,
  ...eventValues,
  ...propertyValues,
  ...priceValues,
  ...leadValues,
  ...inboxValues,
  ...aroundValues,
}

export const legacyValueWords: ValueWords = { ...valueWords, ...legacyLeadValues }
