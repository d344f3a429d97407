import { merged, whole } from '../../platform/openapi/description.ts'

/** What names of this district mean on the wire: see `../glossary.ts`. */
export const aroundVocabulary = {
  CustomDataFieldUsage: 'Use of the custom data field.',
  ServiceAudience: 'Audience of the service.',
  'Today.date': 'Date of the agenda.',
  items: 'First entries, 20 by default.',
  'TodayTurnover.jobs': 'Jobs of the property that start on this date.',
  arrivals: 'Bookings with check-in on this date.',
  departures: 'Bookings with check-out on this date.',
  inStay: 'Bookings with check-in before and check-out after this date.',
  turnovers: 'Departures, with the jobs of the day and the next arrival.',
  requests: 'Booking requests that wait for an answer or a payment.',
  holds: 'Inquiries on hold.',
  due: 'Bookings with overdue payments.',
  unreadThreads: 'Threads with messages that the agency has not read.',
  lateJobs: 'Overdue jobs.',
  failing: 'Open notices.',
  nextLeadUid: 'Lead that arrives on the same day. `null` if none.',
  isReady: 'True if there are jobs for the day and all of them are done.',
  expiresUtcDateTime: 'Expiry of the hold or request, in UTC. `null` if it does not expire.',
  balanceAmount: 'Amount left to pay. Negative if overpaid.',
  'CalendarRow.units': 'Units of a unit type, oldest first. Empty for other properties.',
  'CalendarRow.overrides': 'Runs of dates whose price comes from a pricing period.',
  'CalendarRow.prices': 'Prices, one per night, before stay rules.',
  'CalendarRow.minimumStays': 'Minimum nights of a stay by date of check-in, run-length encoded.',
  'CalendarRow.maximumStay': 'Maximum nights of a stay. 0: no limit.',
  'CalendarRow.closed': 'Runs of unavailable nights, each with the cause of highest priority.',
  'CalendarRow.today': 'Current date in the time zone of the property.',
  noCheckIn: 'Runs of dates without check-in by stay rules, whether occupied or not.',
  noCheckOut: 'Runs of dates without check-out by stay rules.',
  'SearchResult.title': 'Display name. `null` if there is none or the caller has no access to it.',
  'SearchResult.reference': 'External id of the object, or the email address of an owner.',
  'SearchResult.leadStatus': 'Status of the lead.',
  types: 'Only results of these types, separated by commas.',
  'CalendarRow.availableUnits':
    'Number of available units by night, run-length encoded. Only for unit types.',
  isMaster: 'True if the property has sub-properties.',
  jobUid: 'Identifier of the job.',
  asOfSeq:
    'Sequence number of the event log at the time of reading: later events are not included.',
  rows: 'Properties, sorted by multi-unit or master property, then name.',
  'CalendarRow.stays': 'Number of stays in this row: the next entries of the columns.',
  'CalendarRow.jobs': 'Jobs by night: kind, number and status.',
  'MultiCalendar.stays': 'Leads with nights in the requested period, in columns.',
  kinds: 'Distinct combinations of attributes of stays.',
  'CalendarStays.leadUids': 'Leads, sorted by row and check-in.',
  kindOf: 'Index into `kinds` for each stay, starting at 0.',
  checkIns: 'Night of check-in of each stay, relative to `from`. Negative if before it.',
  'CalendarStays.nights': 'Nights of each stay.',
  'CalendarStays.guests': 'Adults and children of each stay.',
  guestNames:
    'First and last names of the guests. `null` if unknown or not accessible to the caller.',
  'CalendarStays.holds': 'Stays that expire, with the time: `[stay, UTC]`.',
  'CalendarStayKind.unit': 'Index into `units` of the row. Only for unit types.',
  turnoverNights: 'Nights after the stay that are reserved for turnover.',
  guestName: 'First and last name of the guest. `null` if unknown.',
  arrivesAt: 'Arrival time, local time of the property, `16:00`.',
  leavesAt: 'Departure time, `11:00`.',
  'CalendarStayKind.balance': 'Payment status of the order. `null` if there is no order.',
  isUnread: 'True if the thread has messages that the agency has not read.',
  freeFrom: 'Only properties that are available for a stay with this check-in. Requires `freeTo`.',
  freeTo: 'Check-out of the stay that starts on `freeFrom`.',
  cities: 'Only properties in these cities.',
  author: 'Author of the review.',
  cateredTo: 'Audience of the service.',
  'PinCode.code': 'Code to enter at the lock: digits or letters.',
  lockName: 'Name of the lock that the code opens, at most 100 characters. `null`: main lock.',
  customDataField: 'Custom data field of the value.',
  customDataFieldUid: 'Identifier of the custom data field.',
  index: 'Position among the custom data fields, ascending.',
  lastSyncStatus: 'Result of the last import.',
  lastSyncError: 'Error of the last import. `null` if it succeeded.',
  lastSyncUtcDateTime: 'Time of the last import, in UTC. `null` if never imported.',
  'Ical.url': 'URL of the calendar.',
  imports: 'Events to import.',
  keepStays: 'True if future bookings of the calendar are kept after its deletion. Default: true.',
  believe: 'If true, events that are missing from the calendar are removed immediately.',
  defaultKind: 'Kind of events whose summary does not tell a booking from a block.',
  repeatsOthers:
    'True if an event with exactly the nights of another lead is the same stay. Set it if the ' +
    'calendar also contains stays of other sources.',
  clashCount: 'Number of events that conflict with other leads.',
  'Ical.exportUrl': 'URL to import into the external system. Excludes the events of that system.',
  'Ical.state': 'OK, CLASH, PENDING, ERROR or NEVER. New values may be added.',
  believedUtcDateTime: 'Time of the calendar content that the events are based on.',
  mayHaveGuest: 'True if the event may be a stay of a guest, not just a closed period.',
  isClash:
    'True if the event conflicts with another lead, or no unit is available for all of its ' +
    'nights.',
  isMissing: 'True if the event is missing from the last version of the calendar.',
  blockUids: 'Blocks on nights of the event.',
  decision: 'Handling of the event.',
  'ExternalCalendar.url': 'URL of the calendar.',
  'PinCode.url': 'URL of a page that shows the code to the guest. `null` if there is no page.',
  erased: 'Number of cleared or deleted rows, by table.',
  'GuestErasure.erasedUtcDateTime': 'Time of the erasure, in UTC.',
  'GuestExport.erasedUtcDateTime': 'Time of the last erasure, in UTC. `null` if never erased.',
  exportedUtcDateTime: 'Time of the export, in UTC.',
  records: 'Stored data of the guest, by table.',
  privateFeedback: 'Private feedback to the host. `null` if none.',
  rate: 'Rating in stars, 1 to 5.',
  rating: 'Rating in stars, 1 to 5.',
  ratingCategories: 'Ratings in stars by category.',
  removeMissingTags: 'If true, tags that are not sent are removed from the object.',
  reviewResponse: 'Response of the host. `null` if none.',
  statuses: 'Only objects with one of these statuses, separated by commas.',
  tag: 'Tag to remove.',
  tags: 'Tags, sorted alphabetically, case-insensitive.',
  userUid: 'Employee or owner who has the code. `null` if none.',
  usage: 'Use of the custom data field.',
  variable: 'Name of the variable in templates: capital letters, digits and `_`.',
} as const

/** What operations of this district do beyond their summary, by operation id. */
export const aroundOperations = {
  listJobs:
    'Sorted by start, all statuses, at most 10,000 jobs. `from` and `to` are inclusive, and ' +
    'required unless `modifiedSince` is sent. Deleted jobs are only in the event log ' +
    '(`JOB_DELETED`).',
  getJob: 'Returns jobs of every status.',
  createJob:
    'Status NEW unless `status` is sent. Assigned to the provider of the service unless ' +
    'another provider is sent. A job of a lead moves with the stay and keeps its distance to ' +
    'the nearer of check-in and check-out. Cancelling the lead cancels its jobs, rebooking ' +
    'restores them.',
  replaceJob: `${whole} Setting \`status\` has the effect of the action, such as \`accept\`.`,
  deleteJob: 'To keep the job for the record, decline it instead.',
  acceptJob:
    'Allowed for status NEW or DECLINED. `notes` replaces the notes of the job. Idempotent.',
  declineJob:
    'Allowed for status NEW or ACCEPTED. `notes` replaces the notes of the job. Idempotent.',
  markJobAsDone: 'Allowed for status NEW or ACCEPTED. Final. Idempotent.',
  listServices:
    'Sorted by title, active and inactive. Services for BOTH match GUEST and HOST, too.',
  getService: 'Returns price, audience and service provider.',
  createService: 'The service can then be used in jobs and orders.',
  replaceService: `${whole} Existing orders do not change.`,
  deleteService: 'Rejected if the service has open jobs. Existing orders do not change.',
  listServiceProviders: 'Sorted by name, active and inactive.',
  getServiceProvider: 'Returns name and contact data.',
  createServiceProvider: 'The service provider can then be assigned to services and jobs.',
  replaceServiceProvider: whole,
  deleteServiceProvider: 'Services and jobs are kept, without a service provider.',
  listOrderServices: 'Sorted by creation, oldest first.',
  createOrderService:
    'The service must be for guests and in the currency of the order. `grossPrice` defaults ' +
    'to price times quantity. The order total is recalculated.',
  deleteOrderService: 'The order total is recalculated.',
  listPinCodes: 'Sorted by creation, newest first. Filters are combined with AND.',
  getPinCode: 'The code itself is only returned if the caller has access to it.',
  createPinCode:
    'Exactly one of `leadUid` and `userUid` is required. Without `code`, six random digits are ' +
    'generated. Without times, the code is valid for the stay of the lead, also after its dates ' +
    'change; times that are sent do not move with the stay. Moving the lead to another property ' +
    'or unit deletes its codes. Cancelling it deletes them, too, and rebooking restores them.',
  changePinCode: merged,
  deletePinCode: 'The lead or employee of the code does not change.',
  exportGuest:
    'Covers all leads and messages, including deleted ones. Files are returned as links that ' +
    'are valid for one day.',
  eraseGuest:
    'Permanently erases all personal data: in leads, messages, files, events and stored ' +
    'idempotent responses. Nights, amounts and dates are kept. Calling it again erases data ' +
    'that has been added since.',
  listReviews: 'Sorted by date, newest first, unless `sort` and `sortDirection` are sent.',
  createReview: '`date` defaults to today, `source` to this server.',
  deleteReview: 'Also deletes the response.',
  respondToReview: 'Replaces the former response; `null` removes it.',
  listTags: 'Sorted alphabetically, case-insensitive.',
  listTagsOfProperty: 'Sorted alphabetically, case-insensitive.',
  listTagsOfLead: 'Sorted alphabetically, case-insensitive.',
  addTags:
    'Removes the other tags of the object only if `removeMissingTags` is true. Returns all ' +
    'tags that it has then.',
  deleteTag: 'Returns 204 even if the object does not have the tag.',
  listCustomData: 'Sorted by the position of the fields.',
  setCustomData: 'Replaces the former value. Idempotent.',
  deleteCustomData: 'Deletes the value only, not the field.',
  listCustomDataFields:
    'Custom data fields extend properties, leads and units with data of the agency.',
  getCustomDataField: 'Returns name, type and use.',
  createCustomDataField:
    'Name and variable must be unique within the agency. The type cannot be changed later.',
  deleteCustomDataField: 'Deletes its values for all properties, leads and units.',
  listIcalEvents: 'Sorted by date, each with its lead or blocks.',
  decideIcalEvent: 'Only for events that are not imported as a lead.',
  listIcals: 'Sorted by name, each with the result of the last import.',
  createIcal:
    'Imported immediately and then every 15 minutes. Its events become bookings and blocks.',
  changeIcal: 'The property cannot be changed. Imported leads are kept.',
  deleteIcal: 'Past blocks are kept.',
  syncIcal:
    'Waits up to 15 seconds and returns the result. A failed import does not remove anything.',
  renewIcalExportOfCalendar:
    'The URL is for the external system and excludes the events of that system. The former ' +
    'URL returns 404.',
  renewIcalExport: 'The former URL returns 404.',
  listOwnerAdjustments: 'Sorted by date, latest first.',
  getOwnerAdjustment: 'Adjustments are credits or charges for an owner in addition to rent.',
  createOwnerAdjustment: '`ownerUid` defaults to the owner of the property.',
  replaceOwnerAdjustment: whole,
  deleteOwnerAdjustment: 'No other objects depend on it.',
} as const
