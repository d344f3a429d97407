/**
 * Behaviour of versions that is not an operation, field or filter, each with the test that proves
 * it, `file › name`: contract/versions.md §2, §3 and §9.
 */

/** Row of any table, found by text in its first cell. */
export interface TestedRow {
  mentions: string
  proofs: string[]
}

const versionsTest = (name: string) => [`test/api/versions.test.ts › ${name}`]
const versionsMatrix = (name: string) => [`test/version-matrix/versions.test.ts › ${name}`]
const own = (name: string) => [`test/version-matrix/behaviours.test.ts › ${name}`]
const addresses = (name: string) => [`test/api/addresses.test.ts › ${name}`]

/** §1 */
export const labels: TestedRow[] = [
  { mentions: 'v1', proofs: versionsTest(' without a credential') },
  { mentions: 'v2', proofs: versionsTest('200 with the headers and the twin in v3.3') },
  ...['v3.0', 'v3.1', 'v3.2', 'v3.3'].map(mentions => ({
    mentions,
    proofs: addresses('/agencies, which is '),
  })),
  { mentions: 'unknown', proofs: versionsTest('401 for /api/') },
]

const removedTests = versionsTest(' without a credential')

/** §2.1 */
export const removedAddresses: TestedRow[] = [
  { mentions: 'all of /v1/…', proofs: removedTests },
  { mentions: 'GET /v1/messages/{uid}', proofs: removedTests },
  { mentions: '/v2/localspots', proofs: removedTests },
  { mentions: 'GET /v2/threads?leadUid', proofs: own('400: v2 cannot filter threads by lead') },
  {
    mentions: 'registering access-change webhooks with the partner API key',
    proofs: [
      "src/rental/events/webhooks/webhooks.partners.test.ts › 201: accepts the partner's key, which is deprecated and never returned",
    ],
  },
  { mentions: '/multi-units/hotels', proofs: own('404: addresses that no version has') },
  { mentions: '/v2/propertiesql', proofs: own('404: addresses that no version has') },
]

/** §2.2 */
export const headers: TestedRow[] = [
  { mentions: 'v2 REST', proofs: versionsMatrix('is deprecated, and links its successor') },
  { mentions: '410 of v1', proofs: removedTests },
  { mentions: '410 of local-spots', proofs: removedTests },
  {
    mentions: 'access-change registration with a partner key',
    proofs: [
      "src/rental/events/webhooks/webhooks.partners.test.ts › 201: accepts the partner's key, which is deprecated and never returned",
    ],
  },
  { mentions: '/v2/leadsql, v3.0–v3.3', proofs: versionsTest(' is not') },
]

const upgrade = (name: string) => [`src/rental/access/partners/version.rest.test.ts › ${name}`]

/** §3 */
export const versionUpgrade: TestedRow[] = [
  { mentions: 'call', proofs: upgrade('200: accepts unencoded credentials') },
  { mentions: 'body', proofs: upgrade('200: accepts the next version in every spelling') },
  { mentions: 'steps', proofs: upgrade('200: accepts the next version in every spelling') },
  {
    mentions: 'errors',
    proofs: [
      ...upgrade('400 VERSION_STEP_REFUSED: rejects a skip and a step down'),
      ...upgrade('403: rejects an API key of an agency and an access token'),
      ...upgrade('400: rejects an unknown and a missing version'),
    ],
  },
  { mentions: 'answer', proofs: upgrade('200: returns the newest version by default') },
  { mentions: 'start value', proofs: upgrade('200: returns the newest version by default') },
  { mentions: 'effect', proofs: own('the stored version of a partner changes no response') },
]

/** §9 */
export const behaviours: TestedRow[] = [
  {
    mentions: 'wrong message.type',
    proofs: own('an unknown message type is replaced, or rejected from v3.3 on'),
  },
  {
    mentions: 'orders of cancelled leads',
    proofs: [
      'src/rental/leads/orders/orders.rest.test.ts › is left out at ',
      'src/rental/leads/orders/orders.rest.test.ts › is returned from v3.3 on, its amounts unchanged',
      'src/rental/leads/orders/orders.v2.rest.test.ts › leaves out orders of cancelled leads',
    ],
  },
  {
    mentions: 'new unit types of an accessible multi-unit property',
    proofs: [
      'src/rental/properties/unit-types/unit-types.rest.test.ts › a grant on the hotel includes unit types created later',
    ],
  },
  {
    mentions: 'mandatory fields on property creation',
    proofs: [
      'src/rental/properties/properties/create-property.rest.test.ts › 400 REQUIRED_PARAMETER in v3.3',
      'src/rental/properties/properties/change-property.rest.test.ts › requires only the name up to v3.2; the type is then HOUSE',
    ],
  },
  {
    mentions: 'mandatory fields on lead creation',
    proofs: own('a new lead needs its agency from v3.3 on'),
  },
  {
    mentions: 'operation summaries',
    proofs: ['test/contracts.test.ts › every operation of the newest version has a summary'],
  },
  {
    mentions: 'conversation model',
    proofs: own('threads have guests as participants in v2, leads in v3'),
  },
  {
    mentions: 'list bodies',
    proofs: [
      'test/api/paging.test.ts › of v2 is a bare array or object',
      'test/api/paging.test.ts › has the collection first',
    ],
  },
  {
    mentions: 'removed property, single GET',
    proofs: [
      'src/rental/properties/legacy-properties/properties.v2.rest.test.ts › 409 PROPERTY_REMOVED for a deleted property; 404 for an unknown or foreign one',
      ...own('404: v3 does not find a deleted property'),
    ],
  },
  {
    mentions: 'unknown path text',
    proofs: [
      ...addresses("404 'Unknown api: ' for /api/v"),
      ...addresses("404 'Endpoint not found' for /v2"),
    ],
  },
  {
    mentions: 'partner key',
    proofs: [
      'test/api/credentials.test.ts › 200 on v2',
      'test/api/credentials.test.ts › 403 PARTNER_KEY_NOT_ALLOWED on ',
      'test/api/credentials.test.ts › 200 on v3.3 in sandbox mode',
    ],
  },
  {
    mentions: 'percentages',
    proofs: [
      'src/rental/prices/pricing-rules/pricing-rules.rest.test.ts › GET 200 bare and in percent',
      'src/rental/properties/legacy-properties/properties.v2.rest.test.ts › pricing rules in percent',
    ],
  },
  {
    mentions: 'holds and requests as events',
    proofs: [
      'src/rental/events/delivery-attempts/delivery.rest.test.ts › uses the older type for a webhook of v2',
    ],
  },
]
