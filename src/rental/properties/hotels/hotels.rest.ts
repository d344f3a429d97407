/** Multi-unit properties: contract/properties.md §7.2. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList, updatedSince } from '../../../platform/rest/list.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { readPropertyColumns } from '../properties/property-shape.ts'
import { changeHotel } from './change-hotel.ts'
import { createHotel } from './create-hotel.ts'
import { deleteHotel } from './delete-hotel.ts'
import type { Hotel, HotelColumns } from './hotel.ts'
import { hotel, hotelPatch, newHotel, presentHotel } from './hotel-shape.ts'
import { countHotels, findHotel, listDeletedHotels, listHotels, reachedHotel } from './hotels.ts'

const path = '/multi-units/multi-unit-properties'
const answer = Type.Object({ multiUnitProperty: hotel })
const writable = { access: 'READ_WRITE', inPath: true } as const

const findState = stateOfRows('hotels', 'HOTEL')

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
    answer: pagedAnswer('multiUnitProperties', hotel, { delta: true }),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, query.agencyUid)
      const filters = { agencyUid, updatedSince: query.updatedSince }
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listHotels(ctx, filters, sort, page),
        count: () => countHotels(ctx, filters),
        listDeleted: (since, limit) => listDeletedHotels(ctx, filters, since, limit),
      })
      return { multiUnitProperties: rows.map(presentHotel), ...beside }
    },
  }),
  route({
    method: 'POST',
    path,
    since: '3.1',
    summary: 'Create a multi-unit property',
    tells: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    access: { callers: ['agency'] },
    body: newHotel,
    answer,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { body }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, body.agencyUid)
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
    answer,
    errors: ['HOTEL_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      multiUnitProperty: presentHotel(await hotelOf(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/:uid`,
    http: { findState },
    since: '3.3',
    summary: 'Update a multi-unit property',
    tells: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: hotelPatch,
    answer,
    errors: ['HOTEL_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedHotel(ctx, params.uid!, writable),
    handler: async (ctx, { body, reached }) => {
      const changed = await changeHotel(ctx, reached, hotelColumns(body))
      return { multiUnitProperty: presentHotel(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a multi-unit property',
    tells: ['HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['HOTEL_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => reachedHotel(ctx, params.uid!, writable),
    handler: async (ctx, { reached }) => deleteHotel(ctx, reached),
  }),
]

/** A hotel keeps what it shares with a property in columns of the same names. */
function hotelColumns(body: object): Partial<HotelColumns> {
  return readPropertyColumns(body) as Partial<HotelColumns>
}

/** @throws ApiError HOTEL_NOT_FOUND */
async function hotelOf(ctx: Context, text: string): Promise<Hotel> {
  const found = await findHotel(ctx, await reachedHotel(ctx, text, { inPath: true }))
  if (!found) throw notFound('HOTEL_NOT_FOUND', text)
  return found
}
