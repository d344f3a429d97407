/** Legacy `/v2/properties`: contract/properties.md §5. */
import { type Context, route } from '../../../context.ts'
import { ApiError, notFound, requiredParameter } from '../../../platform/errors.ts'
import { date, integer, listOf, nullable, Type, text, uid } from '../../../platform/rest/fields.ts'
import { readOffsetPage } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { searchProperties } from '../../prices/stays/search-properties.ts'
import type { Stay } from '../../prices/stays/stay.ts'
import { changeProperty } from '../properties/change-property.ts'
import { createProperty } from '../properties/create-property.ts'
import { deleteProperty } from '../properties/delete-property.ts'
import { agencyToAddTo, reachedProperty } from '../properties/properties.ts'
import { lockFamily } from '../sub-properties/sub-properties.ts'
import type { LegacyProperty } from './legacy-field.ts'
import { findLegacyProperty, listLegacyUids } from './legacy-properties.ts'
import {
  legacyBody,
  legacyProperty,
  presentLegacyProperty,
  readLegacyColumns,
} from './legacy-property.ts'

const limitMax = 100
const writable = { access: 'READ_WRITE', inPath: true } as const

const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'READ_ONLY_GRANT',
] as const

export const legacyPropertyRoutes = [
  route({
    method: 'GET',
    path: '/properties',
    summary: 'List or search the properties of an agency',
    tag: 'Properties',
    query: Type.Object({
      agencyUid: uid(),
      checkInDate: Type.Optional(date()),
      checkOutDate: Type.Optional(date()),
      minimumGuests: Type.Optional(integer(0, 999)),
      limit: Type.Optional(text()),
      offset: Type.Optional(text()),
    }),
    answer: Type.Object({ propertiesUids: listOf(uid(), limitMax) }),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { minimumGuests = null } = query
      const stay = readStay(query)
      const page = readOffsetPage(query, limitMax)
      const agencyUid = reachedAgencyUid(ctx.caller, query.agencyUid)
      if (stay !== null) {
        const found = await searchProperties(ctx, { agencyUid, stay, minimumGuests })
        return { propertiesUids: found.slice(page.offset, page.offset + page.limit) }
      }
      return { propertiesUids: await listLegacyUids(ctx, { agencyUid, minimumGuests }, page) }
    },
  }),
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Add a property',
    tells: ['NEW_PROPERTY'],
    tag: 'Properties',
    query: Type.Object({ agencyUid: Type.Optional(uid()) }),
    body: Type.Object({
      ...legacyBody(),
      name: text({ min: 1 }),
      agencyUid: Type.Optional(nullable(uid())),
    }),
    status: 201,
    answer: legacyProperty,
    errors: ['ACCESS_DENIED', ...writeErrors],
    authorize: async (ctx, { query, body }) =>
      agencyToAddTo(ctx, query.agencyUid ?? body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const { uid } = await createProperty(ctx, {
        agencyUid,
        columns: standards => readLegacyColumns(body, standards),
      })
      return present(ctx, await livingProperty(ctx, uid))
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid',
    summary: 'Get a property',
    tag: 'Properties',
    answer: legacyProperty,
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_REMOVED'],
    handler: async (ctx, { params }) => present(ctx, await livingProperty(ctx, params.uid!)),
  }),
  route({
    method: 'PUT',
    path: '/properties/:uid',
    summary: 'Change fields of a property',
    tells: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: Type.Object(legacyBody()),
    answer: legacyProperty,
    errors: ['PROPERTY_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.uid!, writable),
    handler: async (ctx, { body, reached }) => {
      await lockFamily(ctx, reached.agency_uid, [reached.uid])
      const seen = present(ctx, await livingProperty(ctx, reached.uid))
      await changeProperty(ctx, reached, {
        columns: present => readLegacyColumns(body, present, seen),
      })
      return present(ctx, await livingProperty(ctx, reached.uid))
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
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.uid!, writable),
    handler: async (ctx, { reached }) => deleteProperty(ctx, reached),
  }),
]

/**
 * The stay that is looked for; null when both dates are left out.
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

/** @throws ApiError PROPERTY_NOT_FOUND, PROPERTY_REMOVED */
async function livingProperty(ctx: Context, text: string): Promise<LegacyProperty> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findLegacyProperty(ctx, uid)
  if (!row) throw notFound('PROPERTY_NOT_FOUND', text)
  if (row.deleted_at === null) return row
  throw new ApiError('PROPERTY_REMOVED', `Property was removed: ${row.uid}`)
}

function present(ctx: Context, row: LegacyProperty) {
  return presentLegacyProperty(row, ctx.settings.publicUrl)
}
