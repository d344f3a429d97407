/** Finding things by a few words: contract/resources.md §11.2. */
import { type Context, route } from '../../../context.ts'
import { integer, listOf, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { described } from '../../../platform/rest/named.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { type Area, mayUse } from '../../access/roles/role.ts'
import {
  type FoundLead,
  findHotels,
  findLeads,
  findOwners,
  findProperties,
  findWebhooks,
  type Search,
} from './search.sql.ts'
import {
  presentFoundLead,
  presentObject,
  type SearchType,
  searchResult,
  searchType,
  searchTypes,
} from './search-shape.ts'

const standardLimit = 5
const limitMax = 20

export const searchRoutes = [
  route({
    method: 'GET',
    path: '/search',
    since: '3.3',
    operationId: 'search',
    summary: 'Search properties, leads, guests and more',
    description:
      'Leads, guests and threads match by the beginning of words, other types by any part of ' +
      'the name. Returns at most `_limit` results per type. Only searches objects and fields ' +
      'that the caller can access.',
    tag: 'Search',
    access: { needs: 'bookings' },
    query: Type.Object({
      agencyUid: uid(),
      query: text({ min: 2 }),
      types: Type.Optional(listOf(searchType, searchTypes.length)),
      _limit: Type.Optional(
        described(integer(1, limitMax), 'Maximum number of results per type. Default: 5.'),
      ),
    }),
    answer: unpagedAnswer('results', searchResult),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query: { query, types, _limit }, query: { agencyUid } }) => {
      const limit = _limit ?? standardLimit
      const search = { agencyUid: reachedAgencyUid(ctx.caller, agencyUid), query, limit }
      const wanted = (type: SearchType) => types === undefined || types.includes(type)
      const ofLeads = ['LEAD', 'GUEST', 'THREAD'] as const
      const leads = ofLeads.some(wanted) ? await findLeads(ctx, search) : []
      const found = []
      for (const type of searchTypes.filter(wanted))
        found.push(...(await of(ctx, type, search, leads)))
      return unpaged('results', found)
    },
  }),
]

async function of(ctx: Context, type: SearchType, search: Search, leads: FoundLead[]) {
  if (type !== 'LEAD' && type !== 'GUEST' && type !== 'THREAD') {
    const rows = await objects[type](ctx, search)
    return rows.map(row => presentObject(type, row))
  }
  const shown = new Map<string, FoundLead>()
  for (const lead of leads) {
    const uid = uidIn[type](lead)
    if (uid !== null && !shown.has(uid)) shown.set(uid, lead)
  }
  return [...shown].slice(0, search.limit).map(([uid, lead]) => presentFoundLead(type, uid, lead))
}

const objects = {
  PROPERTY: findProperties,
  HOTEL: findHotels,
  OWNER: async (ctx: Context, search: Search) =>
    isOfAgency(ctx) && mayRead(ctx, 'owners') ? findOwners(ctx, search) : [],
  WEBHOOK: async (ctx: Context, search: Search) =>
    mayRead(ctx, 'integrations') ? findWebhooks(ctx, search) : [],
}

/** Who sees a guest of a lead only as somebody, finds none. */
const uidIn = {
  LEAD: ({ uid }: FoundLead) => uid,
  GUEST: ({ personal, guest_uid }: FoundLead) => (personal ? guest_uid : null),
  THREAD: ({ thread_uid }: FoundLead) => thread_uid,
}

function isOfAgency({ caller }: Context): boolean {
  return caller.kind === 'agency'
}

/** Only sessions have roles. */
function mayRead({ caller }: Context, area: Area): boolean {
  const session = caller.kind === 'agency' ? caller.session : undefined
  return session === undefined || mayUse(session.role, area, 'read')
}
