/** The districts of `src/rental/`, from the lowest on, and the nouns that are several folders. */

/** Each imports only from those before it: .dependency-cruiser.mjs. */
export const districts = ['access', 'events', 'properties', 'prices', 'leads', 'inbox', 'around']

/** By the noun: the folders beside its own that it was split into. They write its tables, too. */
const subFolders: Record<string, string[]> = {
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
  'properties/rooms': ['bed-types'],
  'prices/calendar': ['calendar-feeds', 'occupancies', 'stays'],
  'prices/quotes': ['stay-prices'],
  'leads/leads': [
    'held-nights',
    'lead-actions',
    'lead-history',
    'lead-query',
    'lead-writes',
    'legacy-leads',
  ],
  'leads/guests': ['guest-identity'],
  'inbox/messages': ['inbound-messages'],
  'around/icals': ['ical-events', 'ical-imports', 'ical-stays'],
  'around/guest-data': ['guest-retention'],
}

const nounOf = new Map(
  Object.entries(subFolders).flatMap(([noun, folders]) => {
    const [district] = noun.split('/')
    return folders.map(folder => [`src/rental/${district}/${folder}`, `src/rental/${noun}`])
  }),
)

/** Folders of each noun that has several. */
export const families = Object.entries(subFolders).map(([noun, folders]) => [
  `src/rental/${noun}`,
  ...folders.map(folder => `src/rental/${noun.split('/')[0]}/${folder}`),
])

/** The folder of the noun that a folder belongs to. */
export function familyOf(folder: string): string {
  return nounOf.get(folder) ?? folder
}

export const splitFolders = [...nounOf.keys()]
