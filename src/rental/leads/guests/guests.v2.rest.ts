/** Legacy `/v2/guests`, by which its leads and threads are bound: contract/messaging.md §8. */
import { route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedLead } from '../leads/leads.ts'
import { legacyGuest, presentLegacyGuest } from './guest-shape.ts'
import { listLegacyGuests } from './guests.ts'

export const legacyGuestRoutes = [
  route({
    method: 'GET',
    path: '/guests',
    summary: 'List guests and their leads',
    tag: 'Guests',
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      ...offsetQuery,
    }),
    answer: Type.Array(legacyGuest),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const { agencyUid, leadUid } = query
      if (agencyUid === undefined && leadUid === undefined) {
        throw oneOfRequired(['agencyUid', 'leadUid'])
      }
      const page = readOffsetPage(query, 1_000)
      const agency = agencyUid === undefined ? undefined : reachedAgencyUid(ctx.caller, agencyUid)
      const lead = leadUid === undefined ? undefined : await reachedLead(ctx, leadUid)
      const filters = { agencyUid: agency ?? lead?.agency_uid, leadUid: lead?.uid }
      return (await listLegacyGuests(ctx, filters, page)).map(presentLegacyGuest)
    },
  }),
]
