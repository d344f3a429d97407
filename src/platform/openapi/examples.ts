import type { Document } from './document-shape.ts'
import { refName, type Schema } from './shapes.ts'

/** Recorded values of components, by name. */
export type Examples = Readonly<Record<string, unknown>>

interface Media {
  schema?: Schema
  examples?: Record<string, Schema>
}

/**
 * Adds examples to a document. Examples of request and response bodies become components that every
 * use refers to. A nested schema has an example only if no body example contains it.
 */
export function withExamples(document: Document, values: Examples): Document {
  const schemas = document.components!.schemas as Record<string, Schema>
  const validValues = new Map<string, unknown>()
  for (const [name, schema] of Object.entries(schemas)) {
    const value = name in values ? adaptValue(values[name], schema, schemas) : undefined
    if (value !== undefined) validValues.set(name, value)
  }
  const bodyNames = new Set<string>()
  for (const media of listMedia(document)) {
    const name = media.schema && refName(media.schema)
    if (name === undefined || !validValues.has(name)) continue
    bodyNames.add(name)
    media.examples = { [name]: { $ref: `#/components/examples/${name}` } }
  }
  const namesInBodies = new Set(
    [...bodyNames].flatMap(name => [...shapesIn(validValues.get(name), name, schemas)]),
  )
  for (const [name, value] of validValues)
    if (!namesInBodies.has(name)) schemas[name]!.examples = [value]
  const examples = [...bodyNames]
    .sort()
    .map(name => [name, { value: validValues.get(name) }] as const)
  return {
    ...document,
    components: { ...document.components, examples: Object.fromEntries(examples) },
  }
}

/** Yields the media types of all request and response bodies. */
function* listMedia(value: unknown): Generator<Media> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Schemas may have a field of the name `content`.
    if (key === 'schemas') continue
    if (key === 'content') yield* Object.values(inner as Record<string, Media>)
    else yield* listMedia(inner)
  }
}

/** Yields a component and the nested components in its value. */
export function* shapesIn(
  value: unknown,
  component: string,
  schemas: Record<string, Schema>,
): Generator<string> {
  yield component
  yield* nestedShapes(value, schemas[component]!, schemas)
}

function* nestedShapes(
  value: unknown,
  { $ref, anyOf, properties, items }: Schema,
  schemas: Record<string, Schema>,
): Generator<string> {
  if (value === null || value === undefined) return
  if ($ref) return yield* shapesIn(value, refName({ $ref })!, schemas)
  const alternative = anyOf?.find(candidate => adaptValue(value, candidate, schemas) !== undefined)
  if (alternative) yield* nestedShapes(value, alternative, schemas)
  if (items && Array.isArray(value))
    for (const item of value) yield* nestedShapes(item, items, schemas)
  for (const [key, field] of Object.entries(properties ?? {})) {
    yield* nestedShapes((value as Record<string, unknown>)[key], field, schemas)
  }
}

/** Adapts a value of another version to a schema; undefined if it is not valid. */
function adaptValue(value: unknown, schema: Schema, schemas: Record<string, Schema>): unknown {
  const { $ref, anyOf, enum: values, properties, required = [], items } = schema
  if ($ref) return adaptValue(value, schemas[refName(schema)!]!, schemas)
  if (anyOf && !properties) {
    const adapted = anyOf.map(alternative => adaptValue(value, alternative, schemas))
    return adapted.find(result => result !== undefined)
  }
  if (values) return values.includes(value) ? value : undefined
  if (value === null) return [schema.type].flat().includes('null') ? null : undefined
  if (Array.isArray(value)) {
    if (!items) return value
    const adapted = value.map(item => adaptValue(item, items, schemas))
    return adapted.includes(undefined) ? undefined : adapted
  }
  if (typeof value !== 'object' || !properties) return value
  const entries = Object.entries(properties).flatMap(([key, field]) => {
    const member = (value as Record<string, unknown>)[key]
    const adapted = member === undefined ? undefined : adaptValue(member, field, schemas)
    return adapted === undefined ? [] : [[key, adapted] as const]
  })
  const adaptedObject = Object.fromEntries(entries)
  return (required as string[]).every(key => key in adaptedObject) ? adaptedObject : undefined
}
