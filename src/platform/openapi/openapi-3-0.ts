/** Renders an OpenAPI 3.1 document as OpenAPI 3.0, for tools that read no newer one. */
import type { Document } from './components.ts'
import type { Schema } from './shapes.ts'

type Json = Record<string, unknown>

/**
 * Returns the same interface as OpenAPI 3.0.3: `nullable` in place of type lists, `enum` of one
 * value in place of `const`, references without siblings, and webhooks as `x-webhooks`.
 */
export function asOpenApi30({ openapi: _, info, webhooks, ...rest }: Document): Document {
  const { license, ...about } = info as { license?: Json }
  const { identifier: __, ...licensed } = license ?? {}
  const document = { info: { ...about, license: licensed }, ...rest, 'x-webhooks': webhooks }
  return { openapi: '3.0.3', ...(converted(document) as Document) }
}

/** Converts the schemas within a value; examples are values and stay as they are. */
function converted(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(item => converted(item))
  if (typeof value !== 'object' || value === null) return value
  if (key === 'schema') return convertedSchema(value as Schema)
  if (key === 'schemas') return mapped(value, schema => convertedSchema(schema as Schema))
  if (key === 'examples' || key === 'example') return value
  if ('$ref' in value) return { $ref: value.$ref }
  return mapped(value, converted)
}

function convertedSchema(schema: Schema | boolean): unknown {
  if (typeof schema === 'boolean') return schema
  const { $ref, type, const: only, examples, propertyNames: _, ...rest } = schema
  const { exclusiveMinimum, contentMediaType, anyOf, ...plain } = rest
  if ($ref !== undefined) return referenceTo($ref, plain)
  return {
    ...typeOf(type),
    ...mapped(plain, keyword),
    ...alternatives(anyOf),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
    ...(exclusiveMinimum === undefined
      ? {}
      : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(contentMediaType === undefined ? {} : { format: 'binary' }),
  }
}

/** Keywords beside a reference count only where it stands in `allOf`. */
function referenceTo($ref: string, siblings: object): Json {
  if (Object.keys(siblings).length === 0) return { $ref }
  return { allOf: [{ $ref }], ...siblings }
}

function keyword(value: unknown, key: string): unknown {
  if (key === 'properties') return mapped(value as object, one => convertedSchema(one as Schema))
  const isSchema = key === 'items' || key === 'additionalProperties' || key === 'not'
  if (isSchema) return convertedSchema(value as Schema)
  if (key === 'oneOf' || key === 'allOf') return (value as Schema[]).map(convertedSchema)
  return value
}

function typeOf(type: Schema['type']): Json {
  if (type === undefined) return {}
  const types = [type].flat()
  const others = types.filter(one => one !== 'null')
  const nullable = others.length < types.length ? { nullable: true } : {}
  if (others.length > 1) return { anyOf: others.map(type => ({ type })), ...nullable }
  return { ...(others.length === 1 ? { type: others[0] } : { enum: [null] }), ...nullable }
}

/** One alternative to null is that one, nullable. */
function alternatives(anyOf: Schema[] | undefined): Json {
  if (anyOf === undefined) return {}
  const others = anyOf.filter(({ type }) => type !== 'null')
  const list = others.map(convertedSchema)
  const nullable = others.length < anyOf.length ? { nullable: true } : {}
  return { ...(list.length === 1 ? { allOf: list } : { anyOf: list }), ...nullable }
}

function mapped(value: object, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}
