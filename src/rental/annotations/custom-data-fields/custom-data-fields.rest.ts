/** Custom data fields: contract/resources.md §4.1. */
import { route } from '../../../context.ts'
import type { PageRequest, SortOrder } from '../../../platform/db/pagination.ts'
import { named, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readSortedList } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireAgencyToAddTo } from '../../properties/properties/properties.ts'
import { changeField } from './change-field.ts'
import { requireDeletableField } from './check-field-deletable.ts'
import { createField } from './create-field.ts'
import { fieldUsages } from './custom-data-field.ts'
import { countFields, listFields, requireField } from './custom-data-fields.ts'
import { deleteField } from './delete-field.ts'
import {
  creationErrors,
  customDataField,
  deletionErrors,
  fieldChanges,
  newField,
  presentField,
} from './field-shape.ts'
import { cursorKeyReader, sortDirections, sortOrder, sorts } from './read-field-order.ts'

/** Default page size. Larger than any list, because older clients do not use pages. */
const defaultLimit = 1_000

const response = Type.Object({ customDataField })
const collectionRoute = {
  path: '/custom-data-fields',
  tag: 'Custom data',
  access: { needs: 'selling' },
} as const
const fieldRoute = {
  path: '/custom-data-fields/:uid',
  tag: 'Custom data',
  access: { needs: 'selling' },
} as const

const findState = contentReader('row', { table: 'custom_data_fields' })

export const customDataFieldRoutes = [
  route({
    ...collectionRoute,
    method: 'GET',
    summary: 'List custom data fields',
    query: Type.Object({
      agencyUid: uid(),
      sort: Type.Optional(oneOf(sorts)),
      sortDirection: Type.Optional(named('SortDirection', oneOf(sortDirections))),
      usage: Type.Optional(named('CustomDataFieldUsage', oneOf(fieldUsages))),
      ...pageQuery,
    }),
    response: pagedResponse('customDataFields', customDataField),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { sort: by, sortDirection, usage } = query
      const filters = { agencyUid: requireAgencyUid(ctx.caller, query.agencyUid), usage }
      const sort = sortOrder(by, sortDirection)
      const order = { sort, keyOf: cursorKeyReader(sort) }
      const source = {
        list: (sort: SortOrder, page: PageRequest) => listFields(ctx, filters, sort, page),
        count: () => countFields(ctx, filters),
      }
      const { rows, envelope } = await readSortedList(query, order, source, {
        standardLimit: defaultLimit,
      })
      return { customDataFields: rows.map(presentField), ...envelope }
    },
  }),
  route({
    ...collectionRoute,
    method: 'POST',
    summary: 'Create a custom data field',
    body: newField,
    http: { status: 201 },
    response,
    errors: creationErrors,
    authorize: async (ctx, { body }) => requireAgencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => ({
      customDataField: presentField(await createField(ctx, agencyUid, body)),
    }),
  }),
  route({
    ...fieldRoute,
    method: 'GET',
    http: { findState },
    summary: 'Get a custom data field',
    response,
    errors: ['CUSTOM_DATA_FIELD_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      customDataField: presentField(await requireField(ctx, params.uid!)),
    }),
  }),
  route({
    ...fieldRoute,
    method: 'PATCH',
    since: '3.3',
    http: { findState },
    summary: 'Update a custom data field',
    access: { needs: 'selling', callers: ['agency'] },
    body: fieldChanges,
    response,
    errors: ['CUSTOM_DATA_FIELD_NOT_FOUND', 'ALREADY_EXISTS'],
    authorize: async (ctx, { params }) => requireField(ctx, params.uid!),
    handler: async (ctx, { body: { name, usage, index }, authorized }) => ({
      customDataField: presentField(await changeField(ctx, authorized, { name, usage, index })),
    }),
  }),
  route({
    ...fieldRoute,
    method: 'DELETE',
    summary: 'Delete a custom data field and all its values',
    emits: ['CUSTOM_DATA_DELETED'],
    http: { status: 204 },
    errors: deletionErrors,
    authorize: async (ctx, { params }) => requireDeletableField(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteField(ctx, authorized),
  }),
]
