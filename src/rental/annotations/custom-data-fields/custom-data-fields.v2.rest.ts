/** Legacy `/v2/customdatafields`: contract/resources.md §4.1. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireAgencyToAddTo } from '../../properties/properties/properties.ts'
import { requireDeletableField } from './check-field-deletable.ts'
import { createField } from './create-field.ts'
import { fieldsMax } from './custom-data-field.ts'
import { listFields, requireField } from './custom-data-fields.ts'
import { deleteField } from './delete-field.ts'
import {
  creationErrors,
  deletionErrors,
  legacyField,
  newLegacyField,
  presentField,
} from './field-shape.ts'
import { sortOrder } from './read-field-order.ts'

const collectionRoute = { path: '/customdatafields', tag: 'Custom data' } as const
const fieldRoute = { path: '/customdatafields/:uid', tag: 'Custom data' } as const

export const legacyCustomDataFieldRoutes = [
  route({
    ...collectionRoute,
    method: 'GET',
    summary: 'List custom data fields',
    query: Type.Object({ agencyUid: uid() }),
    response: Type.Array(legacyField),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const filters = { agencyUid: requireAgencyUid(ctx.caller, query.agencyUid) }
      const fullPage = { limit: fieldsMax, cursor: { offset: 0, k: null } }
      return (await listFields(ctx, filters, sortOrder(), fullPage)).map(presentField)
    },
  }),
  route({
    ...collectionRoute,
    method: 'POST',
    summary: 'Create a custom data field',
    body: newLegacyField,
    http: { status: 201 },
    response: legacyField,
    errors: creationErrors,
    authorize: async (ctx, { body }) => requireAgencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) =>
      presentField(await createField(ctx, agencyUid, body)),
  }),
  route({
    ...fieldRoute,
    method: 'GET',
    summary: 'Get a custom data field',
    response: legacyField,
    errors: ['CUSTOM_DATA_FIELD_NOT_FOUND'],
    handler: async (ctx, { params }) => presentField(await requireField(ctx, params.uid!)),
  }),
  route({
    ...fieldRoute,
    method: 'DELETE',
    summary: 'Delete a custom data field and all its values',
    http: { status: 204 },
    errors: deletionErrors,
    authorize: async (ctx, { params }) => requireDeletableField(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteField(ctx, authorized),
  }),
]
