/**
 * The words in which surfaces describe what they take and answer. A field, an enum value or a route
 * says since which version it exists; `schemaAt` derives the schema of each version.
 */
import { type Static, type TSchema, Type } from 'typebox'
import type { FieldError } from '../errors.ts'
import { named } from './named.ts'
import { mailFormats } from './read-format.ts'
import type { Version } from './version.ts'

export { described, named, oneRequired, shape, withAlias } from './named.ts'

/**
 * A text of at most `max` characters. One of at most 255 is a short text, which is trimmed and
 * normalized when it is read (contract/general.md §8); a longer one is free text, kept as sent.
 */
export function text(options: { max?: number; min?: number; description?: string } = {}) {
  const { max = 255, min, description } = options
  return Type.String({
    maxLength: max,
    ...(min === undefined ? {} : { minLength: min }),
    ...(description === undefined ? {} : { description }),
  })
}

/** A text that is trimmed and normalized however long it may be, such as a URL. */
export const shortText = (options: { max: number }) =>
  ({ ...text(options), 'x-short-text': true }) as ReturnType<typeof text>

/** A UUID in its canonical form on output; on input a text that is none is merely unknown. */
export function uid() {
  return named('Uid', Type.String({ format: 'uuid', maxLength: 255 }), 'UUID.')
}

/** The largest whole number that a column of integers holds. */
export const integerMax = 2_147_483_647

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return Type.Integer({ minimum: min, maximum: max })
}

/** A number within bounds; amounts and rates are exact decimals of at most 6 digits. */
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

/** A rate as a fraction, 0.15 = 15 %. */
export function fraction() {
  return named('Fraction', number({ min: 0, max: 1 }), 'Rate as a fraction: 0.15 is 15 %.')
}

/** A count in answers. */
export function count() {
  return Type.Integer()
}

export function bool() {
  return Type.Boolean()
}

/** A civil date, `2026-07-04`. */
export function date() {
  return named(
    'CivilDate',
    Type.String({ format: 'date' }),
    'Calendar date without time or time zone: `2026-07-04`.',
  )
}

/** A local date-time without a zone, `2026-07-04T16:00:00`. */
export function localDateTime() {
  return named(
    'LocalDateTime',
    Type.String({ format: 'local-date-time' }),
    'Local time of the property, without an offset: `2026-07-04T16:00:00`.',
  )
}

/** A date-time with its offset, `2026-07-04T16:00:00-05:00`. */
export function zonedDateTime() {
  return named(
    'ZonedDateTime',
    Type.String({ format: 'date-time' }),
    'Date and time with UTC offset: `2026-07-04T16:00:00-05:00`.',
  )
}

/** A local date-time, or only its date: `2026-07-04T16:00:00` or `2026-07-04`. */
export function localDateOrTime() {
  return named(
    'LocalDateOrTime',
    Type.String({ format: 'local-date-or-time' }),
    'Local time of the property, or only the date.',
  )
}

/** A UTC date-time in answers, `2026-04-20T11:52:36`. */
export function utcDateTime() {
  return named(
    'UtcDateTime',
    Type.String({ format: 'utc-date-time' }),
    'UTC, without an offset: `2026-04-20T11:52:36`.',
  )
}

/** A UTC date-time as input; handlers get the instant. */
export function utcInstant() {
  return named(
    'UtcInstant',
    Type.Unsafe<Date>({ type: 'string', format: 'utc-instant' }),
    'Timestamp, UTC unless an offset is given: `2026-04-20T11:52:36Z`.',
  )
}

/** An IANA time zone. */
export function timeZone() {
  return named(
    'TimeZone',
    Type.String({ format: 'time-zone', maxLength: 255 }),
    'IANA time zone, `America/Denver`.',
  )
}

/** An ISO 3166-1 alpha-2 code; input in any case, output upper case. */
export function countryCode() {
  return named(
    'CountryCode',
    Type.String({ format: 'country-code', maxLength: 255 }),
    'ISO 3166-1 alpha-2, `US`.',
  )
}

/** An ISO 4217 code; input in any case, output upper case. `NONE` where `orNone`. */
export function currencyCode({ orNone = false } = {}) {
  const code = Type.String({
    format: orNone ? 'currency-or-none' : 'currency-code',
    maxLength: 255,
  })
  if (orNone) return named('CurrencyCodeOrNone', code, 'ISO 4217 currency code, `USD`, or `NONE`.')
  return named('CurrencyCode', code, 'ISO 4217 currency code, `USD`.')
}

/** An absolute http or https URL; or nothing at all, `""`. */
export function url({ orEmpty = false } = {}) {
  const format = orEmpty ? 'http-url-or-empty' : 'http-url'
  const about = 'Absolute http or https URL'
  const address = Type.String({ format, maxLength: 2_048 })
  if (orEmpty) return named('HttpUrlOrEmpty', address, `${about}, or an empty string.`)
  return named('HttpUrl', address, `${about}.`)
}

/** An absolute https URL. */
export function httpsUrl() {
  return named(
    'HttpsUrl',
    Type.String({ format: 'https-url', maxLength: 2_048 }),
    'Absolute https URL.',
  )
}

/** E-mail address, `x@y`; or `HIDDEN`, as v2 shows hidden ones; or the From form of a sender. */
export function emailAddress(kind: keyof typeof mailFormats = 'address') {
  const [name, format, text] = mailFormats[kind]
  return named(name, Type.String({ format, maxLength: 255 }), text)
}

/** A country as a guest typed it: its code where there is one, else what was sent. */
export function countryLetters() {
  const schema = Type.String({ format: 'country-letters', maxLength: 255 })
  return named('CountryLetters', schema, 'ISO 3166-1 country code, or the text as sent.')
}

/** A language and country, `en_US`; on input `en-US` means the same. */
export function localeText() {
  return named(
    'Locale',
    Type.String({ format: 'locale', maxLength: 255 }),
    'Locale: language and country, `en_US`.',
  )
}

/** One of a closed set; `since` names values that are younger than the field. */
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

/** {@link oneOf}; `aliases` are other words that bodies and queries may use for its values. */
export function oneOfOrAlias<const T extends string>(
  values: readonly T[],
  aliases: Readonly<Record<string, T>>,
  since: Partial<Record<T, Version>> = {},
) {
  return Type.Unsafe<T>({ ...oneOf(values, since), 'x-value-aliases': aliases })
}

/** A language and country of a closed set, `en_US`; on input `en-US` means the same. */
export function localeOf<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', format: 'locale', enum: [...values] })
}

/** A text whose control characters are not removed, for rules that refuse them. */
export function rawText() {
  return Type.String({ format: 'raw' })
}

/** A list; in queries comma-separated, repeated, or both. */
export function listOf<T extends TSchema>(items: T, max = 500, min = 0) {
  return Type.Array(items, { maxItems: max, ...(min > 0 ? { minItems: min } : {}) })
}

/** An object from some of a set of keys to values of one kind. */
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

/** A field that forms send empty: `""` in a body is null. */
export function emptyIsNull<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-empty-is-null': true })
}

/** The field exists from this version on. Inside {@link Type.Optional}, never around it. */
export function since<T extends TSchema>(version: Version, schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-since': version })
}

/** Null in bodies below this version, never from it on; answers may have one that is older. */
export function notNullSince<T extends TSchema>(version: Version, schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, 'x-not-null-since': version })
}

/** Optional below this version, mandatory from it on. Inside {@link Type.Optional}. */
export function requiredSince<T extends TSchema>(version: Version, schema: T) {
  return notNullSince(version, Type.Unsafe<Static<T>>({ ...schema, 'x-required-since': version }))
}

/** A field of guests' personal data: absent from answers to callers who may not see it. */
export function personal<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Unsafe<Static<T> | undefined>({ ...schema, 'x-personal': true }))
}

/** A field that tells a price: absent from answers to people who have no business with money. */
export function priced<T extends TSchema>(schema: T): T {
  return { ...schema, 'x-price': true } as T
}

/** A field that is described, but comes as it was sent, whatever that is: its rules are its own. */
export function asSent<T extends TSchema>(schema: T) {
  return Type.Unsafe<unknown>({ ...schema, 'x-as-sent': true })
}

/** An object whose keys bodies may write in any capitalisation. */
export function anyCase<T extends TSchema>(schema: T) {
  return { ...schema, 'x-any-case': true } as T
}

/**
 * An object with rules that go beyond its fields. `check` gets what could be read, what was wrong,
 * in the order of the schema, and the version, and gives everything that is wrong, what leads
 * first.
 */
export function checked<T extends TSchema>(
  schema: T,
  check: (value: Partial<Static<T>>, errors: FieldError[], version: Version) => FieldError[],
) {
  return { ...schema, 'x-check': check } as T
}

export { type TSchema, Type }
