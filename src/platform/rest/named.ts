/** What a schema is called on the wire, and what is said of it there. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'

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

/**
 * Another spelling of a field of a body, which generators of clients would take for the same: it is
 * read, but the document only names it at that field.
 */
export function otherSpelling<T extends TSchema>(of: string, schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-spelling-of': of })
}

/** Says that an object must have one of some optional fields; the handler checks it. */
export function oneRequired<T extends TSchema>(names: readonly string[], schema: T): T {
  return marked(schema, { anyOf: names.map(name => ({ required: [name] })) })
}

/** Gives a query parameter or body field another name, which means the same where it is sent. */
export function alsoCalled<T extends TSchema>(name: string, schema: T): T {
  return marked(schema, { 'x-also-called': name })
}

/** A copy that TypeBox still knows, by what it hides in its schemas. */
function marked<T extends TSchema>(schema: T, marks: object): T {
  return Object.assign(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)),
    marks,
  ) as T
}
