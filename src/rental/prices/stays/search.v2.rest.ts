/** List of `/v2/properties`, and its search for a stay: contract/properties.md §5.1. */
import { route } from '../../../context.ts'
import { ApiError, requiredParameter } from '../../../platform/errors.ts'
import { date, integer, listOf, Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { listLegacyUids } from '../../properties/legacy-properties/legacy-properties.ts'
import { searchProperties } from './search-properties.ts'
import type { Stay } from './stay.ts'

const limitMax = 100

export const legacySearchRoutes = [
  route({
    method: 'GET',
    path: '/properties',
    summary: 'List or search properties',
    tag: 'Properties',
    query: Type.Object({
      agencyUid: uid(),
      checkInDate: Type.Optional(date()),
      checkOutDate: Type.Optional(date()),
      minimumGuests: Type.Optional(integer(0, 999)),
      ...offsetQuery,
    }),
    response: Type.Object({ propertiesUids: listOf(uid(), limitMax) }),
    errors: ['INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { minimumGuests = null } = query
      const stay = readStay(query)
      const page = readOffsetPage(query, limitMax)
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      if (stay !== null) {
        const uids = await searchProperties(ctx, { agencyUid, stay, minimumGuests })
        return { propertiesUids: uids.slice(page.offset, page.offset + page.limit) }
      }
      return { propertiesUids: await listLegacyUids(ctx, { agencyUid, minimumGuests }, page) }
    },
  }),
]

/**
 * Reads the stay of a search; null if both dates are omitted.
 *
 * @throws ApiError REQUIRED_PARAMETER for one date without the other, INVALID_DATE_RANGE
 */
function readStay(query: { checkInDate?: string; checkOutDate?: string }): Stay | null {
  const { checkInDate: checkIn, checkOutDate: checkOut } = query
  if (checkIn === undefined && checkOut === undefined) return null
  if (checkIn === undefined) throw requiredParameter('checkInDate')
  if (checkOut === undefined) throw requiredParameter('checkOutDate')
  if (checkOut > checkIn) return { checkIn, checkOut }
  throw new ApiError('INVALID_DATE_RANGE', 'Check-out must be after check-in')
}
