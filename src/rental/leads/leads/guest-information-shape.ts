/** Fields of `guestInformation` of a lead: contract/leads.md §1. */
import type { Context } from '../../../context.ts'
import { asCountry } from '../../../platform/iso-codes.ts'
import {
  bool,
  countryLetters,
  emailAddress,
  emptyIsNull,
  integer,
  localDateTime,
  localeText,
  nullable,
  personal,
  shape,
  type TSchema,
  Type,
  text,
} from '../../../platform/rest/fields.ts'
import { type WarningCollector, warn } from '../../../platform/rest/response/warnings.ts'
import type { Lead, LeadRow } from './lead.ts'
import { decryptPassport } from './passport-encryption.ts'

/** Field of `guestInformation`, its column and the schema of its input. */
interface GuestField {
  name: string
  column: keyof LeadRow
  input: TSchema
  /** Personal data of the guest: contract/general.md §3. */
  isPersonal: boolean
  /** Number of people or pets; only set on creation and by alterations. */
  isCount: boolean
}

/** Maximum number of adults, children, infants or pets of a lead. */
export const countMax = 999

/** Allows null and treats an empty text as null, because clients send every field of their form. */
const optionalInput = (schema: TSchema): TSchema =>
  (schema as { type?: string }).type === 'string' ? emptyIsNull(nullable(schema)) : nullable(schema)

const plainField = (name: string, column: keyof LeadRow, schema: TSchema = text()): GuestField => {
  return { name, column, input: optionalInput(schema), isPersonal: false, isCount: false }
}
const personalField = (name: string, column: keyof LeadRow, schema?: TSchema): GuestField => {
  return { ...plainField(name, column, schema), isPersonal: true }
}
const countField = (name: string, column: keyof LeadRow, min = 0): GuestField => {
  return { name, column, input: nullable(integer(min, countMax)), isPersonal: false, isCount: true }
}

const phone = () => text({ max: 64 })

const guestFields: readonly GuestField[] = [
  personalField('firstName', 'first_name'),
  personalField('lastName', 'last_name'),
  personalField('email', 'email', emailAddress()),
  personalField('secondaryEmail', 'secondary_email', emailAddress()),
  personalField('phoneNumber', 'phone_number', phone()),
  personalField('cellPhoneNumber', 'cell_phone_number', phone()),
  personalField('address1', 'address1'),
  personalField('address2', 'address2'),
  personalField('zipCode', 'zip_code'),
  plainField('city', 'city'),
  plainField('state', 'state'),
  plainField('countryCode', 'country_code', countryLetters()),
  personalField('passportId', 'passport_id'),
  personalField('passportCountryCode', 'passport_country_code', countryLetters()),
  countField('adultCount', 'adult_count', 1),
  countField('childrenCount', 'children_count'),
  countField('petCount', 'pet_count'),
  countField('infantCount', 'infant_count'),
  personalField('riskScore', 'risk_score', integer(0, 100)),
  personalField('flightNumber', 'flight_number'),
  personalField('reasonForTrip', 'reason_for_trip'),
  plainField('willHaveParty', 'will_have_party', bool()),
  plainField('willHaveVisit', 'will_have_visit', bool()),
  plainField('preferredCurrency', 'preferred_currency'),
  plainField('preferredLocale', 'preferred_locale', localeText()),
  plainField('arrivalLocalDateTime', 'arrival_local', localDateTime()),
  plainField('departureLocalDateTime', 'departure_local', localDateTime()),
]

/**
 * Returns the input schema of `guestInformation`; without `counts`, numbers of guests are ignored.
 */
export function guestBody({ counts }: { counts: boolean }) {
  const accepted = guestFields.filter(({ isCount }) => counts || !isCount)
  const members = accepted.map(({ name, input }) => [name, Type.Optional(input)])
  const name = counts ? 'GuestAndCountsInput' : 'GuestInput'
  return shape(name, Object.fromEntries(members) as Record<string, TSchema>)
}

const countryFields = ['countryCode', 'passportCountryCode']

/**
 * Returns the columns of the fields in `guestInformation`; a count that is null is left out. An
 * unknown country code is stored as sent, with a warning.
 */
export function guestColumns(
  ctx: WarningCollector,
  guest: Record<string, unknown>,
): Partial<LeadRow> {
  for (const name of countryFields) {
    const country = guest[name]
    if (typeof country !== 'string' || country === '' || asCountry(country) !== null) continue
    warn(
      ctx,
      'COUNTRY_UNKNOWN',
      `guestInformation.${name} is not an ISO 3166-1 code; stored as sent`,
    )
  }
  const entries = guestFields.flatMap(({ name, column, isCount }) => {
    const value = isCount ? (guest[name] ?? undefined) : guest[name]
    return value === undefined ? [] : [[column, value]]
  })
  return Object.fromEntries(entries)
}

const personalColumns = [
  ...guestFields.flatMap(({ column, isPersonal }) => (isPersonal ? [column] : [])),
  'notes',
  'extra_notes',
] as (keyof LeadRow)[]

/** Removes columns with personal data, which a caller without access to them must not write. */
export function withoutPersonal(columns: Partial<LeadRow>): Partial<LeadRow> {
  const entries = Object.entries(columns)
  return Object.fromEntries(
    entries.filter(([column]) => !personalColumns.includes(column as keyof LeadRow)),
  )
}

/** Schema of `guestInformation` in responses. */
export const guestInformationSchema = shape(
  'GuestInformation',
  Object.fromEntries(guestFields.map(field => [field.name, responseSchema(field)])) as Record<
    string,
    TSchema
  >,
)

/** Presents the guest of a lead; personal data only if the caller may see it. */
export function presentGuest(ctx: Pick<Context, 'cipher'>, lead: Lead): Record<string, unknown> {
  const visibleFields = guestFields.filter(({ isPersonal }) => lead.personal || !isPersonal)
  const readColumn = (column: keyof LeadRow) =>
    column === 'passport_id' ? decryptPassport(ctx, lead) : lead[column]
  return Object.fromEntries(visibleFields.map(({ name, column }) => [name, readColumn(column)]))
}

function responseSchema({ input, isPersonal, isCount }: GuestField): TSchema {
  const { type } = input as { type?: string | string[] }
  const schema = isCount ? Type.Integer() : Type.Unsafe({ type, ...responseFormat(input) })
  return isPersonal ? personal(schema) : schema
}

/** Returns the format of a date-time and the maximum length of a text, for a response schema. */
function responseFormat(schema: TSchema): object {
  const { format, maxLength } = schema as { format?: string; maxLength?: number }
  const isDateTime = format === 'local-date-time'
  return { ...(isDateTime ? { format } : {}), ...(maxLength ? { maxLength } : {}) }
}
