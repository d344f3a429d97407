/** Properties: contract/properties.md §2, §3. */
import { type Context, route } from '../../../context.ts'
import { type PageRequest, type SortOrder, updatedFirst } from '../../../platform/db/pagination.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import {
  bool,
  listOf,
  named,
  nullable,
  oneOf,
  requiredSince,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import {
  pagedResponse,
  pageQuery,
  readList,
  readSortedList,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { checkArea } from '../../access/roles/check-role.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireHotel } from '../hotels/hotels.ts'
import { requireOwner } from '../owners/owners.ts'
import { presentRoom, room } from '../rooms/room-shape.ts'
import { changeProperty } from './change-property.ts'
import { createProperty } from './create-property.ts'
import { deleteProperty } from './delete-property.ts'
import { requireAgencyToAddTo, requireProperty } from './properties.ts'
import {
  byName,
  countProperties,
  findProperty,
  type ListedProperty,
  listDeletedProperties,
  listProperties,
  type PropertyFilters,
} from './property-reads.sql.ts'
import {
  mandatoryFields,
  presentProperty,
  property,
  propertyBody,
  readPropertyColumns,
} from './property-shape.ts'

const parentUid = Type.Optional(nullable(uid()))

const newProperty = shape('PropertyInput', {
  ...propertyBody(mandatoryFields),
  agencyUid: Type.Optional(requiredSince('3.3', nullable(uid()))),
  parentUid,
})

const propertyReplacement = shape('PropertyReplacement', {
  ...propertyBody(mandatoryFields),
  parentUid,
})
const propertyPatch = shape('PropertyPatch', { ...propertyBody(), parentUid })

const sorts = ['name', 'updated'] as const

/** Filter parameters of the list. */
const filterQuery = {
  query: Type.Optional(since('3.3', text())),
  tags: Type.Optional(since('3.3', listOf(text({ max: 100 }), 20))),
  city: Type.Optional(since('3.3', text())),
  isActive: Type.Optional(since('3.3', bool())),
  hotelUid: Type.Optional(since('3.3', uid())),
  ownerUid: Type.Optional(since('3.3', uid())),
}

const propertyResponse = Type.Object({ property })

const writeErrors = [
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'EMPLOYEE_NOT_FOUND',
  'STATE_CONFLICT',
] as const

const findState = stateReader('properties', 'PROPERTY')

export const propertyRoutes = [
  route({
    method: 'GET',
    path: '/properties',
    summary: 'List the properties of an agency',
    tag: 'Properties',
    query: Type.Object({
      agencyUid: uid(),
      updatedSince: Type.Optional(updatedSince()),
      ...filterQuery,
      sort: Type.Optional(since('3.3', named('PropertySort', oneOf(sorts)))),
      ...pageQuery,
    }),
    response: pagedResponse('properties', property, { delta: true }),
    http: { cache: {} },
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED', 'OWNER_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const filters = await readFilters(ctx, query)
      const source = {
        list: (sort: SortOrder, page: PageRequest) => listProperties(ctx, filters, sort, page),
        count: () => countProperties(ctx, filters),
        listDeleted: (since: Date, limit: number) =>
          listDeletedProperties(ctx, filters, since, limit),
      }
      const { rows, envelope } = query.sort
        ? await readSortedList(query, orders[query.sort], source)
        : await readList(ctx, query, source)
      return { properties: rows.map(presentProperty), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Create a property',
    emits: ['NEW_PROPERTY'],
    tag: 'Properties',
    body: newProperty,
    http: { status: 201 },
    response: propertyResponse,
    errors: writeErrors,
    authorize: async (ctx, { body }) => requireAgencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const added = await createProperty(ctx, {
        agencyUid,
        columns: defaults => readPropertyColumns(body, defaults),
        parentUid: body.parentUid ?? null,
      })
      return { property: presentProperty(added) }
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid',
    http: { findState, cache: {} },
    summary: 'Get a property',
    tag: 'Properties',
    response: Type.Object({
      property: shape('PropertyWithRooms', { ...property.properties, rooms: listOf(room) }),
    }),
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findProperty(ctx, uid)
      if (!row || row.deleted_at !== null) throw notFound('PROPERTY_NOT_FOUND', params.uid!)
      return { property: { ...presentProperty(row), rooms: row.rooms.map(presentRoom) } }
    },
  }),
  route({
    method: 'PUT',
    path: '/properties/:uid',
    http: { findState },
    summary: 'Replace a property',
    emits: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: propertyReplacement,
    response: propertyResponse,
    errors: ['PROPERTY_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params }) => requireWritableProperty(ctx, params.uid!),
    handler: async (ctx, { body, authorized, version }) => {
      const changed = await changeProperty(ctx, authorized, {
        columns: current => readPropertyColumns(body, current),
        parentUid: body.parentUid,
        replaces: version,
      })
      return { property: presentProperty(changed) }
    },
  }),
  route({
    method: 'PATCH',
    path: '/properties/:uid',
    http: { findState },
    summary: 'Update a property',
    emits: ['DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: propertyPatch,
    response: propertyResponse,
    errors: ['PROPERTY_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params }) => requireWritableProperty(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => {
      const changed = await changeProperty(ctx, authorized, {
        columns: current => readPropertyColumns(body, current),
        parentUid: body.parentUid,
      })
      return { property: presentProperty(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/properties/:uid',
    summary: 'Delete a property',
    emits: ['DELETED_PROPERTY'],
    tag: 'Properties',
    http: { status: 204 },
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireWritableProperty(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteProperty(ctx, authorized),
  }),
]

/** Sort orders of the list, with the cursor key of a row. */
const orders = {
  name: { sort: byName, keyOf: ({ name_key, uid }: ListedProperty) => [name_key, uid] },
  updated: {
    sort: updatedFirst,
    keyOf: ({ updated_at, uid }: ListedProperty) => [updated_at.toISOString(), uid],
  },
}

interface Query {
  agencyUid: string
  updatedSince?: Date | undefined
  query?: string | undefined
  tags?: string[] | undefined
  city?: string | undefined
  isActive?: boolean | undefined
  hotelUid?: string | undefined
  ownerUid?: string | undefined
  sort?: (typeof sorts)[number] | undefined
}

/**
 * @throws ApiError ACCESS_DENIED, OWNER_NOT_FOUND; INVALID_PARAMETER for delta reading in another
 *   order; OPERATION_NOT_PERMITTED for an owner, unless the role permits to read owners
 */
async function readFilters(ctx: Context, parameters: Query): Promise<PropertyFilters> {
  const { agencyUid, updatedSince, query, tags, city, isActive, sort } = parameters
  const { hotelUid, ownerUid } = parameters
  if (sort && updatedSince) throw invalidParameter('sort', "must not be given with 'updatedSince'")
  const hotel = hotelUid === undefined ? undefined : await requireHotel(ctx, hotelUid)
  if (ownerUid !== undefined) checkArea(ctx.caller, 'owners', 'read')
  const owner = ownerUid === undefined ? undefined : await requireOwner(ctx, ownerUid)
  return {
    ...{ updatedSince, query, tags, isActive },
    agencyUid: requireAgencyUid(ctx.caller, agencyUid),
    cities: city === undefined ? undefined : [city],
    hotelUid: hotel?.uid,
    ownerUid: owner?.uid,
  }
}

/** @throws ApiError PROPERTY_NOT_FOUND, READ_ONLY_GRANT */
function requireWritableProperty(ctx: Context, uid: string) {
  return requireProperty(ctx, uid, { access: 'READ_WRITE', inPath: true })
}
