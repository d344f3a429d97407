/** What requests say of leads, and what is wrong with it: contract/leads.md §5, §8. */
import type { Static } from 'typebox'
import { dayOf } from '../../../platform/dates.ts'
import type { ErrorCode, FieldError } from '../../../platform/errors.ts'
import {
  bool,
  checked,
  emptyIsNull,
  httpsUrl,
  integer,
  localDateOrTime,
  money,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  requiredSince,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { quoteOverrides } from '../../prices/quotes/quote.ts'
import { guestBody } from './guest-information-shape.ts'
import { channelAliases, leadChannels, leadSources, leadStatuses, statusSince } from './lead.ts'

/** The statuses in which a lead can be created. */
const creatableStatuses = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED'] as const

export type CreatableStatus = (typeof creatableStatuses)[number]

const longText = () => Type.Optional(nullable(text({ max: 10_000 })))
const shortText = () => Type.Optional(nullable(text()))

/** Dates in either spelling; where both are sent the date-time counts. */
const dateMembers = {
  checkInLocalDateTime: Type.Optional(nullable(localDateOrTime())),
  checkOutLocalDateTime: Type.Optional(nullable(localDateOrTime())),
  checkInLocalDate: Type.Optional(nullable(localDateOrTime())),
  checkOutLocalDate: Type.Optional(nullable(localDateOrTime())),
}

/** What a new lead and the members of a group booking have in common. */
export const memberMembers = {
  ...dateMembers,
  guestInformation: Type.Optional(nullable(guestBody({ counts: true }))),
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  notes: longText(),
  quoteOverrides: Type.Optional(nullable(quoteOverrides)),
}

/** What a body that creates a lead has. */
export const newLeadMembers = {
  agencyUid: Type.Optional(requiredSince('3.3', nullable(uid()))),
  propertyUid: uid(),
  status: named('LeadStatus', oneOf(leadStatuses, statusSince)),
  ...memberMembers,
  source: Type.Optional(nullable(named('LeadSource', oneOf(leadSources)))),
  channel: Type.Optional(
    since('3.3', nullable(named('LeadChannel', oneOfOrAlias(leadChannels, channelAliases)))),
  ),
  extraNotes: longText(),
  externalBookingId: shortText(),
  referrer: shortText(),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
  rentalAgreementUrl: Type.Optional(since('3.3', nullable(httpsUrl()))),
  agreementSigned: Type.Optional(since('3.3', nullable(bool()))),
  assigneeUid: Type.Optional(since('3.3', nullable(uid()))),
}

/** Amount that the client was quoted. */
const expectedTotal = () => Type.Optional(since('3.3', nullable(money())))

const newLeadFields = Type.Object({
  ...newLeadMembers,
  expectedTotalAmount: expectedTotal(),
})

export type NewLeadBody = Static<typeof newLeadFields>

/** The body of `POST /leads`. */
export const newLeadBody = named(
  'LeadInput',
  checked(newLeadFields, (body, errors) => checkNewLead(body, errors)),
)

/** The body of `PATCH /leads/{uid}`. */
export const leadPatch = shape('LeadPatch', {
  notes: longText(),
  extraNotes: longText(),
  guestInformation: Type.Optional(nullable(guestBody({ counts: false }))),
  rentalAgreementUrl: Type.Optional(since('3.3', nullable(httpsUrl()))),
  agreementSigned: Type.Optional(since('3.3', nullable(bool()))),
  externalBookingId: Type.Optional(since('3.3', nullable(text()))),
  referrer: Type.Optional(since('3.3', nullable(text()))),
  assigneeUid: Type.Optional(since('3.3', nullable(uid()))),
})

export type LeadPatch = Static<typeof leadPatch>

/** The counts of an alteration. */
export const countMembers = {
  adultCount: Type.Optional(nullable(integer(1, 999))),
  childrenCount: Type.Optional(nullable(integer(0, 999))),
  infantCount: Type.Optional(nullable(integer(0, 999))),
  petCount: Type.Optional(nullable(integer(0, 999))),
}

/** The counts as leads show them: of an alteration either place is read. */
const countsWithin = {
  guestInformation: Type.Optional(nullable(shape('PartySizeInput', countMembers))),
}

/** Whether agreed nights are priced anew, too. */
const recalculate = () => Type.Optional(since('3.3', nullable(bool())))

/** What actions take that may find the promo code of a lead used up: only null, to do without. */
const withoutPromoCode = { promoCode: Type.Optional(Type.Null()) }

/** What `mark-as-booked` takes. */
export const bookBody = Type.Object(withoutPromoCode)

/** What `rebook` takes: most of an alteration. */
export const rebookBody = shape('RebookInput', {
  ...dateMembers,
  ...countMembers,
  ...countsWithin,
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  ...withoutPromoCode,
  recalculate: recalculate(),
  expectedTotalAmount: expectedTotal(),
})

/** Why something is done to a lead. */
export const reason = () => Type.Optional(nullable(text({ max: 1_000 })))

/** What `cancel` takes. */
export const cancelBody = shape('CancelInput', {
  cancelledBy: Type.Optional(nullable(named('CancelledBy', oneOf(['AGENCY', 'GUEST', 'OWNER'])))),
  reason: reason(),
})

/** The body of `POST /leads/{uid}/alteration`. */
export const alterationBody = shape('AlterationInput', {
  ...dateMembers,
  propertyUid: Type.Optional(nullable(uid())),
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  ...countMembers,
  ...countsWithin,
  quoteOverrides: Type.Optional(nullable(quoteOverrides)),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
  recalculate: recalculate(),
  expectedTotalAmount: expectedTotal(),
})

export type AlterationBody = Static<typeof alterationBody>

type Dates = Static<ReturnType<typeof datesObject>>

function datesObject() {
  return Type.Object(dateMembers)
}

/** The ends of a stay that a body names, each a date or a local date-time. */
export function endsOf(body: Dates): { checkIn: string | null; checkOut: string | null } {
  return {
    checkIn: body.checkInLocalDateTime ?? body.checkInLocalDate?.slice(0, 10) ?? null,
    checkOut: body.checkOutLocalDateTime ?? body.checkOutLocalDate?.slice(0, 10) ?? null,
  }
}

/** All that is wrong with a body that creates a lead, in the order of contract/leads.md §5. */
export function checkNewLead(
  body: Partial<NewLeadBody>,
  errors: FieldError[],
  statuses: readonly string[] = creatableStatuses,
): FieldError[] {
  const isBlock = body.status === 'BLOCKED'
  const kept = isBlock ? errors.filter(({ field }) => !isOfGuest(field)) : errors
  const guestless = !isBlock && body.guestInformation == null && !kept.some(e => isOfGuest(e.field))
  const own = [
    ...statusErrors(body, statuses),
    ...(guestless ? [required('guestInformation', 'guestInformation is required')] : []),
    ...dateErrors(body, kept, isBlock),
  ]
  const all = [...kept, ...own].map((error, i) => ({ error, rank: rankOf(error), i }))
  const sorted = all.sort((a, b) => a.rank - b.rank || a.i - b.i)
  return sorted.map(({ error }) => withCreatable(error, statuses))
}

function isOfGuest(field: string): boolean {
  return field === 'guestInformation' || field.startsWith('guestInformation.')
}

function statusErrors({ status }: Partial<NewLeadBody>, statuses: readonly string[]): FieldError[] {
  if (status === undefined || statuses.includes(status)) return []
  return [notOnCreation(statuses)]
}

/** What is wrong with a status that a lead only comes into later. */
export function notOnCreation(allowedValues: readonly string[]): FieldError {
  const field = 'status'
  const allowed = allowedValues.join(', ')
  const message =
    `Invalid parameter '${field}' can not be set on creation, ` + `allowed values are: ${allowed}`
  const members = { parameter: field, allowedValues }
  return { field, code: 'INVALID_PARAMETER', message, members }
}

/** A word that is no status gets the public text, which lists all of them. */
function withCreatable(error: FieldError, statuses: readonly string[]): FieldError {
  if (error.field !== 'status' || error.code !== 'INVALID_ENUM_VALUE') return error
  return { ...error, members: { ...error.members, allowedValues: statuses } }
}

const stayNightsMax = 730
const blockNightsMax = 1_830

/** How many nights a stay or a block may have. */
export function nightsMax(isBlock: boolean): number {
  return isBlock ? blockNightsMax : stayNightsMax
}

function dateErrors(
  body: Partial<NewLeadBody>,
  errors: FieldError[],
  isBlock: boolean,
): FieldError[] {
  const { checkIn, checkOut } = endsOf(body)
  const isBad = (end: string) => errors.some(({ field }) => field.startsWith(`${end}Local`))
  const missing = [
    ...(checkIn === null && !isBad('checkIn') ? [missingEnd('checkIn')] : []),
    ...(checkOut === null && !isBad('checkOut') ? [missingEnd('checkOut')] : []),
  ]
  if (checkIn === null || checkOut === null) return missing
  const message = rangeError(checkIn, checkOut, isBlock)
  const field = checkIn < earliestCheckIn ? 'checkInLocalDate' : 'checkOutLocalDate'
  return message ? [{ field, code: 'INVALID_DATE_RANGE', message }] : []
}

/** Dates before are slips of the pen, not history. */
export const earliestCheckIn = '1990-01-01'

/** What is wrong with the range of a stay or block, or null. */
export function rangeError(checkIn: string, checkOut: string, isBlock: boolean): string | null {
  if (checkIn < earliestCheckIn) return `Check-in must not be before ${earliestCheckIn}`
  const nights = dayOf(checkOut.slice(0, 10)) - dayOf(checkIn.slice(0, 10))
  if (nights < 1) return 'Check-out must be after check-in'
  if (isBlock && nights > blockNightsMax) return `A block has at most ${blockNightsMax} nights`
  if (!isBlock && nights > stayNightsMax) return `A stay has at most ${stayNightsMax} nights`
  return null
}

/** The words are those of the interface; the keys of the body have `Local` in their names. */
function missingEnd(end: 'checkIn' | 'checkOut'): FieldError {
  const names = [`${end}DateTime`, `${end}Date`]
  const message = `One of ['${names.join("', '")}'] is required`
  return { ...required(`${end}LocalDate`, message), members: { oneOf: names } }
}

function required(field: string, message: string): FieldError {
  return { field, code: 'REQUIRED_PARAMETER', message }
}

const leading = ['agencyUid', 'propertyUid', 'status']

/** Where an error stands in the order of the contract's table of messages. */
function rankOf({ field, code }: FieldError): number {
  if (code === 'REQUIRED_PARAMETER' && leading.includes(field)) return leading.indexOf(field)
  if (field === 'status' || isWord(code, field)) return leading.length
  if (field === 'guestInformation' && code === 'REQUIRED_PARAMETER') return leading.length + 1
  if (code === 'REQUIRED_PARAMETER' && /^check(In|Out)Local/.test(field)) return leading.length + 2
  return code === 'INVALID_DATE_RANGE' ? leading.length + 3 : leading.length + 4
}

function isWord(code: ErrorCode, field: string): boolean {
  return code === 'INVALID_ENUM_VALUE' && ['source', 'channel'].includes(field)
}
