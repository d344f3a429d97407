/** Properties: contract/properties.md §2, §3. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  listOf,
  nullable,
  requiredSince,
  shape,
  Type,
  uid,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { presentRoom, room } from '../rooms/room-shape.ts'
import { changeProperty } from './change-property.ts'
import { createProperty } from './create-property.ts'
import { deleteProperty } from './delete-property.ts'
import { agencyToAddTo, reachedProperty } from './properties.ts'
import {
  countProperties,
  findProperty,
  listDeletedProperties,
  listProperties,
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

const propertyAnswer = Type.Object({ property })

const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'EMPLOYEE_NOT_FOUND',
  'STATE_CONFLICT',
] as const

export const propertyRoutes = [
  route({
    method: 'GET',
    path: '/properties',
    summary: 'List the properties of an agency',
    tag: 'Properties',
    query: Type.Object({
      agencyUid: uid(),
      updatedSince: Type.Optional(utcInstant()),
      ...pageQuery,
    }),
    answer: pagedAnswer('properties', property, { delta: true }),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { updatedSince } = query
      const filters = { agencyUid: reachedAgencyUid(ctx.caller, query.agencyUid), updatedSince }
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listProperties(ctx, filters, sort, page),
        count: () => countProperties(ctx, filters),
        listDeleted: (since, limit) => listDeletedProperties(ctx, filters, since, limit),
      })
      return { properties: rows.map(presentProperty), ...beside }
    },
  }),
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Add a property',
    tells: ['NEW_PROPERTY'],
    tag: 'Properties',
    body: newProperty,
    status: 201,
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
    summary: 'Change a property as a whole',
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
    summary: 'Change fields of a property',
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
    status: 204,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => writableProperty(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteProperty(ctx, reached),
  }),
]

/** @throws ApiError PROPERTY_NOT_FOUND, READ_ONLY_GRANT */
function writableProperty(ctx: Context, uid: string) {
  return reachedProperty(ctx, uid, { access: 'READ_WRITE', inPath: true })
}
