/** Conversion between objects of the API and the values of form fields. Pure functions. */
import type { BodySchema, FieldSchema } from '../../api/schemas/body-schema.ts'

/**
 * Value of a field: text of an input, state of a switch, the chosen values of a list, objects of a
 * list as JSON, or the entries of a map, such as `FRIDAY=3`.
 */
export type FormValue = string | boolean | readonly string[]

/** Values by the path of their field, such as `availability.minimumStay`. */
export type FormValues = Readonly<Record<string, FormValue>>

const percentsOfOne = 100
/** Digits that survive the conversion of a share to percent and back. */
const precision = 12

export function readValues(
  schema: BodySchema,
  names: readonly string[],
  item: object,
): Record<string, FormValue> {
  return Object.fromEntries(
    names.map(name => [name, readValue(findField(schema, name), getPath(item, name))]),
  )
}

function readValue(field: FieldSchema, json: unknown): FormValue {
  if (field.type === 'boolean') return json === true
  if (field.type === 'array') return Array.isArray(json) ? json.map(toText) : []
  if (field.type === 'map') return Object.entries(json ?? {}).map(entry => entry.join('='))
  if (json === null || json === undefined) return ''
  if (isPercent(field) && typeof json === 'number') {
    return String(Number((json * percentsOfOne).toPrecision(precision)))
  }
  return String(json)
}

const toText = (item: unknown) => (isObject(item) ? JSON.stringify(item) : String(item))

/** Returns the body with the given fields; one that is empty and not nullable is left out. */
export function toBody(
  schema: BodySchema,
  names: readonly string[],
  values: FormValues,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of names) {
    const json = toJson(findField(schema, name), values[name]!)
    if (json !== undefined) setPath(body, name, json)
  }
  return body
}

function toJson(field: FieldSchema, value: FormValue): unknown {
  if (field.type === 'map') return Object.fromEntries(readEntries(value as readonly string[]))
  if (typeof value === 'boolean') return value
  // A list without items in its schema is one of objects.
  if (typeof value !== 'string') return field.items ? value : value.map(item => JSON.parse(item))
  const text = field.type === 'string' && field.maxLength ? value : value.trim()
  if (text.trim() === '') {
    if (field.isNullable) return null
    return field.type === 'string' && !field.enum && !field.format ? '' : undefined
  }
  if (field.type === 'string') return text
  const number = Number(text)
  return isPercent(field) ? Number((number / percentsOfOne).toPrecision(precision)) : number
}

/** Parses the entries of a map. */
export function readEntries(entries: readonly string[]): [key: string, number: number][] {
  return entries.map(entry => {
    const [key = '', number] = entry.split('=')
    return [key, Number(number)]
  })
}

export function isPercent({ kind }: FieldSchema): boolean {
  return kind === 'Fraction'
}

/** Returns the members of an object that a body has, for an endpoint that replaces it. */
export function pickBody(schema: BodySchema, item: object): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of Object.keys(schema.fields)) {
    const value = getPath(item, name)
    if (value !== undefined) setPath(body, name, value)
  }
  return body
}

/** Merges changes into a body, object by object. */
export function mergeBody(
  body: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...body }
  for (const [name, value] of Object.entries(changes)) {
    const old = merged[name]
    merged[name] = isObject(value) && isObject(old) ? mergeBody(old, value) : value
  }
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws Error if the body has no such field: the form names a wrong one */
export function findField(schema: BodySchema, name: string): FieldSchema {
  const field = schema.fields[name]
  if (!field) throw new Error(`The body has no field ${name}`)
  return field
}

export function getPath(item: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return isObject(value) ? value[name] : undefined
  }, item)
}

function setPath(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) body[first] = value
  else {
    body[first] ??= {}
    setPath(body[first] as Record<string, unknown>, rest.join('.'), value)
  }
}
