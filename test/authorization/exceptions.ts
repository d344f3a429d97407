/**
 * Information about requests that the route table lacks: meanings of paths, and required values of
 * bodies.
 */

import { randomUUID } from 'node:crypto'
import type { Route } from '../../src/platform/rest/route.ts'
import type { Version } from '../../src/platform/rest/version.ts'
import { successors } from '../../src/rental/deprecation.ts'
import type { Tenant } from './tenant.ts'

/**
 * Returns the name of the uid that the `:uid` of a path stands for: `/pin-codes/:uid` is a
 * `pinCodeUid`.
 */
export function pathUidName(path: string, name: string): string {
  const override = uidNamesByRoute[name]
  if (override) return override
  const segment = /([^/]+)\/:uid\b/.exec(path)?.[1] ?? path
  const plural = (successors[segment] ?? segment).split('/').at(-1)!
  return (
    uidNamesBySegment[plural] ?? `${camelCase(plural.replace(/ies$/, 'y').replace(/s$/, ''))}Uid`
  )
}

function camelCase(text: string): string {
  return text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Names that differ from their path. */
const uidNamesBySegment: Record<string, string> = {
  'multi-unit-properties': 'hotelUid',
  bulk: 'taskUid',
}

/** Routes whose path means something else in v2. */
const uidNamesByRoute: Record<string, string> = { 'v2 GET /threads/:uid': 'conversationUid' }

const stay = {
  checkInLocalDateTime: '2027-03-01T16:00:00',
  checkOutLocalDateTime: '2027-03-05T11:00:00',
}
const address = {
  address1: '1 Main St',
  city: 'Denver',
  state: 'CO',
  zipCode: '80014',
  countryCode: 'US',
}
const period = ({ uids }: Tenant) => ({
  operation: 'SET',
  pricingPeriod: { propertyUid: uids.propertyUid, date: '2027-03-01', price: 90 },
})
const periods = (tenant: Tenant) => ({ operations: [period(tenant)] })
const job = () => ({
  startLocalDateTime: stay.checkInLocalDateTime,
  endLocalDateTime: stay.checkInLocalDateTime,
})
const legacyJob = () => ({ start: stay.checkInLocalDateTime, end: stay.checkInLocalDateTime })
const guest = { firstName: 'Ada', adultCount: 1 }
const freshUrl = ({ uids }: Tenant) => ({ callbackUrl: `${uids.callbackUrl}?new=${randomUUID()}` })

const freshName = () => ({ name: `Field ${randomUUID()}` })
const freshEmail = () => ({ email: `${randomUUID()}@owners.example` })

type Extra = (tenant: Tenant, version: Version) => Record<string, unknown>

/** Fields of bodies in addition to those required by schemas, by route. */
export const extraBodies: Record<string, Extra> = {
  'v3 POST /icals': () => ({ url: `https://calendar.example/${randomUUID()}.ics` }),
  'v3 POST /photos': () => ({ originalImageUrl: 'https://pictures.example/1.jpg' }),
  'v3 POST /jobs': job,
  'v3 PUT /jobs/:uid': job,
  'v2 POST /jobs': legacyJob,
  'v2 PUT /jobs/:uid': legacyJob,
  'v3 POST /services': () => ({ cateredTo: 'BOTH', currency: 'USD' }),
  'v3 POST /leads': () => ({ type: 'BLOCK', status: 'BLOCKED', ...stay }),
  'v2 POST /leads': () => ({ status: 'BLOCKED', type: 'BLOCK' }),
  'v3 POST /pricing-periods': period,
  'v2 POST /pricingperiods': period,
  'v2 POST /pricingPeriods': period,
  'v3 POST /pricing-periods/bulk': periods,
  'v2 POST /pricingperiods/bulk': periods,
  'v2 POST /pricingPeriods/bulk': periods,
  'v2 POST /pricingperiodsbulk': periods,
  'v3 POST /leads/group-booking': ({ uids }) => ({
    status: 'BOOKED',
    ...stay,
    guestInformation: guest,
    propertyUid: uids.unitTypeUid,
    subLeads: [{ propertyUid: uids.unitTypeUid, guestInformation: guest }],
  }),
  'v3 POST /leads/blocks': ({ uids }) => ({
    propertyUids: [uids.propertyUid],
    from: '2027-04-01',
    to: '2027-04-02',
  }),
  'v3 POST /leads/:uid/split': ({ uids }) => ({
    splitLocalDate: '2026-06-07',
    propertyUid: uids.unitTypeUid,
  }),
  'v3 POST /pin-codes': ({ uids }) => ({ leadUid: uids.leadUid }),
  'v2 PUT /pincodes': ({ uids }) => ({ leadUid: uids.leadUid }),
  'v2 POST /pincodes': ({ uids }) => ({ leadUid: uids.leadUid }),
  'v3 POST /property-channel-links': () => ({ channel: 'HOMADS' }),
  'v2 POST /property-channel-links': () => ({ channel: 'HOMADS' }),
  'v3 POST /messages': ({ uids }) => ({
    type: 'EMAIL',
    content: { text: 'Welcome' },
    leadUid: uids.leadUid,
    attachments: [{ fileName: 'key.txt', fileType: 'text/plain', contentBase64: 'YQ==' }],
  }),
  'v3 POST /messages/inbound': ({ uids }) => ({
    content: { text: 'Hello' },
    leadUid: uids.leadUid,
  }),
  'v3 POST /transactions': () => ({ amount: 1 }),
  'v3 PUT /promo-codes/:uid': () => ({ discountType: 'PERCENT', discountAmount: 10 }),
  'v3 POST /promo-codes': ({ personalText }) => ({
    code: personalText.slice(9, 14),
    discountType: 'PERCENT',
    discountAmount: 10,
  }),
  'v3 POST /multi-units/unit-types': () => ({ name: 'Suite', numberOfUnits: 1, address }),
  'v3 POST /properties': () => ({ name: 'Cabin', address }),
  'v3 POST /reviews': () => ({ author: 'Sam', content: 'Lovely.', rating: 5 }),
  'v3 POST /tags': () => ({ tags: ['x'] }),
  'v3 POST /custom-data-fields': freshName,
  'v2 POST /customdatafields': freshName,
  'v3 POST /owners': freshEmail,
  'v2 POST /owners': freshEmail,
  'v3 DELETE /custom-data': ({ uids }) => ({ customDataFieldUid: uids.customDataFieldUid }),
  'v3 PATCH /property-ownership/:propertyUid': ({ uids }) => ({ ownerUid: uids.ownerUid }),
  'v2 PUT /owners': ({ uids }) => ({ uid: uids.ownerUid }),
  'v3 POST /webhooks': freshUrl,
  'v2 POST /webhooks': freshUrl,
  'v3 POST /webhooks/:uid/replays': () => ({ afterSeq: 0 }),
}

/** Query parameters that the schemas do not determine, by route. */
export const extraQueries: Record<string, (tenant: Tenant) => string[][]> = {
  'v3 GET /events': ({ uids }) => [
    ['agencyUid', uids.agencyUid!],
    ['_limit', '1000'],
  ],
  'v3 GET /promo-codes': ({ uids }) => [['agencyUid', uids.agencyUid!]],
  'v3 GET /jobs': ({ uids }) => [
    ['propertyUids', uids.propertyUid!],
    ['modifiedSince', '2000-01-01'],
  ],
  'v2 GET /messages': ({ uids }) => [['threadUid', uids.conversationUid!]],
  'v2 GET /threads': ({ uids }) => [['agencyUid', uids.agencyUid!]],
  'v3 GET /messages/:uid/attachments/:attachmentUid': ({ uids }) => [['token', uids.token!]],
  'v3 GET /tags': ({ uids }) => [
    ['objectUid', uids.propertyUid!],
    ['objectType', 'PROPERTY'],
  ],
  'v3 GET /search': ({ uids, personalText }) => [
    ['agencyUid', uids.agencyUid!],
    ['query', personalText || 'in'],
  ],
  'v3 DELETE /tags': ({ uids }) => [
    ['objectUid', uids.propertyUid!],
    ['objectType', 'PROPERTY'],
    ['tag', 'x'],
  ],
}

/** Routes that calculate and store nothing. */
export const calculationRoutes = ['v3 POST /quotes', 'v2 POST /quote']

/** File routes that need only their link: messaging.md §14. */
export const isFileLink = ({ path }: { path: string }) =>
  /^\/messages\/:uid\/attachments\//.test(path)

/** Webhook routes: a partner's own webhooks do not depend on its grants. */
export const isWebhookRoute = ({ path }: { path: string }) => /^\/webhooks\b/.test(path)

export function isAgencyOnly({ access: { callers } }: Pick<Route<never>, 'access'>): boolean {
  return callers !== undefined && !callers.includes('partner')
}

/**
 * Routes whose error for a read-only grant is OPERATION_NOT_PERMITTED: orders.md §9, messaging.md
 * §13, resources.md §4.
 */
export const notPermittedRoutes = new RegExp(
  [
    '^v3 (POST|PUT|PATCH|DELETE) /(promo-codes|messages/inbound)',
    '^v[23] DELETE /custom-?data-?fields',
  ].join('|'),
)
