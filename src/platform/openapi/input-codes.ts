/** Error codes of invalid input, derived from the schemas of query and body. */
import type { ErrorCode } from '../errors.ts'
import type { Route } from '../rest/route.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: object
  additionalProperties?: Schema | boolean
  items?: Schema
  'x-alias'?: string
  'x-as-sent'?: boolean
}

type RequestPart = 'query' | 'body'

/** Returns the codes that `parse-input.ts` may return for an operation. */
export function inputCodes({ query, body }: Pick<Route<never>, 'query' | 'body'>): ErrorCode[] {
  const codes = new Set<ErrorCode>()
  if (query) addFieldCodes(query as Schema, 'query', codes)
  if (body) addFieldCodes(body as Schema, 'body', codes)
  return [...codes]
}

function addFieldCodes(schema: Schema, part: RequestPart, codes: Set<ErrorCode>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field['x-alias'] !== undefined) codes.add('CONFLICTING_PARAMETERS')
    if (schema.required?.includes(name)) codes.add('REQUIRED_PARAMETER')
    addValueCodes(field, part, codes)
  }
}

function addValueCodes(schema: Schema, part: RequestPart, codes: Set<ErrorCode>): void {
  if (schema['x-as-sent']) return
  // A query cannot contain null.
  if (part === 'body' && !schema.type?.includes('null')) codes.add('REQUIRED_PARAMETER')
  const isEnum = schema.enum !== undefined || schema.propertyNames !== undefined
  codes.add(isEnum ? 'INVALID_ENUM_VALUE' : 'INVALID_PARAMETER')
  if (schema.items) addValueCodes(schema.items, part, codes)
  if (typeof schema.additionalProperties === 'object')
    addValueCodes(schema.additionalProperties, part, codes)
  addFieldCodes(schema, part, codes)
}
