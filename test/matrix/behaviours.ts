/**
 * What versions do that no table of operations, fields or filters holds, each with the test that
 * proves it, `file › name`: contract/versions.md §2, §3 and §9.
 */

/** A row of any table, found by words of its first cell. */
export interface ProvedRow {
  mentions: string
  proofs: string[]
}

const versionsTest = (name: string) => [`test/general/versions.test.ts › ${name}`]
const matrix = (name: string) => [`test/matrix/versions.test.ts › ${name}`]
const own = (name: string) => [`test/matrix/behaviours.test.ts › ${name}`]
const addresses = (name: string) => [`test/general/addresses.test.ts › ${name}`]

/** §1 */
export const labels: ProvedRow[] = [
  { mentions: 'v1', proofs: versionsTest(' without a credential') },
  { mentions: 'v2', proofs: versionsTest('200 with the headers and the twin in v3.3') },
  ...['v3.0', 'v3.1', 'v3.2', 'v3.3'].map(mentions => ({
    mentions,
    proofs: addresses('/agencies, which is '),
  })),
  { mentions: 'unknown', proofs: versionsTest('401 for /api/') },
]

const goneTests = versionsTest(' without a credential')

/** §2.1 */
export const gone: ProvedRow[] = [
  { mentions: 'all of /v1/…', proofs: goneTests },
  { mentions: 'GET /v1/messages/{uid}', proofs: goneTests },
  { mentions: '/v2/localspots', proofs: goneTests },
  { mentions: 'GET /v2/threads?leadUid', proofs: own('threads of v2 are not searched by lead') },
  {
    mentions: 'registering access-change webhooks with the partner API key',
    proofs: [
      'src/rental/events/webhooks/webhooks.partners.test.ts › which is deprecated and never shown',
    ],
  },
  { mentions: '/multi-units/hotels', proofs: own('addresses that never came to be are unknown') },
  { mentions: '/v2/propertiesql', proofs: own('addresses that never came to be are unknown') },
]

/** §2.2 */
export const headers: ProvedRow[] = [
  { mentions: 'v2 REST', proofs: matrix('is deprecated, and names its twin') },
  { mentions: '410 of v1', proofs: goneTests },
  { mentions: '410 of local-spots', proofs: goneTests },
  {
    mentions: 'access-change registration with a partner key',
    proofs: [
      'src/rental/events/webhooks/webhooks.partners.test.ts › which is deprecated and never shown',
    ],
  },
  { mentions: '/v2/leadsql, v3.0–v3.3', proofs: versionsTest(' is not') },
]

const upgrade = (name: string) => [`src/rental/access/partners/version.rest.test.ts › ${name}`]

/** §3 */
export const versionUpgrade: ProvedRow[] = [
  { mentions: 'call', proofs: upgrade('200 with the un-encoded pair') },
  { mentions: 'body', proofs: upgrade('200: one step up at a time, in every spelling') },
  { mentions: 'steps', proofs: upgrade('200: one step up at a time, in every spelling') },
  {
    mentions: 'errors',
    proofs: [
      ...upgrade('400 VERSION_STEP_REFUSED for a skip and a step down'),
      ...upgrade('403 for an agency key and an access token'),
      ...upgrade('400 for an unknown version and for none'),
    ],
  },
  { mentions: 'answer', proofs: upgrade('200: the newest version from the start') },
  { mentions: 'start value', proofs: upgrade('200: the newest version from the start') },
  { mentions: 'effect', proofs: own("a partner's version changes no answer") },
]

/** §9 */
export const behaviours: ProvedRow[] = [
  { mentions: 'wrong message.type', proofs: own('a wrong message type is replaced, or refused') },
  {
    mentions: 'orders of cancelled leads',
    proofs: [
      'src/rental/leads/orders/orders.rest.test.ts › is left out at ',
      'src/rental/leads/orders/orders.rest.test.ts › is shown from v3.3 on',
      'src/rental/leads/orders/orders.v2.rest.test.ts › leaves out orders of cancelled leads',
    ],
  },
  {
    mentions: 'new unit types of an accessible multi-unit property',
    proofs: [
      'src/rental/properties/unit-types/unit-types.rest.test.ts › a grant on the hotel reaches unit types',
    ],
  },
  {
    mentions: 'mandatory fields on property creation',
    proofs: [
      'src/rental/properties/properties/create-property.rest.test.ts › 400 REQUIRED_PARAMETER in v3.3',
      'src/rental/properties/properties/change-property.rest.test.ts › up to v3.2 only the name is mandatory',
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
    proofs: own('conversations are of guests in v2, of leads in v3'),
  },
  {
    mentions: 'list bodies',
    proofs: [
      'test/general/paging.test.ts › of v2 is a bare array or object',
      'test/general/paging.test.ts › has the collection first',
    ],
  },
  {
    mentions: 'removed property, single GET',
    proofs: [
      'src/rental/properties/legacy-properties/properties.v2.rest.test.ts › 409 PROPERTY_REMOVED once deleted',
      ...own('a removed property is not found in v3'),
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
      'test/general/credentials.test.ts › 200 on v2',
      'test/general/credentials.test.ts › 403 PARTNER_KEY_NOT_ALLOWED on ',
      'test/general/credentials.test.ts › 200 on v3.3 in sandbox mode',
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
      'src/rental/events/delivery-attempts/delivery.rest.test.ts › of a kind that v2 does not know is worded',
    ],
  },
]
