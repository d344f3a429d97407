/** Validates requests against schemas, with the leniency of contract/general.md §9. */
import type { Static, TSchema } from 'typebox'
import { type FieldError, fieldErrors } from '../errors.ts'
import { type Fail, parseFormat, withoutControls } from './parse-field.ts'
import { normalizeCase, sentName } from './steps/input-names.ts'

interface Schema {
  type?: string | string[]
  format?: string
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  /** Keys of a map; `additionalProperties` is the schema of its values. */
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
  /** Aliases of enum values. */
  'x-value-aliases'?: Record<string, string>
  /** The value is passed through, see `fields.ts`. */
  'x-as-sent'?: boolean
  /** `""` is null, see `emptyIsNull`. */
  'x-empty-is-null'?: boolean
  /** The text is normalized even if it may be long, see `shortText`. */
  'x-short-text'?: boolean
  /** Second name of a parameter or field, see `withAlias`. */
  'x-alias'?: string
  /** Keys are case-insensitive, see `anyCase`. */
  'x-any-case'?: boolean
  /** Validation across fields, see `checked`. */
  'x-check'?: (value: Record<string, unknown>, errors: FieldError[]) => FieldError[]
}

/**
 * Validates a body. Drops unknown keys.
 *
 * @throws ApiError with all errors, in schema order
 */
export function readBody<T extends TSchema>(schema: T, value: unknown): Static<T> {
  return validate(schema, value)
}

/** Validates a query string. The last of repeated scalars counts; empty values are ignored. */
export function readQuery<T extends TSchema>(
  schema: T,
  query: Record<string, string | string[] | undefined>,
): Static<T> {
  const { properties = {} } = schema as Schema
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    for (const sentKey of [name, field['x-alias'] ?? name]) {
      const sentValue = query[sentKey]
      if (sentValue === undefined) continue
      const values = [sentValue].flat()
      if (nonNullType(field) === 'array') value[sentKey] = splitList(values)
      else if (!isAbsent(field, values.at(-1)!)) value[sentKey] = values.at(-1)
    }
  }
  return validate(schema, value)
}

/** Returns whether a query parameter counts as omitted. */
function isAbsent(field: Schema, text: string): boolean {
  return text === '' || (isShortText(field) && text.trim() === '')
}

function splitList(values: string[]): string[] | undefined {
  const items = values.flatMap(value => value.split(',')).map(item => item.trim())
  const distinct = [...new Set(items.filter(item => item !== ''))]
  return distinct.length > 0 ? distinct : undefined
}

function validate<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const schemaErrors: FieldError[] = []
  const result = readObject(schema as Schema, value as Record<string, unknown>, '', schemaErrors)
  const errors = (schema as Schema)['x-check']?.(result, schemaErrors) ?? schemaErrors
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
  const value = schema['x-any-case'] ? normalizeCase(schema, sent) : sent
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const sentKey = sentName(value, key, field, errors)
    const name = path === '' ? sentKey : `${path}.${sentKey}`
    const sentValue = value[sentKey]
    if (sentValue !== undefined) result[key] = readValue(field, sentValue, name, errors)
    else if (schema.required?.includes(key)) errors.push(...missingErrors(field, name))
  }
  return result
}

/**
 * Returns the errors of a missing required field and, if it is an object, of required ones in it.
 */
function missingErrors(schema: Schema, name: string): FieldError[] {
  const { properties = {}, required = [] } = schema
  const innerErrors = required.map(key => missingErrors(properties[key]!, `${name}.${key}`))
  return [missingError(name), ...innerErrors.flat()]
}

/** Reads an object of `mapOf`: its keys are from a fixed set. */
function readMap(
  { propertyNames, additionalProperties }: Schema,
  value: Record<string, unknown>,
  name: string,
  errors: FieldError[],
): Record<string, unknown> {
  const keys = propertyNames?.enum ?? []
  const result: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (keys.includes(key)) {
      result[key] = readValue(additionalProperties!, item, `${name}.${key}`, errors)
    } else errors.push(enumError(keys, name))
  }
  return result
}

function readValue(schema: Schema, sent: unknown, name: string, errors: FieldError[]): unknown {
  if (schema['x-as-sent']) return sent
  const value = isBlankForNull(schema, sent) ? null : sent
  if (value === null) {
    if (schema.type?.includes('null')) return null
    errors.push(missingError(name))
    return undefined
  }
  const fail: Fail = (reason, error = {}) => {
    const message = `Invalid parameter '${name}' ${reason}`
    errors.push({ field: name, code: 'INVALID_PARAMETER', message, ...error })
    return undefined
  }
  switch (nonNullType(schema)) {
    case 'object':
      if (typeof value !== 'object' || Array.isArray(value)) return fail('must be an object')
      if (schema.propertyNames)
        return readMap(schema, value as Record<string, unknown>, name, errors)
      return readObject(schema, value as Record<string, unknown>, name, errors)
    case 'array':
      return readArray(schema, value, fail, (item, i) =>
        readValue(schema.items ?? {}, item, `${name}[${i}]`, errors),
      )
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
 * Returns whether a blank text means null. Blanks cannot be an enum value, UUID, date or address,
 * so a nullable field of such a type reads them as null (contract/general.md §9).
 */
function isBlankForNull(schema: Schema, sent: unknown): boolean {
  if (typeof sent !== 'string' || sent.trim() !== '') return false
  if (schema['x-empty-is-null'] && (sent === '' || isShortText(schema))) return true
  if (schema.type === 'null') return true
  const hasFormat = schema.format !== undefined && !formatsThatAllowBlank.includes(schema.format)
  const excludesBlank = hasFormat || schema.enum !== undefined
  return excludesBlank && Array.isArray(schema.type) && schema.type.includes('null')
}

const formatsThatAllowBlank = ['raw', 'http-url-or-empty']

function readArray(
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema,
  value: unknown,
  fail: Fail,
  readItem: (item: unknown, i: number) => unknown,
): unknown {
  if (!Array.isArray(value)) return fail('must be a list')
  if (value.length < minItems) {
    return fail(`must have at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`)
  }
  if (value.length > maxItems) return fail(`must have at most ${maxItems} items`)
  return value.map(readItem)
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  // `String(value)` throws for an object with a member `toString`.
  if (typeof value === 'object') return undefined
  const text = String(value).toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

function readNumber(schema: Schema, value: unknown, fail: Fail): unknown {
  const numeric = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const isInteger = nonNullType(schema) === 'integer'
  if (typeof numeric !== 'number' || !Number.isFinite(numeric)) {
    return fail(isInteger ? 'must be an integer' : 'must be a number')
  }
  if (isInteger && !Number.isInteger(numeric)) return fail('must be an integer')
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
  const unaliased = schema['x-value-aliases']?.[text] ?? text
  // `en-US` is accepted for `en_US`.
  const candidate = schema.format === 'locale' ? text.replace('-', '_') : unaliased
  if (schema.enum) return readEnum(schema.enum, candidate, name, fail)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const length = [...text].length
  if (length > maxLength) return fail(`must have at most ${maxLength} characters`)
  if (text.trim().length < minLength) return fail('must not be blank')
  return parseFormat(schema.format, candidate, fail)
}

/** Maximum length of a short text in characters. A longer field is free text, such as notes. */
const shortTextMax = 255

/** Returns whether a field is a name, code, address or query, rather than free text. */
function isShortText(schema: Schema): boolean {
  const {
    format,
    maxLength = Number.POSITIVE_INFINITY,
    'x-short-text': isDeclaredShort = false,
  } = schema
  if (format !== undefined) return format !== 'raw'
  return isDeclaredShort || maxLength <= shortTextMax
}

/**
 * Trims a short text, collapses its blanks, and converts it to NFC. Returns free text unchanged
 * (contract/general.md §8).
 */
function normalized(schema: Schema, text: string): string {
  if (!isShortText(schema)) return text
  return text
    .normalize('NFC')
    .trim()
    .replace(/[\t\p{Zs}]+/gu, ' ')
}

function readEnum(allowed: string[], text: string, name: string, fail: Fail): unknown {
  if (allowed.includes(text)) return text
  return fail('', enumError(allowed, name))
}

function enumError(allowed: string[], name: string): FieldError {
  return {
    field: name,
    code: 'INVALID_ENUM_VALUE',
    message: `Wrong enum value, allowed values are: ${allowed.join(', ')}`,
    members: { parameter: name, allowedValues: allowed },
  }
}

function missingError(name: string): FieldError {
  const message = `Invalid parameter '${name}' must not be null`
  return { field: name, code: 'REQUIRED_PARAMETER', message }
}

/** Returns the type of a schema that may also allow null. */
function nonNullType(schema: Schema): string | undefined {
  return Array.isArray(schema.type) ? schema.type.find(type => type !== 'null') : schema.type
}
