/** Districts of `src/rental/`, from the lowest up, and nouns with several folders. */
import { dirname, join } from 'node:path'

/** Each district imports only from those before it: .dependency-cruiser.mjs. */
export const districts = [
  'access',
  'events',
  'properties',
  'prices',
  'leads',
  'inbox',
  'annotations',
  'operations',
  'distribution',
  'privacy',
  'dashboard',
]

/**
 * Further folders of a noun, which write its tables, too. The model and the queries of a noun that
 * a lower district needs are in a folder there, named with its district.
 */
const subFolders: Record<string, string[]> = {
  'access/agencies': ['agency-states'],
  'access/authorizations': ['consent', 'oauth', 'partner-access'],
  'access/employees': ['console', 'employee-pictures', 'passwords', 'sessions'],
  'events/events': ['event-log'],
  'events/webhooks': ['webhook-registration', 'webhook-secrets', 'webhook-states'],
  'events/deliveries': ['delivery-attempts'],
  'properties/properties': [
    'legacy-properties',
    'property-content',
    'property-fields',
    'property-query',
    'sub-properties',
    'unit-types',
  ],
  'properties/photos': ['photo-storage'],
  'properties/rooms': ['bed-types'],
  'prices/calendar': ['calendar-feeds', 'occupancies', 'stays'],
  'leads/quotes': ['prices/quotes', 'prices/stay-prices'],
  'leads/leads': [
    'held-nights',
    'lead-actions',
    'lead-history',
    'lead-query',
    'lead-writes',
    'legacy-leads',
  ],
  'leads/guests': ['guest-matching'],
  'inbox/messages': ['inbound-messages'],
  'annotations/tags': ['properties/tags'],
  'operations/order-services': ['leads/order-services'],
  'distribution/icals': ['ical-events', 'ical-imports', 'ical-stays'],
  'privacy/guest-data': ['guest-retention'],
}

const nounsByFolder = new Map(
  Object.entries(subFolders).flatMap(([noun, folders]) => {
    return folders.map(folder => [folderPath(noun, folder), `src/rental/${noun}`])
  }),
)

/** Folders of each noun that has several. */
export const families = Object.entries(subFolders).map(([noun, folders]) => [
  `src/rental/${noun}`,
  ...folders.map(folder => folderPath(noun, folder)),
])

function folderPath(noun: string, folder: string): string {
  return folder.includes('/') ? `src/rental/${folder}` : join('src/rental', dirname(noun), folder)
}

/** Returns the folder of the noun that a folder belongs to. */
export function nounFolder(folder: string): string {
  return nounsByFolder.get(folder) ?? folder
}

export const splitFolders = [...nounsByFolder.keys()]
