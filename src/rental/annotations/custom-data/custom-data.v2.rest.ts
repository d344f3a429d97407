/** Legacy `/v2/customdata`: contract/resources.md §4.2. */
import { route } from '../../../context.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { listValues } from './custom-data.ts'
import { customDataValue, newValue, presentValue } from './custom-data-shape.ts'
import { objectQuery, requireObject } from './require-object.ts'
import { writeCustomData } from './write-custom-data.ts'

const all = { path: '/customdata', tag: 'Custom data' } as const
const objectErrors = [
  'REQUIRED_PARAMETER',
  'CONFLICTING_PARAMETERS',
  'ACCESS_DENIED',
  'LEAD_NOT_FOUND',
] as const

export const legacyCustomDataRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the custom data of a property or lead',
    query: Type.Object(objectQuery),
    response: Type.Array(customDataValue),
    errors: objectErrors,
    handler: async (ctx, { query, version }) => {
      const object = await requireObject(ctx, query, version)
      return (await listValues(ctx, object)).map(value => presentValue(object, value))
    },
  }),
  route({
    ...all,
    method: 'POST',
    operationId: 'setCustomData',
    summary: 'Set the value of a custom data field for a property or lead',
    emits: ['CUSTOM_DATA_CREATED'],
    query: Type.Object(objectQuery),
    body: newValue,
    response: customDataValue,
    errors: [
      ...objectErrors,
      'INVALID_PARAMETER',
      'READ_ONLY_GRANT',
      'CUSTOM_DATA_FIELD_NOT_FOUND',
      'PAYLOAD_RULE_VIOLATION',
    ],
    authorize: async (ctx, { query, body, version }) =>
      requireObject(ctx, { ...body, ...query }, version, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized, version }) => {
      const { customDataFieldUid: fieldText, text } = body
      return presentValue(
        authorized,
        await writeCustomData(ctx, authorized, { fieldText, text, version }),
      )
    },
  }),
]
