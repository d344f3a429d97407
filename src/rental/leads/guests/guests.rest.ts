/** Guests: contract/resources.md §8.2. Read-only, because their details come from leads. */
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import {
  pagedResponse,
  pageQuery,
  readList,
  unpaged,
  unpagedResponse,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { guestSchema, presentGuest } from './guest-shape.ts'
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
    response: pagedResponse('guests', guestSchema, { delta: true }),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const { query: substring, email, updatedSince } = query
      const filters = { agencyUid, query: substring, email, updatedSince }
      const { rows, envelope } = await readList(ctx, query, {
        list: (sort, page) => listGuests(ctx, filters, sort, page),
        count: () => countGuests(ctx, filters),
        listDeleted: async () => [],
      })
      return { guests: rows.map(presentGuest), ...envelope }
    },
  }),
  route({
    method: 'GET',
    path: '/guests/:agencyUid',
    operationId: 'listGuestsOfAgency',
    summary: 'List the guests of an agency',
    tag,
    response: unpagedResponse('guests', guestSchema),
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.agencyUid!)
      const agencyUid = (ctx.caller.agencyUids as string[]).find(accessible => accessible === uid)
      if (agencyUid === undefined) throw notFound('AGENCY_NOT_FOUND', params.agencyUid!)
      return unpaged('guests', (await listAllGuests(ctx, agencyUid)).map(presentGuest))
    },
  }),
]
