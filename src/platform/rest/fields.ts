/**
 * Vocabulary of request and response schemas. A field, an enum value or a route names the version
 * that introduced it; `schemaAt` derives the schema of each version.
 */
import { type Static, type TSchema, Type } from 'typebox'
import type { FieldError } from '../errors.ts'
import { mailFormats } from './parse-field.ts'
import { named } from './schema-names.ts'
import type { Version } from './version.ts'

export { described, named, oneRequired, shape, withAlias } from './schema-names.ts'

/**
 * Text of at most `max` characters. Up to 255 it is a short text, which is trimmed and normalized
 * on input (contract/general.md §8); a longer one is free text and stays unchanged.
 */
export function text(options: { max?: number; min?: number; description?: string } = {}) {
  const { max = 255, min, description } = options
  return Type.String({
    maxLength: max,
    ...(min === undefined ? {} : { minLength: min }),
    ...(description === undefined ? {} : { description }),
  })
}

/** Text that is trimmed and normalized although it may be longer than 255 characters, as a URL. */
export const shortText = (options: { max: number }) =>
  ({ ...text(options), 'x-short-text': true }) as ReturnType<typeof text>

/** UUID in canonical form on output. On input, a malformed uid is treated as an unknown one. */
export function uid() {
  return named('Uid', Type.String({ format: 'uuid', maxLength: 255 }), 'UUID.')
}

/** Maximum of an `integer` column. */
export const integerMax = 2_147_483_647

export function integer(min: number, max: number) {
  return Type.Integer({ minimum: min, maximum: max })
}

/** Number within bounds. Amounts and rates are exact decimals with up to 6 fraction digits. */
export function number(bounds: { min?: number; above?: number; max?: number; step?: number } = {}) {
  const { min, above, max, step } = bounds
  return Type.Number({
    ...(min === undefined ? {} : { minimum: min }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(step === undefined ? {} : { multipleOf: step }),
  })
}

/** Money in major units, 0 to 10⁹. */
export function money() {
  return named(
    'Money',
    number({ min: 0, max: 1_000_000_000 }),
    'Amount in major units of the currency, 0 to 10⁹.',
  )
}

/** Rate as a fraction, 0.15 = 15 %. */
export function fraction() {
  return named('Fraction', number({ min: 0, max: 1 }), 'Rate as a fraction: 0.15 is 15 %.')
}

export function count() {
  return Type.Integer()
}

export function bool() {
  return Type.Boolean()
}

/** Calendar date, `2026-07-04`. */
export function date() {
  return named(
    'CivilDate',
    Type.String({ format: 'date' }),
    'Calendar date without time or time zone: `2026-07-04`.',
  )
}

/** Local date-time without a zone, `2026-07-04T16:00:00`. */
export function localDateTime() {
  return named(
    'LocalDateTime',
    Type.String({ format: 'local-date-time' }),
    'Local time of the property, without an offset: `2026-07-04T16:00:00`.',
  )
}

/** Date-time with its offset, `2026-07-04T16:00:00-05:00`. */
export function zonedDateTime() {
  return named(
    'ZonedDateTime',
    Type.String({ format: 'date-time' }),
    'Date and time with UTC offset: `2026-07-04T16:00:00-05:00`.',
  )
}

/** Local date-time or date: `2026-07-04T16:00:00` or `2026-07-04`. */
export function localDateOrTime() {
  return named(
    'LocalDateOrTime',
    Type.String({ format: 'local-date-or-time' }),
    'Local time of the property, or only the date.',
  )
}

/** UTC date-time of responses, `2026-04-20T11:52:36`. */
export function utcDateTime() {
  return named(
    'UtcDateTime',
    Type.String({ format: 'utc-date-time' }),
    'UTC, without an offset: `2026-04-20T11:52:36`.',
  )
}

/** UTC date-time of requests, which handlers receive as a Date. */
export function utcInstant() {
  return named(
    'UtcInstant',
    Type.Unsafe<Date>({ type: 'string', format: 'utc-instant' }),
    'Timestamp, UTC unless an offset is given: `2026-04-20T11:52:36Z`.',
  )
}

export function timeZone() {
  return named(
    'TimeZone',
    Type.String({ format: 'time-zone', maxLength: 255 }),
    'IANA time zone, `America/Denver`.',
  )
}

/** ISO 3166-1 alpha-2 code; input in any case, output in upper case. */
export function countryCode() {
  return named(
    'CountryCode',
    Type.String({ format: 'country-code', maxLength: 255 }),
    'ISO 3166-1 alpha-2, `US`.',
  )
}

/** ISO 4217 code; input in any case, output in upper case. `orNone` also allows `NONE`. */
export function currencyCode({ orNone = false } = {}) {
  const code = Type.String({
    format: orNone ? 'currency-or-none' : 'currency-code',
    maxLength: 255,
  })
  if (orNone) return named('CurrencyCodeOrNone', code, 'ISO 4217 currency code, `USD`, or `NONE`.')
  return named('CurrencyCode', code, 'ISO 4217 currency code, `USD`.')
}

/** Absolute http or https URL; `orEmpty` also allows `""`. */
export function url({ orEmpty = false } = {}) {
  const format = orEmpty ? 'http-url-or-empty' : 'http-url'
  const description = 'Absolute http or https URL'
  const schema = Type.String({ format, maxLength: 2_048 })
  if (orEmpty) return named('HttpUrlOrEmpty', schema, `${description}, or an empty string.`)
  return named('HttpUrl', schema, `${description}.`)
}

export function httpsUrl() {
  return named(
    'HttpsUrl',
    Type.String({ format: 'https-url', maxLength: 2_048 }),
    'Absolute https URL.',
  )
}

/** E-mail address `x@y`. `hidden` also allows the text `HIDDEN` of v2, `sender` a `From` header. */
export function emailAddress(kind: keyof typeof mailFormats = 'address') {
  const [name, format, description] = mailFormats[kind]
  return named(name, Type.String({ format, maxLength: 255 }), description)
}

/** Country typed by a guest: its code if it is known, otherwise the text as sent. */
export function countryLetters() {
  const schema = Type.String({ format: 'country-letters', maxLength: 255 })
  return named('CountryLetters', schema, 'ISO 3166-1 country code, or the text as sent.')
}

/** Language and country, `en_US`; input may use `en-US`. */
export function localeText() {
  return named(
    'Locale',
    Type.String({ format: 'locale', maxLength: 255 }),
    'Locale: language and country, `en_US`.',
  )
}

/** Enumeration; `since` names the versions of values added after the field. */
export function oneOf<const T extends string>(
  values: readonly T[],
  since: Partial<Record<T, Version>> = {},
) {
  return Type.Unsafe<T>({
    type: 'string',
    enum: [...values],
    ...(Object.keys(since).length > 0 ? { 'x-values-since': since } : {}),
  })
}

/** {@link oneOf} with aliases, which requests may send for its values. */
export function oneOfOrAlias<const T extends string>(
  values: readonly T[],
  aliases: Readonly<Record<string, T>>,
  since: Partial<Record<T, Version>> = {},
) {
  return Type.Unsafe<T>({ ...oneOf(values, since), 'x-value-aliases': aliases })
}

/** Locale from a fixed set, `en_US`; input may use `en-US`. */
export function localeFrom<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', format: 'locale', enum: [...values] })
}

/** Text with its control characters, for rules that refuse them. */
export function rawText() {
  return Type.String({ format: 'raw' })
}

/** List; queries may send it comma-separated, repeated, or both. */
export function listOf<T extends TSchema>(items: T, max = 500, min = 0) {
  return Type.Array(items, { maxItems: max, ...(min > 0 ? { minItems: min } : {}) })
}

/** Object with optional keys from a fixed set and values of one type. */
export function mapOf<const K extends string, T extends TSchema>(keys: readonly K[], value: T) {
  return Type.Unsafe<Partial<Record<K, Static<T>>>>({
    type: 'object',
    propertyNames: { enum: [...keys] },
    additionalProperties: value,
  })
}

export function nullable<T extends TSchema>(schema: T) {
  const { type } = schema as { type?: string }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] })
}

/** Field that forms send empty: `""` in a body becomes null. */
export function emptyIsNull<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-empty-is-null': true })
}

/** Field that exists from a version on. Inside {@link Type.Optional}, never around it. */
export function since<T extends TSchema>(version: Version, schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-since': version })
}

/** Field that accepts null in requests below a version only. Older data may still return null. */
export function notNullSince<T extends TSchema>(version: Version, schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-not-null-since': version })
}

/** Field that is optional below a version and required from it on. Inside {@link Type.Optional}. */
export function requiredSince<T extends TSchema>(version: Version, schema: T) {
  return notNullSince(version, Type.Unsafe<Static<T>>({ ...schema, 'x-required-since': version }))
}

/** Personal data of a guest, absent from responses to callers who may not see it. */
export function personal<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T> | undefined>({ ...schema, 'x-personal': true }))
}

/** Price field, absent from responses to callers without access to financial data. */
export function financial<T extends TSchema>(schema: T): T {
  return { ...schema, 'x-price': true } as T
}

/** Field that is documented but passed through unread; the handler validates it. */
export function passedThrough<T extends TSchema>(schema: T) {
  return Type.Unsafe<unknown>({ ...schema, 'x-as-sent': true })
}

/** Object whose keys are case-insensitive in requests. */
export function anyCase<T extends TSchema>(schema: T) {
  return { ...schema, 'x-any-case': true } as T
}

/**
 * Object with validation rules across its fields. `check` receives the parsed values, the errors so
 * far in schema order, and the version. It returns all errors, the most important first.
 */
export function checked<T extends TSchema>(
  schema: T,
  check: (value: Partial<Static<T>>, errors: FieldError[], version: Version) => FieldError[],
) {
  return { ...schema, 'x-check': check } as T
}

export { type TSchema, Type }
