/** Many calendars on the wire: contract/pricing.md §11. */
import { utcText } from '../../../platform/dates.ts'
import {
  bool,
  count,
  currencyCode,
  date,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  personal,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { balances, leadStatuses, leadTypes } from '../../leads/leads/lead.ts'
import { jobStatuses } from '../jobs/job.ts'
import { causeWords, type StayFacts } from './multi-calendar.ts'

const nightsMax = 1_461

const pair = Type.Array(count(), { minItems: 2, maxItems: 2 })
const runs = listOf(pair, nightsMax)
const steps = listOf(pair, nightsMax)
const cause = named('ClosedCause', oneOf(causeWords))
const closed = Type.Array(Type.Union([count(), cause]), { minItems: 3, maxItems: 3 })

const unit = shape('CalendarUnit', { unitUid: uid(), name: text(), isActive: bool() })

const row = shape('CalendarRow', {
  propertyUid: uid(),
  name: text(),
  city: nullable(text()),
  isActive: bool(),
  hotelUid: nullable(uid()),
  parentUid: nullable(uid()),
  isMaster: bool(),
  today: date(),
  currency: currencyCode({ orNone: true }),
  maxGuests: count(),
  turnOverDays: count(),
  units: listOf(unit, 1_000),
  prices: listOf(number(), nightsMax),
  overrides: runs,
  minimumStays: steps,
  maximumStay: count(),
  closed: listOf(closed, nightsMax),
  noCheckIn: runs,
  noCheckOut: runs,
  availableUnits: Type.Optional(steps),
})

const stay = shape('CalendarStay', {
  leadUid: uid(),
  propertyUid: uid(),
  unitUid: nullable(uid()),
  checkIn: date(),
  checkOut: date(),
  turnoverNights: count(),
  type: named('LeadType', oneOf(leadTypes)),
  status: named('LeadStatus', oneOf(leadStatuses)),
  channel: text(),
  guestName: personal(nullable(text({ max: 511 }))),
  guests: count(),
  holdExpiresUtcDateTime: nullable(utcDateTime()),
  balance: nullable(named('Balance', oneOf(balances))),
  arrivesAt: text(),
  leavesAt: text(),
  isUnread: bool(),
})

const job = shape('CalendarJob', {
  jobUid: uid(),
  propertyUid: uid(),
  unitUid: nullable(uid()),
  date: date(),
  status: named('JobStatus', oneOf(jobStatuses)),
})

export const multiCalendar = shape('MultiCalendar', {
  from: date(),
  to: date(),
  asOfSeq: count(),
  rows: listOf(row),
  stays: listOf(stay, 200_000),
  jobs: listOf(job, 200_000),
})

/** A lead on a row; whether the guest's name is shown. */
export function presentStay(turnoverNights: number, stay: StayFacts, isPersonal: boolean) {
  const { checkIn, checkOut, holdExpires, isDue } = stay
  return {
    leadUid: stay.leadUid,
    propertyUid: stay.propertyUid,
    unitUid: stay.unitUid,
    checkIn: checkIn.slice(0, 10),
    checkOut: checkOut.slice(0, 10),
    turnoverNights,
    type: stay.type,
    status: stay.status,
    channel: stay.channel,
    ...(isPersonal ? { guestName: stay.guestName } : {}),
    guests: stay.guests,
    holdExpiresUtcDateTime: holdExpires && utcText(new Date(holdExpires)),
    balance: isDue === null ? null : isDue ? 'DUE' : 'PAID',
    arrivesAt: checkIn.slice(11, 16),
    leavesAt: checkOut.slice(11, 16),
    isUnread: stay.isUnread,
  }
}
