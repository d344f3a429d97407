/** Legacy `/v2/properties`, except the list: contract/properties.md §5. */
import { type Context, route } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { nullable, Type, text, uid } from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { changeProperty } from '../properties/change-property.ts'
import { createProperty } from '../properties/create-property.ts'
import { deleteProperty } from '../properties/delete-property.ts'
import { requireAgencyToAddTo, requireProperty } from '../properties/properties.ts'
import { lockProperties } from '../sub-properties/sub-properties.ts'
import type { LegacyProperty } from './legacy-field.ts'
import { findLegacyProperty } from './legacy-properties.ts'
import {
  legacyBody,
  legacyProperty,
  presentLegacyProperty,
  readLegacyColumns,
} from './legacy-property.ts'
import { legacyContent, writeLegacyContent } from './write-legacy-content.ts'

const writeAccess = { access: 'READ_WRITE', inPath: true } as const

const writeErrors = ['READ_ONLY_GRANT'] as const

export const legacyPropertyRoutes = [
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Create a property',
    emits: ['NEW_PROPERTY'],
    tag: 'Properties',
    query: Type.Object({ agencyUid: Type.Optional(uid()) }),
    body: Type.Object({
      ...legacyBody(),
      ...legacyContent,
      name: text({ min: 1 }),
      agencyUid: Type.Optional(nullable(uid())),
    }),
    http: { status: 201 },
    response: legacyProperty,
    errors: ['ACCESS_DENIED', ...writeErrors],
    authorize: async (ctx, { query, body }) =>
      requireAgencyToAddTo(ctx, query.agencyUid ?? body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const created = await createProperty(ctx, {
        agencyUid,
        columns: defaults => readLegacyColumns(body, defaults),
      })
      const currentResponse = toResponse(ctx, await requireExistingProperty(ctx, created.uid))
      await writeLegacyContent(ctx, created, body, currentResponse)
      return toResponse(ctx, await requireExistingProperty(ctx, created.uid))
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid',
    summary: 'Get a property',
    tag: 'Properties',
    response: legacyProperty,
    http: { cache: {} },
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_REMOVED'],
    handler: async (ctx, { params }) =>
      toResponse(ctx, await requireExistingProperty(ctx, params.uid!)),
  }),
  route({
    method: 'PUT',
    path: '/properties/:uid',
    summary: 'Update a property',
    emits: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: Type.Object({ ...legacyBody(), ...legacyContent }),
    response: legacyProperty,
    errors: ['PROPERTY_NOT_FOUND', 'STATE_CONFLICT', 'PAYLOAD_RULE_VIOLATION', ...writeErrors],
    authorize: async (ctx, { params }) => requireProperty(ctx, params.uid!, writeAccess),
    handler: async (ctx, { body, authorized }) => {
      await lockProperties(ctx, authorized.agency_uid, [authorized.uid])
      const currentResponse = toResponse(ctx, await requireExistingProperty(ctx, authorized.uid))
      await changeProperty(ctx, authorized, {
        columns: current => readLegacyColumns(body, current, currentResponse),
      })
      await writeLegacyContent(ctx, authorized, body, currentResponse)
      return toResponse(ctx, await requireExistingProperty(ctx, authorized.uid))
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
    authorize: async (ctx, { params }) => requireProperty(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deleteProperty(ctx, authorized),
  }),
]

/** @throws ApiError PROPERTY_NOT_FOUND, PROPERTY_REMOVED */
async function requireExistingProperty(ctx: Context, uidText: string): Promise<LegacyProperty> {
  const uid = asUid(uidText)
  const row = uid === null ? undefined : await findLegacyProperty(ctx, uid)
  if (!row) throw notFound('PROPERTY_NOT_FOUND', uidText)
  if (row.deleted_at === null) return row
  throw new ApiError('PROPERTY_REMOVED', `Property was removed: ${row.uid}`)
}

function toResponse(ctx: Context, row: LegacyProperty) {
  return presentLegacyProperty(row, ctx.settings.publicUrl)
}
