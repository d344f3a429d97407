/** Response schema of the multi-calendar: contract/pricing.md §11. */
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
import { balances } from '../../leads/leads/lead.ts'
import { jobStatuses } from '../../operations/jobs/job.ts'
import { causeNames } from '../../prices/calendar/nights.ts'
import { leadStatuses, leadTypes } from '../../prices/occupancies/lead-status.ts'

const nightsMax = 1_461

const pair = Type.Array(count(), { minItems: 2, maxItems: 2 })
const runs = listOf(pair, nightsMax)
const steps = listOf(pair, nightsMax)
const cause = named('ClosedCause', oneOf(causeNames))
const closed = Type.Array(Type.Union([count(), cause]), { minItems: 3, maxItems: 3 })

const jobStatus = named('JobStatus', oneOf(jobStatuses))
const jobs = Type.Array(Type.Union([count(), jobStatus]), { minItems: 3, maxItems: 3 })

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
  stays: count(),
  jobs: listOf(jobs, 200_000),
})

const kind = shape('CalendarStayKind', {
  type: named('LeadType', oneOf(leadTypes)),
  status: named('LeadStatus', oneOf(leadStatuses)),
  channel: text(),
  unit: nullable(count()),
  turnoverNights: count(),
  arrivesAt: text(),
  leavesAt: text(),
  balance: nullable(named('Balance', oneOf(balances))),
  isUnread: bool(),
})

const staysMax = 200_000
const hold = Type.Array(Type.Union([count(), utcDateTime()]), { minItems: 2, maxItems: 2 })

const stays = shape('CalendarStays', {
  kinds: listOf(kind, staysMax),
  leadUids: listOf(uid(), staysMax),
  kindOf: listOf(count(), staysMax),
  checkIns: listOf(Type.Integer(), staysMax),
  nights: listOf(count(), staysMax),
  guests: listOf(count(), staysMax),
  guestNames: personal(listOf(nullable(text({ max: 511 })), staysMax)),
  holds: listOf(hold, staysMax),
})

export const multiCalendar = shape('MultiCalendar', {
  from: date(),
  to: date(),
  asOfSeq: count(),
  rows: listOf(row),
  stays,
})
