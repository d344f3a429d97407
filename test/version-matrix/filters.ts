/** Filters by version: contract/versions.md §6. */
import type { Row } from './row.ts'

/**
 * Parameter of a list. An invalid value is rejected where the parameter exists, and ignored
 * elsewhere.
 */
interface Filter {
  v2?: string
  v3?: string
  name: string
  bad: string
}

export interface FilterRow extends Row {
  filters?: Filter[]
  proofs?: string[]
}

const same = (route: string, bad: string, ...names: string[]): Filter[] =>
  names.map(name => ({ v2: route, v3: route, name, bad }))

const subUnits = 'isActiveOrHasActiveSubUnits'

export const filters: FilterRow[] = [
  {
    mentions: 'leadsql arguments',
    columns: 'x|–|–|–|–',
    proofs: [
      'test/version-matrix/behaviours.test.ts › the schemas have the arguments of their version',
    ],
  },
  {
    mentions: `${subUnits} on leadsql`,
    columns: 'x (added with the 3.3 release)|–|–|–|–',
    proofs: [
      'test/version-matrix/behaviours.test.ts › the schemas have the arguments of their version',
    ],
  },
  {
    mentions: `${subUnits} in the GraphQL schema`,
    columns: '–|–|–|–|x',
    proofs: [
      'test/version-matrix/behaviours.test.ts › the schemas have the arguments of their version',
    ],
  },
  {
    mentions: 'messages createdAt',
    columns: '–|x|x|x|x',
    filters: same('GET /messages', 'x', 'createdAt'),
  },
  {
    mentions: 'jobs modifiedSince',
    columns: '–|x|x|x|x',
    filters: same('GET /jobs', 'x', 'modifiedSince'),
  },
  {
    mentions: 'custom-data-fields sort',
    columns: '–|x|x|x|x',
    filters: ['sort', 'sortDirection', 'usage', '_limit'].map(name => ({
      v2: 'GET /customdatafields',
      v3: 'GET /custom-data-fields',
      name,
      bad: '0',
    })),
  },
  {
    mentions: 'property-channel-links channel',
    columns: '–|x|x|x|x',
    filters: same('GET /property-channel-links', 'NO_SUCH', 'channel'),
  },
  {
    mentions: 'owners query',
    columns: '–|x|x|x|x',
    filters: same('GET /owners', 'x'.repeat(300), 'query'),
  },
  {
    mentions: 'webhooks objectUid, integrationWebhooks',
    columns: 'objectUid|x|x|x|x',
    filters: [
      ...same('GET /webhooks', 'maybe', 'integrationWebhooks'),
      ...same('GET /webhooks', 'x'.repeat(300), 'objectUid'),
    ],
  },
  {
    mentions: 'updatedSince on properties, leads, orders, reviews, unit types',
    columns: '–|x|x|x|x',
    filters: [
      ...['properties', 'leads', 'orders', 'reviews'].flatMap(noun =>
        same(`GET /${noun}`, 'x', 'updatedSince'),
      ),
      { v3: 'GET /multi-units/unit-types', name: 'updatedSince', bad: 'x' },
    ],
  },
  {
    mentions: 'leads stayFrom, stayTo, statusIn, typeIn, channelIn',
    columns: '–|x|x|x|x',
    filters: same('GET /leads', 'NO-SUCH', 'stayFrom', 'stayTo', 'statusIn', 'typeIn', 'channelIn'),
  },
  {
    mentions: 'properties query, tags, city, isActive, hotelUid, ownerUid, sort',
    columns: '–|–|–|–|x',
    filters: [
      ...same('GET /properties', 'NO-SUCH', 'isActive', 'hotelUid', 'ownerUid', 'sort'),
      ...same('GET /properties', 'x'.repeat(300), 'query', 'tags', 'city'),
    ],
  },
  {
    mentions: 'leads query, assigneeUid, tags, balance, dueOn, sort, sortDirection',
    columns: '–|–|–|–|x',
    filters: [
      ...same('GET /leads', 'NO-SUCH', 'assigneeUid', 'balance', 'dueOn', 'sort', 'sortDirection'),
      ...same('GET /leads', 'x'.repeat(300), 'query', 'tags'),
    ],
  },
  {
    mentions: 'paging limit/offset or _limit/_cursor',
    columns: 'limit|_limit|_limit|_limit|_limit',
    filters: same('GET /leads', '0', 'limit', '_limit'),
  },
]
