/** Legacy `/v2/guests`, which clients use to find leads and threads: contract/messaging.md §8. */
import { route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireLead } from '../leads/leads.ts'
import { legacyGuestSchema, presentLegacyGuest } from './guest-shape.ts'
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
    response: Type.Array(legacyGuestSchema),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const { agencyUid, leadUid } = query
      if (agencyUid === undefined && leadUid === undefined) {
        throw oneOfRequired(['agencyUid', 'leadUid'])
      }
      const page = readOffsetPage(query)
      const agency = agencyUid === undefined ? undefined : requireAgencyUid(ctx.caller, agencyUid)
      const lead = leadUid === undefined ? undefined : await requireLead(ctx, leadUid)
      const filters = { agencyUid: agency ?? lead?.agency_uid, leadUid: lead?.uid }
      return (await listLegacyGuests(ctx, filters, page)).map(presentLegacyGuest)
    },
  }),
]
