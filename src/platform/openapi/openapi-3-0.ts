/** Renders an OpenAPI 3.1 document as OpenAPI 3.0, for tools that read no newer one. */
import type { Document } from './document-shape.ts'
import { refName, type Schema } from './shapes.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.0 names a license by its address. */
const licenseUrl = 'https://www.apache.org/licenses/LICENSE-2.0'

/**
 * Returns the same interface as OpenAPI 3.0.3: `nullable` in place of type lists, `enum` of one
 * value in place of `const`, references without siblings, and webhooks as `x-webhooks`.
 */
export function asOpenApi30({ openapi: _, info, webhooks, ...rest }: Document): Document {
  const { license, ...about } = info as { license?: Json }
  const { identifier: __, ...licensed } = license ?? {}
  const named = { ...licensed, url: licenseUrl }
  const document = { info: { ...about, license: named }, ...rest, 'x-webhooks': webhooks }
  const schemas = (rest.components?.schemas ?? {}) as Record<string, Schema>
  const converted = new Rendition(schemas).value(document) as Document
  return { openapi: '3.0.3', ...converted }
}

class Rendition {
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  /** Converts the schemas within a value; examples are values and stay as they are. */
  value(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map(item => this.value(item))
    if (typeof value !== 'object' || value === null) return value
    if (key === 'schema') return this.#schema(value as Schema)
    if (key === 'schemas') return mapped(value, schema => this.#schema(schema as Schema))
    if (key === 'examples' || key === 'example') return value
    if ('$ref' in value) return { $ref: value.$ref }
    return mapped(value, (inner, name) => this.value(inner, name))
  }

  #schema(schema: Schema | boolean): unknown {
    if (typeof schema === 'boolean') return schema
    const { $ref, type, const: only, examples, propertyNames: _, ...rest } = schema
    const { exclusiveMinimum, contentMediaType, anyOf, additionalProperties, ...plain } = rest
    if ($ref !== undefined) return referenceTo($ref, plain)
    return {
      ...typeOf(type),
      ...mapped(plain, (value, key) => this.#keyword(value, key)),
      ...this.#alternatives(anyOf),
      ...this.#furtherProperties(additionalProperties),
      ...(only === undefined ? {} : { enum: [only] }),
      ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
      ...(exclusiveMinimum === undefined
        ? {}
        : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
      ...(contentMediaType === undefined ? {} : { format: 'binary' }),
    }
  }

  /** `true` is what holds anyway; the generator of PHP takes it for a class to inherit from. */
  #furtherProperties(value: Schema | boolean | undefined): Json {
    if (value === undefined || value === true) return {}
    return { additionalProperties: this.#schema(value) }
  }

  #keyword(value: unknown, key: string): unknown {
    const schemaOf = (one: unknown) => this.#schema(one as Schema)
    if (key === 'properties') return mapped(value as object, schemaOf)
    if (['items', 'not'].includes(key)) return schemaOf(value)
    return key === 'oneOf' || key === 'allOf' ? (value as unknown[]).map(schemaOf) : value
  }

  /** One alternative to null is that one, nullable; the keyword needs the type beside it. */
  #alternatives(anyOf: Schema[] | undefined): Json {
    if (anyOf === undefined) return {}
    const others = anyOf.filter(({ type }) => type !== 'null')
    const list = others.map(one => this.#schema(one))
    const isNullable = others.length < anyOf.length
    if (list.length !== 1) return { anyOf: list, ...(isNullable ? { nullable: true } : {}) }
    const target = this.#schemas[refName(others[0]!) ?? ''] ?? others[0]!
    const items = target.type === 'array' ? { items: {} } : {}
    return { allOf: list, ...(isNullable ? { type: target.type, ...items, nullable: true } : {}) }
  }
}

/** Keywords beside a reference count only where it stands in `allOf`. */
function referenceTo($ref: string, siblings: object): Json {
  return Object.keys(siblings).length === 0 ? { $ref } : { allOf: [{ $ref }], ...siblings }
}

function typeOf(type: Schema['type']): Json {
  if (type === undefined) return {}
  const types = [type].flat()
  const others = types.filter(one => one !== 'null')
  if (others.length === 0) return { type: 'object', nullable: true, enum: [null] }
  const nullable = others.length < types.length ? { nullable: true } : {}
  return { type: others[0], ...nullable }
}

function mapped(value: object, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}
