/** Multi-unit properties: contract/properties.md §7.2. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList, updatedSince } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { readPropertyColumns } from '../properties/property-shape.ts'
import { changeHotel } from './change-hotel.ts'
import { createHotel } from './create-hotel.ts'
import { deleteHotel } from './delete-hotel.ts'
import type { Hotel, HotelColumns } from './hotel.ts'
import { hotel, hotelPatch, newHotel, presentHotel } from './hotel-shape.ts'
import { countHotels, findHotel, listDeletedHotels, listHotels, requireHotel } from './hotels.ts'

const path = '/multi-units/multi-unit-properties'
const response = Type.Object({ multiUnitProperty: hotel })
const writeAccess = { access: 'READ_WRITE', inPath: true } as const

const findState = stateReader('hotels', 'HOTEL')

export const hotelRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List multi-unit properties',
    tag: 'Multi-units',
    query: Type.Object({
      agencyUid: uid(),
      updatedSince: Type.Optional(updatedSince()),
      ...pageQuery,
    }),
    response: pagedResponse('multiUnitProperties', hotel, { delta: true }),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const filters = { agencyUid, updatedSince: query.updatedSince }
      const { rows, envelope } = await readList(ctx, query, {
        list: (sort, page) => listHotels(ctx, filters, sort, page),
        count: () => countHotels(ctx, filters),
        listDeleted: (since, limit) => listDeletedHotels(ctx, filters, since, limit),
      })
      return { multiUnitProperties: rows.map(presentHotel), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path,
    since: '3.1',
    summary: 'Create a multi-unit property',
    emits: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    access: { callers: ['agency'] },
    body: newHotel,
    response,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { body }) => {
      const agencyUid = requireAgencyUid(ctx.caller, body.agencyUid)
      const columns = { ...hotelColumns(body), name: body.name.trim() }
      return { multiUnitProperty: presentHotel(await createHotel(ctx, agencyUid, columns)) }
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:uid`,
    http: { findState },
    summary: 'Get a multi-unit property',
    tag: 'Multi-units',
    response,
    errors: ['HOTEL_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      multiUnitProperty: presentHotel(await requireFullHotel(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/:uid`,
    http: { findState },
    since: '3.3',
    summary: 'Update a multi-unit property',
    emits: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: hotelPatch,
    response,
    errors: ['HOTEL_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireHotel(ctx, params.uid!, writeAccess),
    handler: async (ctx, { body, authorized }) => {
      const changed = await changeHotel(ctx, authorized, hotelColumns(body))
      return { multiUnitProperty: presentHotel(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a multi-unit property',
    emits: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['HOTEL_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireHotel(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deleteHotel(ctx, authorized),
  }),
]

/** Reads the columns of a hotel. They have the same names as those of a property. */
function hotelColumns(body: object): Partial<HotelColumns> {
  return readPropertyColumns(body) as Partial<HotelColumns>
}

/** @throws ApiError HOTEL_NOT_FOUND */
async function requireFullHotel(ctx: Context, uidText: string): Promise<Hotel> {
  const hotel = await findHotel(ctx, await requireHotel(ctx, uidText, { inPath: true }))
  if (!hotel) throw notFound('HOTEL_NOT_FOUND', uidText)
  return hotel
}
