/**
 * Unit types of hotels: contract/properties.md §7.2. A unit type is a property that has a hotel; it
 * is created here, and read and changed here or by `/properties`.
 */
import { type Context, route } from '../../../context.ts'
import { exactlyOne, invalidParameter, notFound } from '../../../platform/errors.ts'
import { integer, listOf, named, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList, updatedSince } from '../../../platform/rest/list.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedHotel } from '../hotels/hotels.ts'
import { changeProperty } from '../properties/change-property.ts'
import { createProperty } from '../properties/create-property.ts'
import { deleteProperty } from '../properties/delete-property.ts'
import {
  countProperties,
  findProperty,
  listDeletedProperties,
  listProperties,
} from '../properties/property-reads.sql.ts'
import {
  presentProperty,
  property,
  propertyBody,
  readPropertyColumns,
} from '../properties/property-shape.ts'
import { reachedUnitType } from '../units/units.ts'

const path = '/multi-units/unit-types'
const answer = shape('UnitTypeAnswer', { unitType: property })
const unitsMax = 500

const newUnitType = shape('UnitTypeInput', {
  ...propertyBody({ name: '3.0' }),
  hotelUid: uid(),
  unitNames: Type.Optional(listOf(text({ min: 1 }), unitsMax)),
  numberOfUnits: Type.Optional(integer(1, unitsMax)),
})

const findState = stateOfRows('properties', 'PROPERTY')

export const unitTypeRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List the unit types of a multi-unit property',
    tag: 'Multi-units',
    query: Type.Object({
      hotelUid: uid(),
      updatedSince: Type.Optional(updatedSince()),
      ...pageQuery,
    }),
    answer: named('UnitTypePage', pagedAnswer('unitTypes', property, { delta: true })),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { updatedSince } = query
      const hotel = await reachedHotel(ctx, query.hotelUid)
      const filters = { agencyUid: hotel.agency_uid, hotelUid: hotel.uid, updatedSince }
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listProperties(ctx, filters, sort, page),
        count: () => countProperties(ctx, filters),
        listDeleted: (since, limit) => listDeletedProperties(ctx, filters, since, limit),
      })
      return { unitTypes: rows.map(presentProperty), ...beside }
    },
  }),
  route({
    method: 'POST',
    path,
    since: '3.3',
    summary: 'Create a unit type with its units',
    tells: ['NEW_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: newUnitType,
    http: { status: 201 },
    answer,
    errors: ['CONFLICTING_PARAMETERS', 'ACCESS_DENIED', 'READ_ONLY_GRANT', 'EMPLOYEE_NOT_FOUND'],
    authorize: async (ctx, { body }) => reachedHotel(ctx, body.hotelUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached: hotel }) => {
      const created = await createProperty(ctx, {
        agencyUid: hotel.agency_uid,
        hotelUid: hotel.uid,
        columns: standards => readPropertyColumns(body, standards),
        unitNames: namesOfUnits(body),
      })
      return { unitType: presentProperty(created) }
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:uid`,
    http: { findState },
    summary: 'Get a unit type',
    tag: 'Multi-units',
    answer,
    errors: ['UNIT_TYPE_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const { uid } = await reachedUnitType(ctx, params.uid!, { inPath: true })
      const row = await findProperty(ctx, uid)
      if (!row) throw notFound('UNIT_TYPE_NOT_FOUND', params.uid!)
      return { unitType: presentProperty(row) }
    },
  }),
  route({
    method: 'PATCH',
    path: `${path}/:uid`,
    http: { findState },
    since: '3.1',
    summary: 'Update a unit type',
    tells: ['DEACTIVATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: shape('UnitTypePatch', propertyBody()),
    answer,
    errors: ['UNIT_TYPE_NOT_FOUND', 'READ_ONLY_GRANT', 'EMPLOYEE_NOT_FOUND'],
    authorize: async (ctx, { params }) => writableUnitType(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => {
      const changed = await changeProperty(ctx, reached, {
        columns: present => readPropertyColumns(body, present),
      })
      return { unitType: presentProperty(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a unit type and its units',
    tells: ['DELETED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['UNIT_TYPE_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => writableUnitType(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteProperty(ctx, reached),
  }),
]

/** @throws ApiError UNIT_TYPE_NOT_FOUND, READ_ONLY_GRANT */
function writableUnitType(ctx: Context, uid: string) {
  return reachedUnitType(ctx, uid, { access: 'READ_WRITE', inPath: true })
}

/**
 * The names of a new unit type's units: those that are given, or 1 to n.
 *
 * @throws ApiError CONFLICTING_PARAMETERS, INVALID_PARAMETER
 */
function namesOfUnits(body: { unitNames?: string[]; numberOfUnits?: number }): string[] {
  const { unitNames, numberOfUnits } = body
  if ((unitNames === undefined) === (numberOfUnits === undefined)) {
    throw exactlyOne(['unitNames', 'numberOfUnits'])
  }
  if (unitNames === undefined) {
    return Array.from({ length: numberOfUnits! }, (_, i) => String(i + 1))
  }
  const names = unitNames.map(name => name.trim())
  if (names.length === 0) throw invalidParameter('unitNames', 'must have at least 1 item')
  const repeated = names.findIndex((name, i) => names.indexOf(name) < i)
  if (repeated < 0) return names
  throw invalidParameter(`unitNames[${repeated}]`, 'must be unique among the names')
}
