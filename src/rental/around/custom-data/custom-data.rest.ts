/** Values of custom data fields: contract/resources.md §4.2. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { nullable, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { listValues } from './custom-data.ts'
import { customDataValue, newValue, presentValue } from './custom-data-shape.ts'
import { deleteCustomData } from './delete-custom-data.ts'
import { objectBody, objectQuery, reachedObject } from './reached-object.ts'
import { writeCustomData } from './write-custom-data.ts'

const all = { path: '/custom-data', tag: 'Custom data' } as const
const writes = { access: 'READ_WRITE' } as const
const objectErrors = [
  'REQUIRED_PARAMETER',
  'CONFLICTING_PARAMETERS',
  'ACCESS_DENIED',
  'LEAD_NOT_FOUND',
] as const

const namedInQuery = Type.Object({ ...objectQuery, customDataFieldUid: Type.Optional(uid()) })
const namedInBody = Type.Object({
  ...objectBody,
  customDataFieldUid: Type.Optional(nullable(uid())),
})

export const customDataRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the custom data of a property, lead or unit',
    query: Type.Object(objectQuery),
    answer: unpagedAnswer('customData', customDataValue),
    errors: objectErrors,
    handler: async (ctx, { query, version }) => {
      const object = await reachedObject(ctx, query, version)
      const values = await listValues(ctx, object)
      return unpaged(
        'customData',
        values.map(value => presentValue(object, value)),
      )
    },
  }),
  route({
    ...all,
    method: 'POST',
    operationId: 'setCustomData',
    summary: 'Set the value of a custom data field for a property, lead or unit',
    tells: ['CUSTOM_DATA_CREATED'],
    body: newValue,
    answer: Type.Object({ customData: customDataValue }),
    errors: [
      ...objectErrors,
      'INVALID_PARAMETER',
      'READ_ONLY_GRANT',
      'CUSTOM_DATA_FIELD_NOT_FOUND',
      'PAYLOAD_RULE_VIOLATION',
    ],
    authorize: async (ctx, { body, version }) => reachedObject(ctx, body, version, writes),
    handler: async (ctx, { body, reached, version }) => {
      const { customDataFieldUid: fieldText, text } = body
      const value = await writeCustomData(ctx, reached, { fieldText, text, version })
      return { customData: presentValue(reached, value) }
    },
  }),
  route({
    ...all,
    method: 'DELETE',
    summary: 'Delete the value of a custom data field',
    tells: ['CUSTOM_DATA_DELETED'],
    query: namedInQuery,
    body: namedInBody,
    http: { status: 204 },
    errors: [
      ...objectErrors,
      'READ_ONLY_GRANT',
      'CUSTOM_DATA_FIELD_NOT_FOUND',
      'CUSTOM_DATA_NOT_FOUND',
    ],
    authorize: async (ctx, input) => {
      const { customDataFieldUid, ...object } = namesIn(input)
      const reached = await reachedObject(ctx, object, input.version, writes)
      return { object: reached, fieldText: customDataFieldUid }
    },
    handler: async (ctx, { reached: { object, fieldText } }) =>
      deleteCustomData(ctx, object, fieldText),
  }),
]

/** What query and body name together. @throws ApiError REQUIRED_PARAMETER for the field */
function namesIn({
  query,
  body,
}: {
  query: Static<typeof namedInQuery>
  body: Static<typeof namedInBody>
}) {
  const { customDataFieldUid, ...object } = { ...body, ...query }
  if (customDataFieldUid == null) throw requiredParameter('customDataFieldUid')
  return { ...object, customDataFieldUid }
}
