/** Converts an OpenAPI 3.1 document to OpenAPI 3.0, for older tools. */
import type { Document } from './document-shape.ts'
import { refName, type Schema } from './shapes.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.0 identifies a license by its URL. */
const licenseUrl = 'https://www.apache.org/licenses/LICENSE-2.0'

/**
 * Converts a document to OpenAPI 3.0.3: `nullable` in place of type lists, `enum` of one value in
 * place of `const`, references without siblings, and webhooks as `x-webhooks`.
 */
export function asOpenApi30({ openapi: _, info, webhooks, ...otherMembers }: Document): Document {
  const { license, ...otherInfo } = info as { license?: Json }
  const { identifier: __, ...otherLicense } = license ?? {}
  const licenseWithUrl = { ...otherLicense, url: licenseUrl }
  const document = {
    info: { ...otherInfo, license: licenseWithUrl },
    ...otherMembers,
    'x-webhooks': webhooks,
  }
  const schemas = (otherMembers.components?.schemas ?? {}) as Record<string, Schema>
  const converted = new Converter(schemas).convert(document) as Document
  return { openapi: '3.0.3', ...converted }
}

class Converter {
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  /** Converts the schemas within a value, except in examples. */
  convert(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map(item => this.convert(item))
    if (typeof value !== 'object' || value === null) return value
    if (key === 'schema') return this.#convertSchema(value as Schema)
    if (key === 'schemas') return mapValues(value, schema => this.#convertSchema(schema as Schema))
    if (key === 'examples' || key === 'example') return value
    if ('$ref' in value) return { $ref: value.$ref }
    return mapValues(value, (inner, name) => this.convert(inner, name))
  }

  #convertSchema(schema: Schema | boolean): unknown {
    if (typeof schema === 'boolean') return schema
    const { $ref, type, const: constant, examples, propertyNames: _, ...rest } = schema
    const { exclusiveMinimum, contentMediaType, anyOf, additionalProperties, ...plainKeywords } =
      rest
    if ($ref !== undefined) return referenceTo($ref, plainKeywords)
    return {
      ...convertType(type),
      ...mapValues(plainKeywords, (keyword, key) => this.#convertKeyword(keyword, key)),
      ...this.#convertAlternatives(anyOf),
      ...this.#convertAdditional(additionalProperties),
      ...(constant === undefined ? {} : { enum: [constant] }),
      ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
      ...(exclusiveMinimum === undefined
        ? {}
        : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
      ...(contentMediaType === undefined ? {} : { format: 'binary' }),
    }
  }

  /** Omits `true`, the default: the PHP generator takes it for a base class. */
  #convertAdditional(schema: Schema | boolean | undefined): Json {
    if (schema === undefined || schema === true) return {}
    return { additionalProperties: this.#convertSchema(schema) }
  }

  #convertKeyword(value: unknown, key: string): unknown {
    const toSchema = (schema: unknown) => this.#convertSchema(schema as Schema)
    if (key === 'properties') return mapValues(value as object, toSchema)
    if (['items', 'not'].includes(key)) return toSchema(value)
    return key === 'oneOf' || key === 'allOf' ? (value as unknown[]).map(toSchema) : value
  }

  /** Converts a nullable alternative to `nullable`, which needs a sibling `type`. */
  #convertAlternatives(anyOf: Schema[] | undefined): Json {
    if (anyOf === undefined) return {}
    const nonNull = anyOf.filter(({ type }) => type !== 'null')
    const converted = nonNull.map(alternative => this.#convertSchema(alternative))
    const isNullable = nonNull.length < anyOf.length
    if (converted.length !== 1)
      return { anyOf: converted, ...(isNullable ? { nullable: true } : {}) }
    const target = this.#schemas[refName(nonNull[0]!) ?? ''] ?? nonNull[0]!
    const items = target.type === 'array' ? { items: {} } : {}
    return {
      allOf: converted,
      ...(isNullable ? { type: target.type, ...items, nullable: true } : {}),
    }
  }
}

/** Wraps a reference with siblings in `allOf`, because they are ignored otherwise. */
function referenceTo($ref: string, siblings: object): Json {
  return Object.keys(siblings).length === 0 ? { $ref } : { allOf: [{ $ref }], ...siblings }
}

function convertType(type: Schema['type']): Json {
  if (type === undefined) return {}
  const types = [type].flat()
  const nonNull = types.filter(name => name !== 'null')
  if (nonNull.length === 0) return { type: 'object', nullable: true, enum: [null] }
  const nullable = nonNull.length < types.length ? { nullable: true } : {}
  return { type: nonNull[0], ...nullable }
}

function mapValues(value: object, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}
