/** Properties: contract/properties.md §2, §3. */
import { type Context, route } from '../../../context.ts'
import type { PageRequest, SortOrder } from '../../../platform/db/page.ts'
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
  pagedAnswer,
  pageQuery,
  readList,
  readSortedList,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedHotel } from '../hotels/hotels.ts'
import { presentRoom, room } from '../rooms/room-shape.ts'
import { changeProperty } from './change-property.ts'
import { createProperty } from './create-property.ts'
import { deleteProperty } from './delete-property.ts'
import { agencyToAddTo, reachedProperty } from './properties.ts'
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

const wholeProperty = shape('PropertyReplacement', { ...propertyBody(mandatoryFields), parentUid })
const propertyPatch = shape('PropertyPatch', { ...propertyBody(), parentUid })

/** The parameters of the list that narrow it. */
const filterQuery = {
  query: Type.Optional(since('3.3', text())),
  tags: Type.Optional(since('3.3', listOf(text({ max: 100 }), 20))),
  city: Type.Optional(since('3.3', text())),
  isActive: Type.Optional(since('3.3', bool())),
  hotelUid: Type.Optional(since('3.3', uid())),
}

const propertyAnswer = Type.Object({ property })

const writeErrors = [
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'EMPLOYEE_NOT_FOUND',
  'STATE_CONFLICT',
] as const

const findState = stateOfRows('properties', 'PROPERTY')

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
      sort: Type.Optional(since('3.3', named('PropertySort', oneOf(['name'])))),
      ...pageQuery,
    }),
    answer: pagedAnswer('properties', property, { delta: true }),
    http: { cache: {} },
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const filters = await readFilters(ctx, query)
      const source = {
        list: (sort: SortOrder, page: PageRequest) => listProperties(ctx, filters, sort, page),
        count: () => countProperties(ctx, filters),
        listDeleted: (since: Date, limit: number) =>
          listDeletedProperties(ctx, filters, since, limit),
      }
      const keyOf = ({ name_key, uid }: ListedProperty) => [name_key, uid]
      const { rows, beside } = query.sort
        ? await readSortedList(query, byName, keyOf, source)
        : await readList(ctx, query, source)
      return { properties: rows.map(presentProperty), ...beside }
    },
  }),
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Create a property',
    tells: ['NEW_PROPERTY'],
    tag: 'Properties',
    body: newProperty,
    http: { status: 201 },
    answer: propertyAnswer,
    errors: writeErrors,
    authorize: async (ctx, { body }) => agencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const added = await createProperty(ctx, {
        agencyUid,
        columns: standards => readPropertyColumns(body, standards),
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
    answer: Type.Object({
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
    tells: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: wholeProperty,
    answer: propertyAnswer,
    errors: ['PROPERTY_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params }) => writableProperty(ctx, params.uid!),
    handler: async (ctx, { body, reached, version }) => {
      const changed = await changeProperty(ctx, reached, {
        columns: present => readPropertyColumns(body, present),
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
    tells: ['DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: propertyPatch,
    answer: propertyAnswer,
    errors: ['PROPERTY_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params }) => writableProperty(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => {
      const changed = await changeProperty(ctx, reached, {
        columns: present => readPropertyColumns(body, present),
        parentUid: body.parentUid,
      })
      return { property: presentProperty(changed) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/properties/:uid',
    summary: 'Delete a property',
    tells: ['DELETED_PROPERTY'],
    tag: 'Properties',
    http: { status: 204 },
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => writableProperty(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteProperty(ctx, reached),
  }),
]

interface Query {
  agencyUid: string
  updatedSince?: Date | undefined
  query?: string | undefined
  tags?: string[] | undefined
  city?: string | undefined
  isActive?: boolean | undefined
  hotelUid?: string | undefined
  sort?: 'name' | undefined
}

/** @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for delta reading by name */
async function readFilters(ctx: Context, asked: Query): Promise<PropertyFilters> {
  const { agencyUid, updatedSince, query, tags, city, isActive, hotelUid, sort } = asked
  if (sort && updatedSince) throw invalidParameter('sort', "must not be given with 'updatedSince'")
  const hotel = hotelUid === undefined ? undefined : await reachedHotel(ctx, hotelUid)
  return {
    ...{ updatedSince, query, tags, isActive },
    agencyUid: reachedAgencyUid(ctx.caller, agencyUid),
    cities: city === undefined ? undefined : [city],
    hotelUid: hotel?.uid,
  }
}

/** @throws ApiError PROPERTY_NOT_FOUND, READ_ONLY_GRANT */
function writableProperty(ctx: Context, uid: string) {
  return reachedProperty(ctx, uid, { access: 'READ_WRITE', inPath: true })
}
