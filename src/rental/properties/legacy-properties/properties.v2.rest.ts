/** Legacy `/v2/properties` but for its list: contract/properties.md §5. */
import { type Context, route } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { nullable, Type, text, uid } from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { changeProperty } from '../properties/change-property.ts'
import { createProperty } from '../properties/create-property.ts'
import { deleteProperty } from '../properties/delete-property.ts'
import { agencyToAddTo, reachedProperty } from '../properties/properties.ts'
import { lockFamily } from '../sub-properties/sub-properties.ts'
import type { LegacyProperty } from './legacy-field.ts'
import { findLegacyProperty } from './legacy-properties.ts'
import {
  legacyBody,
  legacyProperty,
  presentLegacyProperty,
  readLegacyColumns,
} from './legacy-property.ts'
import { legacyContent, writeLegacyContent } from './write-legacy-content.ts'

const writable = { access: 'READ_WRITE', inPath: true } as const

const writeErrors = ['READ_ONLY_GRANT'] as const

export const legacyPropertyRoutes = [
  route({
    method: 'POST',
    path: '/properties',
    summary: 'Create a property',
    tells: ['NEW_PROPERTY'],
    tag: 'Properties',
    query: Type.Object({ agencyUid: Type.Optional(uid()) }),
    body: Type.Object({
      ...legacyBody(),
      ...legacyContent,
      name: text({ min: 1 }),
      agencyUid: Type.Optional(nullable(uid())),
    }),
    http: { status: 201 },
    answer: legacyProperty,
    errors: ['ACCESS_DENIED', ...writeErrors],
    authorize: async (ctx, { query, body }) =>
      agencyToAddTo(ctx, query.agencyUid ?? body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const created = await createProperty(ctx, {
        agencyUid,
        columns: standards => readLegacyColumns(body, standards),
      })
      const seen = present(ctx, await livingProperty(ctx, created.uid))
      await writeLegacyContent(ctx, created, body, seen)
      return present(ctx, await livingProperty(ctx, created.uid))
    },
  }),
  route({
    method: 'GET',
    path: '/properties/:uid',
    summary: 'Get a property',
    tag: 'Properties',
    answer: legacyProperty,
    http: { cache: {} },
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_REMOVED'],
    handler: async (ctx, { params }) => present(ctx, await livingProperty(ctx, params.uid!)),
  }),
  route({
    method: 'PUT',
    path: '/properties/:uid',
    summary: 'Update a property',
    tells: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY', 'ACTIVATED_PROPERTY'],
    tag: 'Properties',
    body: Type.Object({ ...legacyBody(), ...legacyContent }),
    answer: legacyProperty,
    errors: ['PROPERTY_NOT_FOUND', 'STATE_CONFLICT', 'PAYLOAD_RULE_VIOLATION', ...writeErrors],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.uid!, writable),
    handler: async (ctx, { body, reached }) => {
      await lockFamily(ctx, reached.agency_uid, [reached.uid])
      const seen = present(ctx, await livingProperty(ctx, reached.uid))
      await changeProperty(ctx, reached, {
        columns: present => readLegacyColumns(body, present, seen),
      })
      await writeLegacyContent(ctx, reached, body, seen)
      return present(ctx, await livingProperty(ctx, reached.uid))
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
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.uid!, writable),
    handler: async (ctx, { reached }) => deleteProperty(ctx, reached),
  }),
]

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
