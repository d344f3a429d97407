/** Descriptions of fields and parameters of this district by name: see `../descriptions.ts`. */
export const distributionDescriptions = {
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
} as const

/** Descriptions of operations of this district by operation id. */
export const distributionOperations = {
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
} as const
