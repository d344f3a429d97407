/** Guests: contract/resources.md §8.2. Leads tell of them, so they are only read. */
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import {
  pagedAnswer,
  pageQuery,
  readList,
  unpaged,
  unpagedAnswer,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { guest, presentGuest } from './guest-shape.ts'
import { countGuests, listAllGuests, listGuests } from './guests.ts'

const tag = 'Guests'

export const guestRoutes = [
  route({
    method: 'GET',
    path: '/guests',
    since: '3.3',
    summary: 'List guests',
    tag,
    query: Type.Object({
      agencyUid: uid(),
      query: Type.Optional(text()),
      email: Type.Optional(text()),
      updatedSince: Type.Optional(updatedSince()),
      ...pageQuery,
    }),
    answer: pagedAnswer('guests', guest, { delta: true }),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, query.agencyUid)
      const { query: part, email, updatedSince } = query
      const filters = { agencyUid, query: part, email, updatedSince }
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listGuests(ctx, filters, sort, page),
        count: () => countGuests(ctx, filters),
        listDeleted: async () => [],
      })
      return { guests: rows.map(presentGuest), ...beside }
    },
  }),
  route({
    method: 'GET',
    path: '/guests/:agencyUid',
    operationId: 'listGuestsOfAgency',
    summary: 'List the guests of an agency',
    tag,
    answer: unpagedAnswer('guests', guest),
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.agencyUid!)
      const agencyUid = (ctx.caller.agencyUids as string[]).find(known => known === uid)
      if (agencyUid === undefined) throw notFound('AGENCY_NOT_FOUND', params.agencyUid!)
      return unpaged('guests', (await listAllGuests(ctx, agencyUid)).map(presentGuest))
    },
  }),
]
