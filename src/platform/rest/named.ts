/** What a schema is called on the wire, and what is said of it there. */
import { type TProperties, type TSchema, Type } from 'typebox'

/**
 * Gives a schema its name on the wire: it becomes a component of the OpenAPI documents, to which
 * every use of it refers.
 */
export function named<T extends TSchema>(name: string, schema: T, description?: string): T {
  const component = { name, ...(description === undefined ? {} : { description }) }
  return marked(schema, { 'x-component': component })
}

/** An object that has a name on the wire. */
export function shape<T extends TProperties>(name: string, fields: T) {
  return named(name, Type.Object(fields))
}

/** Says what a field means, its unit and format, where its name does not. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return marked(schema, { description })
}

/** Says that an object must have one of some optional fields; the handler checks it. */
export function oneRequired<T extends TSchema>(names: readonly string[], schema: T): T {
  return marked(schema, { anyOf: names.map(name => ({ required: [name] })) })
}

/**
 * Gives a query parameter or a field of a body a second name. The reader takes either and gives the
 * value under the first; two values that differ are 400 CONFLICTING_PARAMETERS. The documents have
 * the first only, and name the second in its description.
 */
export function withAlias<T extends TSchema>(alias: string, schema: T): T {
  return marked(schema, { 'x-alias': alias })
}

/** A copy that TypeBox still knows, by what it hides in its schemas. */
function marked<T extends TSchema>(schema: T, marks: object): T {
  return Object.assign(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)),
    marks,
  ) as T
}
