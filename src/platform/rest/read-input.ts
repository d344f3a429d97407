/** Reads what a client sent against a schema, as tolerantly as contract/general.md §9 says. */
import type { Static, TSchema } from 'typebox'
import { type FieldError, fieldErrors } from '../errors.ts'
import { type Fail, readFormat, withoutControls } from './read-format.ts'
import { inOurCase, spellingIn } from './steps/input-names.ts'

interface Schema {
  type?: string | string[]
  format?: string
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  /** In the schema of a map: its keys, and the schema of its values. */
  propertyNames?: { enum: string[] }
  additionalProperties?: Schema
  items?: Schema
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  /** Other words for values of an enumeration. */
  'x-value-aliases'?: Record<string, string>
  /** What is sent is not read, see `asSent`. */
  'x-as-sent'?: boolean
  /** `""` is null, see `emptyIsNull`. */
  'x-empty-is-null'?: boolean
  /** The text is short whatever its maximum length is, see `shortText`. */
  'x-short-text'?: boolean
  /** A second name of a parameter or field, see `withAlias`. */
  'x-alias'?: string
  /** Keys are known in any capitalisation, see `anyCase`. */
  'x-any-case'?: boolean
  /** Rules beyond its fields, see `checked`. */
  'x-check'?: (value: Record<string, unknown>, errors: FieldError[]) => FieldError[]
}

/**
 * The typed value of a body. Unknown keys are dropped.
 *
 * @throws ApiError with everything that is wrong, in the order of the schema
 */
export function readBody<T extends TSchema>(schema: T, value: unknown): Static<T> {
  return read(schema, value)
}

/** Validates a query string: the last of repeated scalars counts, empty texts are absent. */
export function readQuery<T extends TSchema>(
  schema: T,
  query: Record<string, string | string[] | undefined>,
): Static<T> {
  const { properties = {} } = schema as Schema
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    for (const spelt of [name, field['x-alias'] ?? name]) {
      const given = query[spelt]
      if (given === undefined) continue
      const all = typeof given === 'string' ? [given] : given
      if (typeOf(field) === 'array') value[spelt] = splitList(all)
      else if (!isAbsent(field, all.at(-1)!)) value[spelt] = all.at(-1)
    }
  }
  return read(schema, value)
}

function isAbsent(field: Schema, given: string): boolean {
  return given === '' || (isShortText(field) && given.trim() === '')
}

function splitList(values: string[]): string[] | undefined {
  const items = values.flatMap(value => value.split(',')).map(item => item.trim())
  const given = [...new Set(items.filter(item => item !== ''))]
  return given.length > 0 ? given : undefined
}

function read<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const found: FieldError[] = []
  const result = readObject(schema as Schema, value as Record<string, unknown>, '', found)
  const errors = (schema as Schema)['x-check']?.(result, found) ?? found
  if (errors.length > 0) throw fieldErrors(errors)
  return result as Static<T>
}

function readObject(
  schema: Schema,
  sent: Record<string, unknown>,
  path: string,
  errors: FieldError[],
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  const value = schema['x-any-case'] ? inOurCase(schema, sent) : sent
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const spelt = spellingIn(value, key, field, errors)
    const name = path === '' ? spelt : `${path}.${spelt}`
    const given = value[spelt]
    if (given !== undefined) result[key] = readValue(field, given, name, errors)
    else if (schema.required?.includes(key)) errors.push(...missingWithin(field, name))
  }
  return result
}

/** A mandatory object that is missing lacks everything mandatory in it, too. */
function missingWithin(schema: Schema, name: string): FieldError[] {
  const { properties = {}, required = [] } = schema
  const inner = required.map(key => missingWithin(properties[key]!, `${name}.${key}`))
  return [missing(name), ...inner.flat()]
}

function readMap(
  { propertyNames, additionalProperties }: Schema,
  value: Record<string, unknown>,
  name: string,
  errors: FieldError[],
): Record<string, unknown> {
  const keys = propertyNames?.enum ?? []
  const result: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(value)) {
    if (keys.includes(key)) {
      result[key] = readValue(additionalProperties!, given, `${name}.${key}`, errors)
    } else errors.push(wrongWord(keys, name))
  }
  return result
}

function readValue(schema: Schema, sent: unknown, name: string, errors: FieldError[]): unknown {
  if (schema['x-as-sent']) return sent
  const value = isNone(schema, sent) ? null : sent
  if (value === null) {
    if (schema.type?.includes('null')) return null
    errors.push(missing(name))
    return undefined
  }
  const fail: Fail = (reason, error = {}) => {
    const message = `Invalid parameter '${name}' ${reason}`
    errors.push({ field: name, code: 'INVALID_PARAMETER', message, ...error })
    return undefined
  }
  switch (typeOf(schema)) {
    case 'object':
      if (typeof value !== 'object' || Array.isArray(value)) return fail('must be an object')
      if (schema.propertyNames)
        return readMap(schema, value as Record<string, unknown>, name, errors)
      return readObject(schema, value as Record<string, unknown>, name, errors)
    case 'array':
      return readArray(schema, value, name, errors, fail)
    case 'null':
      return fail('must be null')
    case 'boolean':
      return readBoolean(value) ?? fail('must be true or false')
    case 'integer':
    case 'number':
      return readNumber(schema, value, fail)
    default:
      return readText(schema, value, name, fail)
  }
}

/**
 * Whether a text stands for no value: blanks can be neither a word of a closed set nor a UUID, a
 * date or an address, so in a field that may be null they mean null (contract/general.md §9).
 */
function isNone(schema: Schema, sent: unknown): boolean {
  if (typeof sent !== 'string' || sent.trim() !== '') return false
  if (schema['x-empty-is-null'] && (sent === '' || isShortText(schema))) return true
  if (schema.type === 'null') return true
  const hasForm = schema.format !== undefined && !mayBeBlank.includes(schema.format)
  const isForm = hasForm || schema.enum !== undefined
  return isForm && Array.isArray(schema.type) && schema.type.includes('null')
}

const mayBeBlank = ['raw', 'http-url-or-empty']

function readArray(
  schema: Schema,
  value: unknown,
  name: string,
  errors: FieldError[],
  fail: Fail,
): unknown {
  if (!Array.isArray(value)) return fail('must be a list')
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items = {} } = schema
  if (value.length < minItems) {
    return fail(`must have at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`)
  }
  if (value.length > maxItems) return fail(`must have at most ${maxItems} items`)
  return value.map((item, i) => readValue(items, item, `${name}[${i}]`, errors))
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  // An object may say what it is as text in a way that fails.
  if (typeof value === 'object') return undefined
  const word = String(value).toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

function readNumber(schema: Schema, value: unknown, fail: Fail): unknown {
  const numeric = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const whole = typeOf(schema) === 'integer'
  if (typeof numeric !== 'number' || !Number.isFinite(numeric)) {
    return fail(whole ? 'must be an integer' : 'must be a number')
  }
  if (whole && !Number.isInteger(numeric)) return fail('must be an integer')
  const { minimum, exclusiveMinimum, maximum, multipleOf } = schema
  if (minimum !== undefined && numeric < minimum) {
    return fail(`must be greater than or equal to ${minimum}`)
  }
  if (exclusiveMinimum !== undefined && numeric <= exclusiveMinimum) {
    return fail(`must be greater than ${exclusiveMinimum}`)
  }
  if (maximum !== undefined && numeric > maximum) {
    return fail(`must be less than or equal to ${maximum}`)
  }
  if (multipleOf !== undefined && !Number.isInteger(numeric / multipleOf)) {
    return fail(`must be a multiple of ${multipleOf}`)
  }
  return numeric
}

function readText(schema: Schema, value: unknown, name: string, fail: Fail): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return fail('must be a string')
  if (schema.format === 'raw') return String(value)
  const text = normalized(schema, withoutControls(String(value).toWellFormed()))
  const meant = schema['x-value-aliases']?.[text] ?? text
  const word = schema.format === 'locale' ? text.replace('-', '_') : meant
  if (schema.enum) return readWord(schema.enum, word, name, fail)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const length = [...text].length
  if (length > maxLength) return fail(`must have at most ${maxLength} characters`)
  if (text.trim().length < minLength) return fail('must not be blank')
  return readFormat(schema.format, word, fail)
}

/** Maximum length of a short text in characters: a longer one is free text, such as notes. */
const shortTextMax = 255

/** Tells names, codes, addresses and queries, which have a form or are short, from free texts. */
function isShortText(schema: Schema): boolean {
  const { format, maxLength = Number.POSITIVE_INFINITY, 'x-short-text': isMarked = false } = schema
  if (format !== undefined) return format !== 'raw'
  return isMarked || maxLength <= shortTextMax
}

/**
 * Returns a short text without blanks around it, with one between words, and in NFC; a free text
 * as it was sent (contract/general.md §8).
 */
function normalized(schema: Schema, text: string): string {
  if (!isShortText(schema)) return text
  return text
    .normalize('NFC')
    .trim()
    .replace(/[\t\p{Zs}]+/gu, ' ')
}

function readWord(allowed: string[], text: string, name: string, fail: Fail): unknown {
  if (allowed.includes(text)) return text
  return fail('', wrongWord(allowed, name))
}

function wrongWord(allowed: string[], name: string): FieldError {
  return {
    field: name,
    code: 'INVALID_ENUM_VALUE',
    message: `Wrong enum value, allowed values are: ${allowed.join(', ')}`,
    members: { parameter: name, allowedValues: allowed },
  }
}

function missing(name: string): FieldError {
  const message = `Invalid parameter '${name}' must not be null`
  return { field: name, code: 'REQUIRED_PARAMETER', message }
}

function typeOf(schema: Schema): string | undefined {
  return Array.isArray(schema.type) ? schema.type.find(type => type !== 'null') : schema.type
}
