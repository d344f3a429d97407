/** Search by text: contract/resources.md §11.2. */
import { type Context, route } from '../../../context.ts'
import { integer, listOf, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { described } from '../../../platform/rest/schema-names.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { type Area, mayUse } from '../../access/roles/role.ts'
import {
  findHotels,
  findLeads,
  findOwners,
  findProperties,
  findWebhooks,
  type LeadMatch,
  type Search,
} from './search.sql.ts'
import {
  presentLeadMatch,
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
    response: unpagedResponse('results', searchResult),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query: { agencyUid, query, types, _limit } }) => {
      const limit = _limit ?? standardLimit
      const search = { agencyUid: requireAgencyUid(ctx.caller, agencyUid), query, limit }
      const isRequested = (type: SearchType) => types === undefined || types.includes(type)
      const leadTypes = ['LEAD', 'GUEST', 'THREAD'] as const
      const leads = leadTypes.some(isRequested) ? await findLeads(ctx, search) : []
      const results = []
      for (const type of searchTypes.filter(isRequested))
        results.push(...(await findResults(ctx, type, search, leads)))
      return unpaged('results', results)
    },
  }),
]

async function findResults(ctx: Context, type: SearchType, search: Search, leads: LeadMatch[]) {
  if (type !== 'LEAD' && type !== 'GUEST' && type !== 'THREAD') {
    const rows = await findObjects[type](ctx, search)
    return rows.map(row => presentObject(type, row))
  }
  const leadByUid = new Map<string, LeadMatch>()
  for (const lead of leads) {
    const uid = readUid[type](lead)
    // Leads are sorted newest first: the newest one of a guest or thread is presented.
    if (uid !== null && !leadByUid.has(uid)) leadByUid.set(uid, lead)
  }
  return [...leadByUid]
    .slice(0, search.limit)
    .map(([uid, lead]) => presentLeadMatch(type, uid, lead))
}

const findObjects = {
  PROPERTY: findProperties,
  HOTEL: findHotels,
  OWNER: async (ctx: Context, search: Search) =>
    isAgencyUser(ctx) && mayRead(ctx, 'owners') ? findOwners(ctx, search) : [],
  WEBHOOK: async (ctx: Context, search: Search) =>
    mayRead(ctx, 'integrations') ? findWebhooks(ctx, search) : [],
}

/** Uid of each type in a lead. A caller without access to guest data finds no guests. */
const readUid = {
  LEAD: ({ uid }: LeadMatch) => uid,
  GUEST: ({ personal, guest_uid }: LeadMatch) => (personal ? guest_uid : null),
  THREAD: ({ thread_uid }: LeadMatch) => thread_uid,
}

function isAgencyUser({ caller }: Context): boolean {
  return caller.kind === 'agency'
}

/** Returns true if the caller's role may read an area. Only sessions have roles. */
function mayRead({ caller }: Context, area: Area): boolean {
  const session = caller.kind === 'agency' ? caller.session : undefined
  return session === undefined || mayUse(session.role, area, 'read')
}
