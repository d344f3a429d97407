/**
 * Unit types of hotels: contract/properties.md §7.2. A unit type is a property with a hotel. It is
 * created here, and can also be read and changed by `/properties`.
 */
import { type Context, route } from '../../../context.ts'
import { exactlyOne, invalidParameter, notFound } from '../../../platform/errors.ts'
import { integer, listOf, named, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList, updatedSince } from '../../../platform/rest/list.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireHotel } from '../hotels/hotels.ts'
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
import { requireUnitType } from '../units/units.ts'

const path = '/multi-units/unit-types'
const response = shape('UnitTypeAnswer', { unitType: property })
const unitsMax = 500

const newUnitType = shape('UnitTypeInput', {
  ...propertyBody({ name: '3.0' }),
  hotelUid: uid(),
  unitNames: Type.Optional(listOf(text({ min: 1 }), unitsMax)),
  numberOfUnits: Type.Optional(integer(1, unitsMax)),
})

const findState = stateReader('properties', 'PROPERTY')

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
    response: named('UnitTypePage', pagedResponse('unitTypes', property, { delta: true })),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { updatedSince } = query
      const hotel = await requireHotel(ctx, query.hotelUid)
      const filters = { agencyUid: hotel.agency_uid, hotelUid: hotel.uid, updatedSince }
      const { rows, envelope } = await readList(ctx, query, {
        list: (sort, page) => listProperties(ctx, filters, sort, page),
        count: () => countProperties(ctx, filters),
        listDeleted: (since, limit) => listDeletedProperties(ctx, filters, since, limit),
      })
      return { unitTypes: rows.map(presentProperty), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path,
    since: '3.3',
    summary: 'Create a unit type with its units',
    emits: ['NEW_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: newUnitType,
    http: { status: 201 },
    response,
    errors: ['CONFLICTING_PARAMETERS', 'ACCESS_DENIED', 'READ_ONLY_GRANT', 'EMPLOYEE_NOT_FOUND'],
    authorize: async (ctx, { body }) => requireHotel(ctx, body.hotelUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized: hotel }) => {
      const created = await createProperty(ctx, {
        agencyUid: hotel.agency_uid,
        hotelUid: hotel.uid,
        columns: defaults => readPropertyColumns(body, defaults),
        unitNames: readUnitNames(body),
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
    response,
    errors: ['UNIT_TYPE_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const { uid } = await requireUnitType(ctx, params.uid!, { inPath: true })
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
    emits: ['DEACTIVATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: shape('UnitTypePatch', propertyBody()),
    response,
    errors: ['UNIT_TYPE_NOT_FOUND', 'READ_ONLY_GRANT', 'EMPLOYEE_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireWritableUnitType(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => {
      const changed = await changeProperty(ctx, authorized, {
        columns: current => readPropertyColumns(body, current),
      })
      return { unitType: presentProperty(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a unit type and its units',
    emits: ['DELETED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['UNIT_TYPE_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireWritableUnitType(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteProperty(ctx, authorized),
  }),
]

/** @throws ApiError UNIT_TYPE_NOT_FOUND, READ_ONLY_GRANT */
function requireWritableUnitType(ctx: Context, uid: string) {
  return requireUnitType(ctx, uid, { access: 'READ_WRITE', inPath: true })
}

/**
 * Returns the names of the units of a new unit type: the given ones, or 1 to n.
 *
 * @throws ApiError CONFLICTING_PARAMETERS, INVALID_PARAMETER
 */
function readUnitNames(body: { unitNames?: string[]; numberOfUnits?: number }): string[] {
  const { unitNames, numberOfUnits } = body
  if ((unitNames === undefined) === (numberOfUnits === undefined)) {
    throw exactlyOne(['unitNames', 'numberOfUnits'])
  }
  if (unitNames === undefined) {
    return Array.from({ length: numberOfUnits! }, (_, i) => String(i + 1))
  }
  const names = unitNames.map(name => name.trim())
  if (names.length === 0) throw invalidParameter('unitNames', 'must have at least 1 item')
  const repeatedIndex = names.findIndex((name, i) => names.indexOf(name) < i)
  if (repeatedIndex < 0) return names
  throw invalidParameter(`unitNames[${repeatedIndex}]`, 'must be unique among the names')
}
