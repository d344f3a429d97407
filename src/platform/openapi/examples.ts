import type { Document } from './document-shape.ts'
import { refName, type Schema } from './shapes.ts'

/** Real values of components, by name. */
export type Examples = Readonly<Record<string, unknown>>

interface Media {
  schema?: Schema
  examples?: Record<string, Schema>
}

/**
 * The document with an example for each component that has one: those of bodies and answers as
 * components, to which every use refers. An inner shape has one of its own only where no example
 * of a body shows it.
 */
export function withExamples(document: Document, values: Examples): Document {
  const schemas = document.components!.schemas as Record<string, Schema>
  const fitting = new Map<string, unknown>()
  for (const [name, schema] of Object.entries(schemas)) {
    const value = name in values ? fittingValue(values[name], schema, schemas) : undefined
    if (value !== undefined) fitting.set(name, value)
  }
  const shown = new Set<string>()
  for (const media of mediaOf(document)) {
    const name = media.schema && refName(media.schema)
    if (name === undefined || !fitting.has(name)) continue
    shown.add(name)
    media.examples = { [name]: { $ref: `#/components/examples/${name}` } }
  }
  const within = new Set(
    [...shown].flatMap(name => [...shapesIn(fitting.get(name), name, schemas)]),
  )
  for (const [name, value] of fitting) if (!within.has(name)) schemas[name]!.examples = [value]
  const examples = [...shown].sort().map(name => [name, { value: fitting.get(name) }] as const)
  return {
    ...document,
    components: { ...document.components, examples: Object.fromEntries(examples) },
  }
}

/** Every place where a body or an answer is described. */
function* mediaOf(value: unknown): Generator<Media> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'schemas') continue
    if (key === 'content') yield* Object.values(inner as Record<string, Media>)
    else yield* mediaOf(inner)
  }
}

/** Yields the component that a value has, and those within it that the value shows. */
export function* shapesIn(
  value: unknown,
  component: string,
  schemas: Record<string, Schema>,
): Generator<string> {
  yield component
  yield* partsIn(value, schemas[component]!, schemas)
}

function* partsIn(
  value: unknown,
  { $ref, anyOf, properties, items }: Schema,
  schemas: Record<string, Schema>,
): Generator<string> {
  if (value === null || value === undefined) return
  if ($ref) return yield* shapesIn(value, refName({ $ref })!, schemas)
  const alternative = anyOf?.find(one => fittingValue(value, one, schemas) !== undefined)
  if (alternative) yield* partsIn(value, alternative, schemas)
  if (items && Array.isArray(value)) for (const item of value) yield* partsIn(item, items, schemas)
  for (const [key, field] of Object.entries(properties ?? {})) {
    yield* partsIn((value as Record<string, unknown>)[key], field, schemas)
  }
}

/**
 * What a shape has of a value that was taken in another version; undefined where it cannot be a
 * value of the shape.
 */
function fittingValue(value: unknown, schema: Schema, schemas: Record<string, Schema>): unknown {
  const { $ref, anyOf, enum: values, properties, required = [], items } = schema
  if ($ref) return fittingValue(value, schemas[refName(schema)!]!, schemas)
  if (anyOf && !properties) {
    const fits = anyOf.map(one => fittingValue(value, one, schemas))
    return fits.find(one => one !== undefined)
  }
  if (values) return values.includes(value) ? value : undefined
  if (value === null) return [schema.type].flat().includes('null') ? null : undefined
  if (Array.isArray(value)) {
    if (!items) return value
    const fits = value.map(item => fittingValue(item, items, schemas))
    return fits.includes(undefined) ? undefined : fits
  }
  if (typeof value !== 'object' || !properties) return value
  const entries = Object.entries(properties).flatMap(([key, field]) => {
    const given = (value as Record<string, unknown>)[key]
    const fits = given === undefined ? undefined : fittingValue(given, field, schemas)
    return fits === undefined ? [] : [[key, fits] as const]
  })
  const fitting = Object.fromEntries(entries)
  return (required as string[]).every(key => key in fitting) ? fitting : undefined
}
