/** Custom data fields: contract/resources.md §4.1. */
import { route } from '../../../context.ts'
import type { PageRequest, SortOrder } from '../../../platform/db/page.ts'
import { named, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readSortedList } from '../../../platform/rest/list.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { agencyToAddTo } from '../../properties/properties/properties.ts'
import { deletableField } from './check-field-deletable.ts'
import { createField } from './create-field.ts'
import { fieldUsages } from './custom-data-field.ts'
import { countFields, listFields, reachedField } from './custom-data-fields.ts'
import { deleteField } from './delete-field.ts'
import {
  additionErrors,
  customDataField,
  deletionErrors,
  newField,
  presentField,
} from './field-shape.ts'
import { fieldKey, sortDirections, sortOrder, sorts } from './read-field-order.ts'

/** Older callers, who know no pages, get everything. */
const standardLimit = 1_000

const answer = Type.Object({ customDataField })
const all = {
  path: '/custom-data-fields',
  tag: 'Custom data',
  access: { needs: 'selling' },
} as const
const one = {
  path: '/custom-data-fields/:uid',
  tag: 'Custom data',
  access: { needs: 'selling' },
} as const

export const customDataFieldRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List custom data fields',
    query: Type.Object({
      agencyUid: uid(),
      sort: Type.Optional(oneOf(sorts)),
      sortDirection: Type.Optional(named('SortDirection', oneOf(sortDirections))),
      usage: Type.Optional(named('CustomDataFieldUsage', oneOf(fieldUsages))),
      ...pageQuery,
    }),
    answer: pagedAnswer('customDataFields', customDataField),
    errors: ['INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { sort: by, sortDirection, usage } = query
      const filters = { agencyUid: reachedAgencyUid(ctx.caller, query.agencyUid), usage }
      const sort = sortOrder(by, sortDirection)
      const source = {
        list: (sort: SortOrder, page: PageRequest) => listFields(ctx, filters, sort, page),
        count: () => countFields(ctx, filters),
      }
      const { rows, beside } = await readSortedList(query, sort, fieldKey(sort), source, {
        standardLimit,
      })
      return { customDataFields: rows.map(presentField), ...beside }
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create a custom data field',
    body: newField,
    http: { status: 201 },
    answer,
    errors: additionErrors,
    authorize: async (ctx, { body }) => agencyToAddTo(ctx, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => ({
      customDataField: presentField(await createField(ctx, agencyUid, body)),
    }),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a custom data field',
    answer,
    errors: ['CUSTOM_DATA_FIELD_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      customDataField: presentField(await reachedField(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a custom data field and all its values',
    tells: ['CUSTOM_DATA_DELETED'],
    http: { status: 204 },
    errors: deletionErrors,
    authorize: async (ctx, { params }) => deletableField(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteField(ctx, reached),
  }),
]
