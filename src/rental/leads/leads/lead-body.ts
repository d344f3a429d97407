/** Request bodies of leads and their validation: contract/leads.md §5, §8. */
import type { Static } from 'typebox'
import { dayOf } from '../../../platform/dates/dates.ts'
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
import { leadStatuses, statusSince } from '../../prices/occupancies/lead-status.ts'
import { quoteOverrides } from '../../prices/quotes/quote.ts'
import { countMax, guestBody } from './guest-information-shape.ts'
import { channelAliases, leadChannels, leadSources } from './lead.ts'

const creatableStatuses = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED'] as const

export type CreatableStatus = (typeof creatableStatuses)[number]

const longText = () => Type.Optional(nullable(text({ max: 10_000 })))
const shortText = () => Type.Optional(nullable(text()))

/** Stay as dates or date-times; if both are sent, the date-time wins. */
const stayFields = {
  checkInLocalDateTime: Type.Optional(nullable(localDateOrTime())),
  checkOutLocalDateTime: Type.Optional(nullable(localDateOrTime())),
  checkInLocalDate: Type.Optional(nullable(localDateOrTime())),
  checkOutLocalDate: Type.Optional(nullable(localDateOrTime())),
}

/** Fields common to a new lead and the members of a group booking. */
export const commonLeadFields = {
  ...stayFields,
  guestInformation: Type.Optional(nullable(guestBody({ counts: true }))),
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  notes: longText(),
  quoteOverrides: Type.Optional(nullable(quoteOverrides)),
}

export const leadInputFields = {
  agencyUid: Type.Optional(requiredSince('3.3', nullable(uid()))),
  propertyUid: uid(),
  status: named('LeadStatus', oneOf(leadStatuses, statusSince)),
  ...commonLeadFields,
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

/** Total amount quoted to the client; the request fails if the price has changed. */
const expectedTotal = () => Type.Optional(since('3.3', nullable(money())))

const newLeadFields = Type.Object({
  ...leadInputFields,
  expectedTotalAmount: expectedTotal(),
})

export type NewLeadBody = Static<typeof newLeadFields>

export const newLeadBody = named(
  'LeadInput',
  checked(newLeadFields, (body, errors) => checkNewLead(body, errors)),
)

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

/** Numbers of guests and pets that an alteration may change. */
export const countFields = {
  adultCount: Type.Optional(nullable(integer(1, countMax))),
  childrenCount: Type.Optional(nullable(integer(0, countMax))),
  infantCount: Type.Optional(nullable(integer(0, countMax))),
  petCount: Type.Optional(nullable(integer(0, countMax))),
}

/** Counts nested in `guestInformation`, as in responses; alterations accept both forms. */
const nestedCounts = {
  guestInformation: Type.Optional(nullable(shape('PartySizeInput', countFields))),
}

/** Flag to recalculate the price of agreed nights, too. */
const recalculate = () => Type.Optional(since('3.3', nullable(bool())))

/** Input of actions that fail if the promo code of the lead is used up: null drops the code. */
const withoutPromoCode = { promoCode: Type.Optional(Type.Null()) }

export const bookBody = Type.Object(withoutPromoCode)

/** Body of `rebook`: most fields of an alteration. */
export const rebookBody = shape('RebookInput', {
  ...stayFields,
  ...countFields,
  ...nestedCounts,
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  ...withoutPromoCode,
  recalculate: recalculate(),
  expectedTotalAmount: expectedTotal(),
})

export const optionalReason = () => Type.Optional(nullable(text({ max: 1_000 })))

export const cancelBody = shape('CancelInput', {
  cancelledBy: Type.Optional(nullable(named('CancelledBy', oneOf(['AGENCY', 'GUEST', 'OWNER'])))),
  reason: optionalReason(),
})

export const alterationBody = shape('AlterationInput', {
  ...stayFields,
  propertyUid: Type.Optional(nullable(uid())),
  unitUid: Type.Optional(since('3.1', nullable(uid()))),
  ...countFields,
  ...nestedCounts,
  quoteOverrides: Type.Optional(nullable(quoteOverrides)),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
  recalculate: recalculate(),
  expectedTotalAmount: expectedTotal(),
})

export type AlterationBody = Static<typeof alterationBody>

type StayBody = Static<ReturnType<typeof stayObject>>

/** Only used for the type of its result. */
function stayObject() {
  return Type.Object(stayFields)
}

/** Returns check-in and check-out of a body, each a date or a local date-time; null if missing. */
export function readStayEnds(body: StayBody): { checkIn: string | null; checkOut: string | null } {
  return {
    checkIn: body.checkInLocalDateTime ?? body.checkInLocalDate?.slice(0, 10) ?? null,
    checkOut: body.checkOutLocalDateTime ?? body.checkOutLocalDate?.slice(0, 10) ?? null,
  }
}

/** Returns all errors of a body that creates a lead, in the order of contract/leads.md §5. */
export function checkNewLead(
  body: Partial<NewLeadBody>,
  errors: FieldError[],
  statuses: readonly string[] = creatableStatuses,
): FieldError[] {
  const isBlock = body.status === 'BLOCKED'
  const relevant = isBlock ? errors.filter(({ field }) => !isGuestField(field)) : errors
  const lacksGuest =
    !isBlock && body.guestInformation == null && !relevant.some(({ field }) => isGuestField(field))
  const addedErrors = [
    ...statusErrors(body, statuses),
    ...(lacksGuest ? [requiredError('guestInformation', 'guestInformation is required')] : []),
    ...dateErrors(body, relevant, isBlock),
  ]
  const sorted = [...relevant, ...addedErrors].sort((a, b) => errorRank(a) - errorRank(b))
  return sorted.map(error => withCreatableStatuses(error, statuses))
}

function isGuestField(field: string): boolean {
  return field === 'guestInformation' || field.startsWith('guestInformation.')
}

function statusErrors({ status }: Partial<NewLeadBody>, statuses: readonly string[]): FieldError[] {
  if (status === undefined || statuses.includes(status)) return []
  return [notCreatableError(statuses)]
}

/** Returns the error of a status in which a lead cannot be created. */
export function notCreatableError(allowedValues: readonly string[]): FieldError {
  const field = 'status'
  const allowed = `allowed values are: ${allowedValues.join(', ')}`
  const message = `Invalid parameter '${field}' can not be set on creation, ${allowed}`
  const members = { parameter: field, allowedValues }
  return { field, code: 'INVALID_PARAMETER', message, members }
}

/**
 * Replaces the allowed values of an unknown status by those allowed on creation. The message still
 * lists all statuses, as the contract has it.
 */
function withCreatableStatuses(error: FieldError, statuses: readonly string[]): FieldError {
  if (error.field !== 'status' || error.code !== 'INVALID_ENUM_VALUE') return error
  return { ...error, members: { ...error.members, allowedValues: statuses } }
}

const stayNightsMax = 730
const blockNightsMax = 1_830

/** Returns the maximum number of nights of a stay or a block. */
export function nightsMax({ isBlock }: { isBlock: boolean }): number {
  return isBlock ? blockNightsMax : stayNightsMax
}

function dateErrors(
  body: Partial<NewLeadBody>,
  errors: FieldError[],
  isBlock: boolean,
): FieldError[] {
  const { checkIn, checkOut } = readStayEnds(body)
  const isInvalid = (end: string) => errors.some(({ field }) => field.startsWith(`${end}Local`))
  const missing = [
    ...(checkIn === null && !isInvalid('checkIn') ? [missingDateError('checkIn')] : []),
    ...(checkOut === null && !isInvalid('checkOut') ? [missingDateError('checkOut')] : []),
  ]
  if (checkIn === null || checkOut === null) return missing
  const message = rangeError(checkIn, checkOut, { isBlock })
  const field = checkIn < earliestCheckIn ? 'checkInLocalDate' : 'checkOutLocalDate'
  return message ? [{ field, code: 'INVALID_DATE_RANGE', message }] : []
}

/** Earliest accepted check-in; earlier dates are typing errors. */
export const earliestCheckIn = '1990-01-01'

/** Returns the error message for an invalid range of a stay or block; null if it is valid. */
export function rangeError(
  checkIn: string,
  checkOut: string,
  { isBlock }: { isBlock: boolean },
): string | null {
  if (checkIn < earliestCheckIn) return `Check-in must not be before ${earliestCheckIn}`
  const nights = dayOf(checkOut.slice(0, 10)) - dayOf(checkIn.slice(0, 10))
  if (nights < 1) return 'Check-out must be after check-in'
  const max = nightsMax({ isBlock })
  return nights > max ? `A ${isBlock ? 'block' : 'stay'} has at most ${max} nights` : null
}

/** Returns the error of a missing date. Its message has the contract's names, without `Local`. */
function missingDateError(end: 'checkIn' | 'checkOut'): FieldError {
  const names = [`${end}DateTime`, `${end}Date`]
  const message = `One of ['${names.join("', '")}'] is required`
  return { ...requiredError(`${end}LocalDate`, message), members: { oneOf: names } }
}

function requiredError(field: string, message: string): FieldError {
  return { field, code: 'REQUIRED_PARAMETER', message }
}

/** Kinds of errors, in the order of the contract's table of messages. */
const sortedKinds: ((field: string, code: ErrorCode) => boolean)[] = [
  (field, code) => field === 'agencyUid' && code === 'REQUIRED_PARAMETER',
  (field, code) => field === 'propertyUid' && code === 'REQUIRED_PARAMETER',
  (field, code) => field === 'status' && code === 'REQUIRED_PARAMETER',
  (field, code) => field === 'status' || isUnknownEnumValue(field, code),
  (field, code) => field === 'guestInformation' && code === 'REQUIRED_PARAMETER',
  (field, code) => code === 'REQUIRED_PARAMETER' && /^check(In|Out)Local/.test(field),
  (_, code) => code === 'INVALID_DATE_RANGE',
]

/** Returns the position of an error's kind, for sorting; other kinds come last. */
function errorRank({ field, code }: FieldError): number {
  const rank = sortedKinds.findIndex(matches => matches(field, code))
  return rank < 0 ? sortedKinds.length : rank
}

function isUnknownEnumValue(field: string, code: ErrorCode): boolean {
  return code === 'INVALID_ENUM_VALUE' && ['source', 'channel'].includes(field)
}
