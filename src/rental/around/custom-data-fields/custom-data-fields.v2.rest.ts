/** Legacy `/v2/customdatafields`: contract/resources.md §4.1. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { agencyToAddTo } from '../../properties/properties/properties.ts'
import { deletableField } from './check-field-deletable.ts'
import { createField } from './create-field.ts'
import { fieldsMax } from './custom-data-field.ts'
import { listFields, reachedField } from './custom-data-fields.ts'
import { deleteField } from './delete-field.ts'
import {
  additionErrors,
  deletionErrors,
  legacyField,
  newLegacyField,
  presentField,
} from './field-shape.ts'
import { sortOrder } from './read-field-order.ts'

const all = { path: '/customdatafields', tag: 'Custom data' } as const
const one = { path: '/customdatafields/:uid', tag: 'Custom data' } as const

export const legacyCustomDataFieldRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List custom data fields',
    query: Type.Object({ agencyUid: uid() }),
    answer: Type.Array(legacyField),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const filters = { agencyUid: reachedAgencyUid(ctx.caller, query.agencyUid) }
      const whole = { limit: fieldsMax, cursor: { offset: 0, k: null } }
      return (await listFields(ctx, filters, sortOrder(), whole)).map(presentField)
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create a custom data field',
    body: newLegacyField,
    http: { status: 201 },
    answer: legacyField,
    errors: additionErrors,
    authorize: async (ctx, { body }) => agencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) =>
      presentField(await createField(ctx, agencyUid, body)),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a custom data field',
    answer: legacyField,
    errors: ['CUSTOM_DATA_FIELD_NOT_FOUND'],
    handler: async (ctx, { params }) => presentField(await reachedField(ctx, params.uid!)),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a custom data field and all its values',
    http: { status: 204 },
    errors: deletionErrors,
    authorize: async (ctx, { params }) => deletableField(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteField(ctx, reached),
  }),
]
