import { type TProperties, type TSchema, Type } from 'typebox'

/** Names a schema. It becomes a component of the OpenAPI documents, and every use refers to it. */
export function named<T extends TSchema>(name: string, schema: T, description?: string): T {
  const component = { name, ...(description === undefined ? {} : { description }) }
  return withKeywords(schema, { 'x-component': component })
}

/** Defines an object with a schema name. */
export function shape<T extends TProperties>(name: string, fields: T) {
  return named(name, Type.Object(fields))
}

/** Describes the meaning, unit or format of a field. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return withKeywords(schema, { description })
}

/** Requires at least one of several optional fields. The handler checks it. */
export function oneRequired<T extends TSchema>(names: readonly string[], schema: T): T {
  return withKeywords(schema, { anyOf: names.map(name => ({ required: [name] })) })
}

/**
 * Gives a query parameter or body field a second name. Requests may use either; handlers get the
 * first. Two different values are refused with 400 CONFLICTING_PARAMETERS. The OpenAPI documents
 * have only the first name and mention the second in its description.
 */
export function withAlias<T extends TSchema>(alias: string, schema: T): T {
  return withKeywords(schema, { 'x-alias': alias })
}

/** Copies a schema, including the non-enumerable properties of TypeBox. */
function withKeywords<T extends TSchema>(schema: T, keywords: object): T {
  return Object.assign(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)),
    keywords,
  ) as T
}
