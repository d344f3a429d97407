/** Enum values by version: contract/versions.md §8. */
import type { Column, Row } from './row.ts'

/** Enum by version. An error for another value lists the allowed ones. */
export interface EnumRow extends Row {
  /** A route and the parameter or body key, `GET /leads?typeIn`. */
  parameter?: string
  /** Number of values by version; the row lists some of them. */
  counts?: Partial<Record<Column, number>>
  addedIn?: Partial<Record<Column, string[]>>
  proofs?: string[]
}

export const enumValues: EnumRow[] = [
  {
    mentions: 'lead type',
    columns: 'BLOCK, INQUIRY, BOOKING|+ BOOKING_REQUEST|same|same|same',
    parameter: 'GET /leads?typeIn',
    counts: { '3.0': 4, '3.1': 4, '3.2': 4, '3.3': 4 },
    proofs: ['src/rental/leads/legacy-leads/lead-creation-refused.v2.rest.test.ts › '],
  },
  {
    mentions: 'lead status',
    columns: 'words of leads.md §10|11 values|11|+ PENDING_APPROVED|12',
    parameter: 'GET /leads?statusIn',
    counts: { '3.0': 11, '3.1': 11, '3.2': 12, '3.3': 12 },
    addedIn: { '3.2': ['PENDING_APPROVED'] },
    proofs: ['src/rental/leads/legacy-leads/lead-status.v2.rest.test.ts › '],
  },
  {
    mentions: 'lead source',
    columns: 'ORBIRENTAL_*, IMPORT_*, DIRECT_*|13 values|same|same|same',
    proofs: [
      'test/version-matrix/behaviours.test.ts › leads have 13 sources, which v2 names differently',
    ],
  },
  {
    mentions: 'businessType with unit types',
    columns: '–|–|x|x|x',
    proofs: [
      'test/version-matrix/behaviours.test.ts › unit types contain their hotel from v3.1 on',
    ],
  },
  {
    mentions: 'property type / propertyType',
    columns: '30 values, underscores|full list|same|same|same',
    proofs: [
      "src/rental/properties/legacy-properties/properties.v2.rest.test.ts › 200: returns v2's names of types",
    ],
  },
  {
    mentions: 'message type sent',
    columns: '–|EMAIL, DIRECT_MESSAGE|same|same|same, checked',
    proofs: [
      'test/version-matrix/behaviours.test.ts › an unknown message type is replaced, or rejected from v3.3 on',
    ],
  },
  {
    mentions: 'participantType',
    columns: 'AGENCY, GUEST|–|–|AGENCY, LEAD, GUEST|same',
    proofs: [
      'test/version-matrix/behaviours.test.ts › threads have guests as participants in v2, leads in v3',
    ],
  },
  {
    mentions: 'job status',
    columns: 'all of resources.md §1.2|same|same|same|same',
    parameter: 'GET /jobs?statuses',
    counts: { '3.0': 5, '3.1': 5, '3.2': 5, '3.3': 5 },
  },
  {
    mentions: 'tag objectType',
    columns: '(property only)|PROPERTY, LEAD|+ HOTEL|same|same',
    parameter: 'POST /tags?objectType',
    counts: { '3.0': 2, '3.1': 3, '3.2': 3, '3.3': 3 },
    addedIn: { '3.1': ['HOTEL'] },
  },
  {
    mentions: 'channel-link channel',
    columns: '5|5 + majors (read)|same|same|+ 9',
    parameter: 'POST /property-channel-links?channel',
    counts: { '3.0': 10, '3.1': 10, '3.2': 10, '3.3': 19 },
    addedIn: { '3.3': ['EXPEDIA', 'WHIMSTAY', 'OTHER'] },
  },
  {
    mentions: 'custom data field type',
    columns: 'TEXT, LONG_TEXT|same|same|same|same',
    parameter: 'POST /custom-data-fields?type',
    counts: { '3.0': 2, '3.1': 2, '3.2': 2, '3.3': 2 },
  },
]
