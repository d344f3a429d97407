/** Request bodies of leads in v2, and their validation: contract/leads.md §10.2. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import {
  checked,
  date,
  emailAddress,
  emptyIsNull,
  integer,
  named,
  nullable,
  oneOf,
  shape,
  type TSchema,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { countMax, guestBody } from '../leads/guest-information-shape.ts'
import { countFields, earliestCheckIn, notCreatableError, rangeError } from '../leads/lead-body.ts'
import { legacySourceNames } from '../leads/legacy-sources.ts'
import {
  creatableLegacyStatuses,
  defaultStatusByType,
  type LegacyStatus,
  legacyStatuses,
  legacyTypes,
} from '../leads/legacy-statuses.ts'

const countNames = ['adultCount', 'childrenCount', 'petCount', 'infantCount']
const guestNames = [
  'firstName',
  'lastName',
  'phoneNumber',
  'preferredCurrency',
  'city',
  'state',
  'preferredLocale',
  'riskScore',
  'flightNumber',
  'reasonForTrip',
]

/** Returns members of `guestInformation`, which are top-level in v2. */
function guestMembers(names: string[]) {
  const { properties } = guestBody({ counts: true })
  const members = names.map(name => [name, properties[name]!])
  return Object.fromEntries(members) as Record<string, TSchema> as Record<never, never>
}

/** Members of both bodies. A client may send back placeholders of hidden values. */
const commonMembers = {
  ...guestMembers(guestNames),
  email: Type.Optional(emptyIsNull(nullable(emailAddress('hidden')))),
  notes: Type.Optional(nullable(text({ max: 10_000 }))),
  externalBookingID: Type.Optional(nullable(text())),
}

const newLegacyLead = Type.Object({
  propertyUid: uid(),
  status: Type.Optional(nullable(named('LeadStatus', oneOf(legacyStatuses)))),
  leadType: Type.Optional(
    nullable(named('LegacyLeadType', named('PropertyType', oneOf(legacyTypes)))),
  ),
  source: Type.Optional(nullable(named('LeadSource', oneOf(legacySourceNames)))),
  checkInDate: date(),
  checkOutDate: date(),
  ...guestMembers(countNames),
  ...commonMembers,
})

export type NewLegacyLead = Static<typeof newLegacyLead>

/** Body of `POST /v2/leads`. */
export const newLegacyLeadBody = checked(newLegacyLead, checkNewLegacyLead)

/** Body of `PUT /v2/leads/{uid}`. Other fields of a lead cannot be changed through v2. */
export const legacyLeadChange = shape('LeadPatch', {
  propertyUid: Type.Optional(nullable(uid())),
  status: Type.Optional(nullable(named('LeadStatus', oneOf(legacyStatuses)))),
  checkInDate: Type.Optional(nullable(date())),
  checkOutDate: Type.Optional(nullable(date())),
  ...countFields,
  // Blocks have 0 adults, and clients may send a block back unchanged.
  adultCount: Type.Optional(nullable(integer(0, countMax))),
  ...commonMembers,
})

export type LegacyLeadChange = Static<typeof legacyLeadChange>

/** Returns the status of a new lead, or the default status of its `leadType`; null without both. */
export function requestedStatus({ status, leadType }: Partial<NewLegacyLead>): LegacyStatus | null {
  return status ?? (leadType ? defaultStatusByType[leadType] : null)
}

/** Returns all errors of a body that creates a lead, sorted as in contract/leads.md §5. */
function checkNewLegacyLead(body: Partial<NewLegacyLead>, errors: FieldError[]): FieldError[] {
  const isBlock = requestedStatus(body) === 'BLOCKED'
  const isIgnored = (field: string) =>
    (field === 'leadType' && body.status != null) || (isBlock && isGuestField(field))
  const relevant = errors.filter(({ field }) => !isIgnored(field))
  const dateErrors = rangeErrors(body, { isBlock })
  const allErrors = [...relevant, ...statusErrors(body, relevant), ...dateErrors]
  return allErrors.toSorted((a, b) => errorRank(a) - errorRank(b))
}

function isGuestField(field: string): boolean {
  return field === 'email' || guestNames.includes(field) || countNames.includes(field)
}

function statusErrors(body: Partial<NewLegacyLead>, errors: FieldError[]): FieldError[] {
  const field = 'status'
  const status = requestedStatus(body)
  if (status === null) {
    if (errors.some(error => error.field === field || error.field === 'leadType')) return []
    const message = `Invalid parameter '${field}' must not be null`
    return [{ field, code: 'REQUIRED_PARAMETER', message }]
  }
  if (creatableLegacyStatuses.includes(status)) return []
  return [notCreatableError(creatableLegacyStatuses)]
}

function rangeErrors(
  body: Partial<NewLegacyLead>,
  { isBlock }: { isBlock: boolean },
): FieldError[] {
  const { checkInDate, checkOutDate } = body
  if (checkInDate === undefined || checkOutDate === undefined) return []
  const message = rangeError(checkInDate, checkOutDate, { isBlock })
  const field = checkInDate < earliestCheckIn ? 'checkInDate' : 'checkOutDate'
  return message ? [{ field, code: 'INVALID_DATE_RANGE', message }] : []
}

const sortedFields = ['propertyUid', 'status', 'leadType', 'source', 'checkInDate', 'checkOutDate']

function errorRank({ field }: FieldError): number {
  const rank = sortedFields.indexOf(field)
  return rank < 0 ? sortedFields.length : rank
}
