/** What bodies of v2 say of leads, and what is wrong with it: contract/leads.md §10.2. */
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
import { guestBody } from '../leads/guest-information-shape.ts'
import { countMembers, earliestCheckIn, notOnCreation, rangeError } from '../leads/lead-body.ts'
import { legacySourceWords } from '../leads/legacy-sources.ts'
import {
  creatableWords,
  type LegacyStatus,
  legacyStatuses,
  legacyTypes,
  statusOfType,
} from '../leads/legacy-statuses.ts'

const counts = ['adultCount', 'childrenCount', 'petCount', 'infantCount']
const ofGuest = [
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

/** Members of `guestInformation` that are flat in v2. */
function guestMembers(names: string[]) {
  const { properties } = guestBody({ counts: true })
  const taken = names.map(name => [name, properties[name]!])
  return Object.fromEntries(taken) as Record<string, TSchema> as Record<never, never>
}

/** What both bodies tell of a lead. A client may send back what was hidden from it. */
const toldMembers = {
  ...guestMembers(ofGuest),
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
  source: Type.Optional(nullable(named('LeadSource', oneOf(legacySourceWords)))),
  checkInDate: date(),
  checkOutDate: date(),
  ...guestMembers(counts),
  ...toldMembers,
})

export type NewLegacyLead = Static<typeof newLegacyLead>

/** The body of `POST /v2/leads`. */
export const newLegacyLeadBody = checked(newLegacyLead, checkNewLegacyLead)

/** The body of `PUT /v2/leads/{uid}`; whatever else a lead has is not changed by it. */
export const legacyLeadChange = shape('LeadPatch', {
  propertyUid: Type.Optional(nullable(uid())),
  status: Type.Optional(nullable(named('LeadStatus', oneOf(legacyStatuses)))),
  checkInDate: Type.Optional(nullable(date())),
  checkOutDate: Type.Optional(nullable(date())),
  ...countMembers,
  // Blocks read 0 and may be sent back as they read.
  adultCount: Type.Optional(nullable(integer(0, 999))),
  ...toldMembers,
})

export type LegacyLeadChange = Static<typeof legacyLeadChange>

/** The status word of a new lead; without one, the word that its `leadType` stands for. */
export function wordOf({ status, leadType }: Partial<NewLegacyLead>): LegacyStatus | null {
  return status ?? (leadType ? statusOfType[leadType] : null)
}

/** All that is wrong with a body that creates a lead, in the order of contract/leads.md §5. */
function checkNewLegacyLead(body: Partial<NewLegacyLead>, found: FieldError[]): FieldError[] {
  const isBlock = wordOf(body) === 'BLOCKED'
  const isIgnored = (field: string) =>
    (field === 'leadType' && body.status != null) || (isBlock && isOfGuest(field))
  const kept = found.filter(({ field }) => !isIgnored(field))
  const all = [...kept, ...statusErrors(body, kept), ...rangeErrors(body, isBlock)]
  return all.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function isOfGuest(field: string): boolean {
  return field === 'email' || ofGuest.includes(field) || counts.includes(field)
}

function statusErrors(body: Partial<NewLegacyLead>, found: FieldError[]): FieldError[] {
  const field = 'status'
  const word = wordOf(body)
  if (word === null) {
    if (found.some(error => error.field === field || error.field === 'leadType')) return []
    const message = `Invalid parameter '${field}' must not be null`
    return [{ field, code: 'REQUIRED_PARAMETER', message }]
  }
  if (creatableWords.includes(word)) return []
  return [notOnCreation(creatableWords)]
}

function rangeErrors(body: Partial<NewLegacyLead>, isBlock: boolean): FieldError[] {
  const { checkInDate, checkOutDate } = body
  if (checkInDate === undefined || checkOutDate === undefined) return []
  const message = rangeError(checkInDate, checkOutDate, isBlock)
  const field = checkInDate < earliestCheckIn ? 'checkInDate' : 'checkOutDate'
  return message ? [{ field, code: 'INVALID_DATE_RANGE', message }] : []
}

const leading = ['propertyUid', 'status', 'leadType', 'source', 'checkInDate', 'checkOutDate']

function rankOf({ field }: FieldError): number {
  const rank = leading.indexOf(field)
  return rank < 0 ? leading.length : rank
}
