/** Codes of invalid input, which follow from the schemas of a query and a body. */
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

/** Returns the codes that `read-input.ts` rejects the query and the body of an operation with. */
export function inputCodes({ query, body }: Pick<Route<never>, 'query' | 'body'>): ErrorCode[] {
  const codes = new Set<ErrorCode>()
  if (query) addCodes(query as Schema, true, codes)
  if (body) addCodes(body as Schema, false, codes)
  return [...codes]
}

function addCodes(schema: Schema, isQuery: boolean, codes: Set<ErrorCode>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field['x-alias'] !== undefined) codes.add('CONFLICTING_PARAMETERS')
    if (schema.required?.includes(name)) codes.add('REQUIRED_PARAMETER')
    addValueCodes(field, isQuery, codes)
  }
}

function addValueCodes(schema: Schema, isQuery: boolean, codes: Set<ErrorCode>): void {
  if (schema['x-as-sent']) return
  // A query has no null.
  if (!isQuery && !schema.type?.includes('null')) codes.add('REQUIRED_PARAMETER')
  const isEnum = schema.enum !== undefined || schema.propertyNames !== undefined
  codes.add(isEnum ? 'INVALID_ENUM_VALUE' : 'INVALID_PARAMETER')
  if (schema.items) addValueCodes(schema.items, isQuery, codes)
  if (typeof schema.additionalProperties === 'object')
    addValueCodes(schema.additionalProperties, isQuery, codes)
  addCodes(schema, isQuery, codes)
}
