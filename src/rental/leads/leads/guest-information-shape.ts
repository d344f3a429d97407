/** What a lead tells of its guest, field by field: contract/leads.md §1, `guestInformation`. */
import type { Context } from '../../../context.ts'
import { asCountry } from '../../../platform/codes.ts'
import { type Warned, warn } from '../../../platform/rest/answers/warnings.ts'
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
import type { Lead, LeadRow } from './lead.ts'
import { passportOf } from './sealed-passport.ts'

/** A field of `guestInformation`, the column it is kept in, and what a body may say of it. */
interface GuestField {
  name: string
  column: keyof LeadRow
  written: TSchema
  /** Personal data of the guest: contract/general.md §3. */
  isPersonal: boolean
  /** Set at creation and by alterations only. */
  isCount: boolean
}

/** Clients send every field of their form; a text that is empty there is none. */
const asGiven = (written: TSchema): TSchema =>
  (written as { type?: string }).type === 'string'
    ? emptyIsNull(nullable(written))
    : nullable(written)

const plain = (name: string, column: keyof LeadRow, written: TSchema = text()): GuestField => {
  return { name, column, written: asGiven(written), isPersonal: false, isCount: false }
}
const ofPerson = (name: string, column: keyof LeadRow, written?: TSchema): GuestField => {
  return { ...plain(name, column, written), isPersonal: true }
}
const count = (name: string, column: keyof LeadRow, min = 0): GuestField => {
  return { name, column, written: nullable(integer(min, 999)), isPersonal: false, isCount: true }
}

const phone = () => text({ max: 64 })

const guestFields: readonly GuestField[] = [
  ofPerson('firstName', 'first_name'),
  ofPerson('lastName', 'last_name'),
  ofPerson('email', 'email', emailAddress()),
  ofPerson('secondaryEmail', 'secondary_email', emailAddress()),
  ofPerson('phoneNumber', 'phone_number', phone()),
  ofPerson('cellPhoneNumber', 'cell_phone_number', phone()),
  ofPerson('address1', 'address1'),
  ofPerson('address2', 'address2'),
  ofPerson('zipCode', 'zip_code'),
  plain('city', 'city'),
  plain('state', 'state'),
  plain('countryCode', 'country_code', countryLetters()),
  ofPerson('passportId', 'passport_id'),
  ofPerson('passportCountryCode', 'passport_country_code', countryLetters()),
  count('adultCount', 'adult_count', 1),
  count('childrenCount', 'children_count'),
  count('petCount', 'pet_count'),
  count('infantCount', 'infant_count'),
  ofPerson('riskScore', 'risk_score', integer(0, 100)),
  ofPerson('flightNumber', 'flight_number'),
  ofPerson('reasonForTrip', 'reason_for_trip'),
  plain('willHaveParty', 'will_have_party', bool()),
  plain('willHaveVisit', 'will_have_visit', bool()),
  plain('preferredCurrency', 'preferred_currency'),
  plain('preferredLocale', 'preferred_locale', localeText()),
  plain('arrivalLocalDateTime', 'arrival_local', localDateTime()),
  plain('departureLocalDateTime', 'departure_local', localDateTime()),
]

/** `guestInformation` of a body; without `counts` those are ignored. */
export function guestBody({ counts }: { counts: boolean }) {
  const taken = guestFields.filter(({ isCount }) => counts || !isCount)
  const members = taken.map(({ name, written }) => [name, Type.Optional(written)])
  const name = counts ? 'GuestAndCountsInput' : 'GuestInput'
  return shape(name, Object.fromEntries(members) as Record<string, TSchema>)
}

const countryNames = ['countryCode', 'passportCountryCode']

/**
 * Returns the columns that `guestInformation` names; a count that is null is one that is not told.
 * A country without an ISO 3166-1 code is kept as sent, with a warning.
 */
export function guestColumns(ctx: Warned, guest: Record<string, unknown>): Partial<LeadRow> {
  for (const name of countryNames) {
    const country = guest[name]
    if (typeof country !== 'string' || country === '' || asCountry(country) !== null) continue
    warn(
      ctx,
      'COUNTRY_UNKNOWN',
      `guestInformation.${name} is not an ISO 3166-1 code; stored as sent`,
    )
  }
  const named = guestFields.flatMap(({ name, column, isCount }) => {
    const value = isCount ? (guest[name] ?? undefined) : guest[name]
    return value === undefined ? [] : [[column, value]]
  })
  return Object.fromEntries(named)
}

const personalColumns = [
  ...guestFields.flatMap(({ column, isPersonal }) => (isPersonal ? [column] : [])),
  'notes',
  'extra_notes',
] as (keyof LeadRow)[]

/** Columns without those of personal data, which a caller who may not see it does not write. */
export function withoutPersonal(columns: Partial<LeadRow>): Partial<LeadRow> {
  const entries = Object.entries(columns)
  return Object.fromEntries(entries.filter(([c]) => !personalColumns.includes(c as keyof LeadRow)))
}

/** `guestInformation` of an answer. */
export const guestInformation = shape(
  'GuestInformation',
  Object.fromEntries(guestFields.map(field => [field.name, answered(field)])) as Record<
    string,
    TSchema
  >,
)

/** What a lead tells of its guest, personal data only to who may see it. */
export function presentGuest(ctx: Pick<Context, 'sealer'>, lead: Lead): Record<string, unknown> {
  const shown = guestFields.filter(({ isPersonal }) => lead.personal || !isPersonal)
  const told = (column: keyof LeadRow) =>
    column === 'passport_id' ? passportOf(ctx, lead) : lead[column]
  return Object.fromEntries(shown.map(({ name, column }) => [name, told(column)]))
}

function answered({ written, isPersonal, isCount }: GuestField): TSchema {
  const type = written as { type?: string | string[] }
  const base = isCount ? Type.Integer() : Type.Unsafe({ type: type.type, ...formatOf(written) })
  return isPersonal ? personal(base) : base
}

/** Answers say how a time is written, and how long a text may be. */
function formatOf(schema: TSchema): object {
  const { format, maxLength } = schema as { format?: string; maxLength?: number }
  const isTime = format === 'local-date-time'
  return { ...(isTime ? { format } : {}), ...(maxLength ? { maxLength } : {}) }
}
