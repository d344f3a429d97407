/** Values of custom data fields: contract/resources.md §4.2. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { nullable, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { listValues } from './custom-data.ts'
import { customDataValue, newValue, presentValue } from './custom-data-shape.ts'
import { deleteCustomData } from './delete-custom-data.ts'
import { objectBody, objectQuery, requireObject } from './require-object.ts'
import { writeCustomData } from './write-custom-data.ts'

const customDataRoute = { path: '/custom-data', tag: 'Custom data' } as const
const writeAccess = { access: 'READ_WRITE' } as const
const objectErrors = [
  'REQUIRED_PARAMETER',
  'CONFLICTING_PARAMETERS',
  'ACCESS_DENIED',
  'LEAD_NOT_FOUND',
] as const

const deletionQuery = Type.Object({ ...objectQuery, customDataFieldUid: Type.Optional(uid()) })
const deletionBody = Type.Object({
  ...objectBody,
  customDataFieldUid: Type.Optional(nullable(uid())),
})

export const customDataRoutes = [
  route({
    ...customDataRoute,
    method: 'GET',
    summary: 'List the custom data of a property, lead or unit',
    query: Type.Object(objectQuery),
    response: unpagedResponse('customData', customDataValue),
    errors: objectErrors,
    handler: async (ctx, { query, version }) => {
      const object = await requireObject(ctx, query, version)
      const values = await listValues(ctx, object)
      return unpaged(
        'customData',
        values.map(value => presentValue(object, value)),
      )
    },
  }),
  route({
    ...customDataRoute,
    method: 'POST',
    operationId: 'setCustomData',
    summary: 'Set the value of a custom data field for a property, lead or unit',
    emits: ['CUSTOM_DATA_CREATED'],
    body: newValue,
    response: Type.Object({ customData: customDataValue }),
    errors: [
      ...objectErrors,
      'INVALID_PARAMETER',
      'READ_ONLY_GRANT',
      'CUSTOM_DATA_FIELD_NOT_FOUND',
      'PAYLOAD_RULE_VIOLATION',
    ],
    authorize: async (ctx, { body, version }) => requireObject(ctx, body, version, writeAccess),
    handler: async (ctx, { body, authorized, version }) => {
      const { customDataFieldUid: fieldText, text } = body
      const value = await writeCustomData(ctx, authorized, { fieldText, text, version })
      return { customData: presentValue(authorized, value) }
    },
  }),
  route({
    ...customDataRoute,
    method: 'DELETE',
    summary: 'Delete the value of a custom data field',
    emits: ['CUSTOM_DATA_DELETED'],
    query: deletionQuery,
    body: deletionBody,
    http: { status: 204 },
    errors: [
      ...objectErrors,
      'READ_ONLY_GRANT',
      'CUSTOM_DATA_FIELD_NOT_FOUND',
      'CUSTOM_DATA_NOT_FOUND',
    ],
    authorize: async (ctx, input) => {
      const { customDataFieldUid, ...object } = mergeParameters(input)
      const target = await requireObject(ctx, object, input.version, writeAccess)
      return { object: target, fieldText: customDataFieldUid }
    },
    handler: async (ctx, { authorized: { object, fieldText } }) =>
      deleteCustomData(ctx, object, fieldText),
  }),
]

/**
 * Merges the parameters of query and body.
 *
 * @throws ApiError REQUIRED_PARAMETER if the field is missing
 */
function mergeParameters({
  query,
  body,
}: {
  query: Static<typeof deletionQuery>
  body: Static<typeof deletionBody>
}) {
  const { customDataFieldUid, ...object } = { ...body, ...query }
  if (customDataFieldUid == null) throw requiredParameter('customDataFieldUid')
  return { ...object, customDataFieldUid }
}
