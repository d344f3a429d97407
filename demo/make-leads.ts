import type { Insertable } from 'kysely'
import { instantOf } from '../src/platform/dates.ts'
import { newUid } from '../src/platform/uid.ts'
import {
  blocks,
  bookedBy,
  defaultChannel,
  type LeadSource,
  type LeadStatus,
} from '../src/rental/leads/leads/lead.ts'
import type { LeadsTable, OccupanciesTable, OrdersTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import { isListed, referenceOf } from './make-channels.ts'
import { makeOrder } from './make-order.ts'
import type { DemoPrices } from './make-prices.ts'
import type { Bookable, DemoProperty } from './make-properties.ts'
import { guest } from './words/people.ts'

export interface DemoLeads {
  leads: Insertable<LeadsTable>[]
  occupancies: Insertable<OccupanciesTable>[]
  orders: Insertable<OrdersTable>[]
}

type LeadRow = Insertable<LeadsTable>

interface Stay {
  checkIn: Temporal.PlainDate
  checkOut: Temporal.PlainDate
}

const hour = 3_600_000
const day = 24 * hour

const sources: [LeadSource, number][] = [
  ['HOSTFULLY_DBS', 28],
  ['DIRECT_AIRBNB', 24],
  ['DIRECT_BOOKINGDOTCOM', 16],
  ['HOSTFULLY_UI', 12],
  ['DIRECT_VRBO', 8],
  ['HOSTFULLY_API', 7],
  ['HOSTFULLY_ICAL', 3],
  ['DIRECT_GOOGLE', 2],
]

/** Channels bring guests only to properties that they list. */
const listings: Partial<Record<LeadSource, 'airbnb_data' | 'booking_dot_com_data' | 'vrbo_data'>> =
  {
    DIRECT_AIRBNB: 'airbnb_data',
    DIRECT_BOOKINGDOTCOM: 'booking_dot_com_data',
    DIRECT_VRBO: 'vrbo_data',
  }

function sourcesOf(property: DemoProperty): [LeadSource, number][] {
  return sources.filter(([source]) => {
    const column = listings[source]
    return column === undefined || isListed(property[column])
  })
}

/** What a stay of the calendar became; later ones depend on where it lies against today. */
const pastStates: [LeadStatus, number][] = [
  ['BOOKED', 74],
  ['CANCELLED', 8],
  ['BLOCKED', 8],
  ['CLOSED', 6],
  ['DECLINED', 2],
  ['IGNORED', 1],
  ['DUPLICATE', 1],
]
const futureStates: [LeadStatus, number][] = [
  ['BOOKED', 52],
  ['NEW', 14],
  ['BLOCKED', 8],
  ['ON_HOLD', 6],
  ['PENDING', 6],
  ['CANCELLED', 5],
  ['CLOSED', 4],
  ['PENDING_APPROVED', 3],
  ['DECLINED', 1],
  ['SAMPLE', 1],
]

/** Leads over two years around `now`; those that block never share a unit's night. */
export function makeLeads(
  agencyUid: string,
  bookables: Bookable[],
  prices: DemoPrices,
  employees: string[],
  chance: Chance,
  now: Date,
): DemoLeads {
  const made: DemoLeads = { leads: [], occupancies: [], orders: [] }
  const taken = new Map<string, Stay[]>()
  for (const bookable of bookables) {
    const rules = stayRules(bookable.property, prices)
    const sources = sourcesOf(bookable.property)
    for (const stay of staysAround(now, chance, bookable.choices.length, rules)) {
      addLead(made, taken, { agencyUid, bookable, sources, prices, stay, employees, chance, now })
    }
  }
  return made
}

interface StayRules {
  minimumStay(checkIn: string): number
  mayArrive(date: string): boolean
  mayLeave(date: string): boolean
}

/** What the property and its pricing periods ask of a stay. */
function stayRules({ uid, minimum_stay }: DemoProperty, { byProperty }: DemoPrices): StayRules {
  const periods = new Map(byProperty.get(uid)!.periods.map(period => [period.date, period]))
  return {
    minimumStay: date => periods.get(date)?.minimum_stay ?? minimum_stay,
    mayArrive: date => periods.get(date)?.available_for_check_in ?? true,
    mayLeave: date => periods.get(date)?.available_for_check_out ?? true,
  }
}

/** One stay after the other from a year ago to a year ahead, with gaps; more for more units. */
function* staysAround(now: Date, chance: Chance, lanes: number, rules: StayRules): Generator<Stay> {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const end = today.add({ days: 365 })
  for (let lane = 0; lane < lanes; lane++) {
    let earliest = today.subtract({ days: 365 - chance.whole(0, 20) })
    while (Temporal.PlainDate.compare(earliest, end) < 0) {
      const checkIn = firstFrom(earliest, rules.mayArrive)
      const shortest = rules.minimumStay(checkIn.toString())
      const nights = shortest + Math.floor(chance.next() ** 2 * (10 - Math.min(shortest, 7)))
      const checkOut = firstFrom(checkIn.add({ days: nights }), rules.mayLeave)
      yield { checkIn, checkOut }
      const ahead = Temporal.PlainDate.compare(checkOut, today) > 0
      earliest = checkOut.add({ days: chance.whole(0, ahead ? 30 : 18) })
    }
  }
}

function firstFrom(date: Temporal.PlainDate, isAllowed: (date: string) => boolean) {
  let found = date
  while (!isAllowed(found.toString())) found = found.add({ days: 1 })
  return found
}

interface Making {
  agencyUid: string
  bookable: Bookable
  sources: [LeadSource, number][]
  prices: DemoPrices
  stay: Stay
  employees: string[]
  chance: Chance
  now: Date
}

function addLead(made: DemoLeads, taken: Map<string, Stay[]>, making: Making): void {
  const { agencyUid, bookable, prices, stay, chance, now } = making
  const { property } = bookable
  const checkInAt = instantOf(`${stay.checkIn}T00:00:00`, property.time_zone)
  const status = chance.weighted(checkInAt < now ? pastStates : futureStates)
  const free = bookable.choices.filter(units => units.every(unit => isFree(taken.get(unit), stay)))
  if (blocks(status) && free.length === 0) return
  const units = blocks(status) ? chance.pick(free) : []
  const lead = leadRow(making, status)
  const isUnitType = property.hotel_uid != null
  made.leads.push({ ...lead, unit_uid: isUnitType ? (units[0] ?? null) : null })
  for (const unit of units) {
    taken.set(unit, [...(taken.get(unit) ?? []), stay])
    const occupied = `[${stay.checkIn},${stay.checkOut})`
    made.occupancies.push({ agency_uid: agencyUid, unit_uid: unit, lead_uid: lead.uid, occupied })
  }
  if (status !== 'BLOCKED') made.orders.push(makeOrder(property, lead, prices, chance))
}

function isFree(stays: Stay[] = [], stay: Stay): boolean {
  const before = Temporal.PlainDate.compare
  return stays.every(
    other => before(other.checkOut, stay.checkIn) <= 0 || before(stay.checkOut, other.checkIn) <= 0,
  )
}

function leadRow(
  { agencyUid, bookable, sources, stay, employees, chance, now }: Making,
  status: LeadStatus,
) {
  const { property } = bookable
  const local = (date: Temporal.PlainDate, at: number) =>
    `${date}T${String(at).padStart(2, '0')}:00:00`
  const checkInLocal = local(stay.checkIn, property.check_in_time_start ?? 15)
  const checkOutLocal = local(stay.checkOut, property.check_out_time ?? 11)
  const checkInAt = instantOf(checkInLocal, property.time_zone)
  const newest = Math.min(now.getTime() - hour, checkInAt.getTime() - day)
  const recent = status === 'NEW' || status === 'ON_HOLD' || status.startsWith('PENDING')
  const age = recent ? chance.whole(1, 46) * hour : chance.whole(2, 120) * day
  const seconds = chance.whole(0, 3_599) * 1_000
  const made = new Date(recent ? now.getTime() - age : newest - age - seconds)
  const source = status === 'BLOCKED' ? 'HOSTFULLY_UI' : chance.weighted(sources)
  const provider =
    source === 'HOSTFULLY_ICAL' ? chance.pick(['airbnb', 'booking.com', 'vrbo']) : null
  const person =
    status === 'BLOCKED'
      ? { notes: chance.pick(['Maintenance', 'Owner stay', null]) }
      : guest(chance)
  const row: LeadRow = {
    agency_uid: agencyUid,
    uid: newUid(made.getTime(), () => chance.bytes(16)),
    type: typeOf(status, chance),
    status,
    source,
    channel: defaultChannel(source, provider),
    ical_provider: provider,
    external_booking_id: referenceOf(source, chance),
    property_uid: property.uid,
    check_in_local: checkInLocal,
    check_out_local: checkOutLocal,
    check_in_at: checkInAt,
    check_out_at: instantOf(checkOutLocal, property.time_zone),
    assignee_uid: chance.is(0.6) ? chance.pick(employees) : null,
    creation_circumstances: circumstances(source),
    created_at: made,
    updated_at: made,
    ...person,
  }
  return { ...row, ...factsOf(row, status, source, chance, now) }
}

function typeOf(status: LeadStatus, chance: Chance): string {
  if (status === 'BLOCKED') return 'BLOCK'
  if (status === 'BOOKED' || status === 'CANCELLED') return 'BOOKING'
  if (status === 'PENDING' || status === 'PENDING_APPROVED' || status === 'DECLINED') {
    return 'BOOKING_REQUEST'
  }
  return status === 'CLOSED' && chance.is(0.3) ? 'BOOKING_REQUEST' : 'INQUIRY'
}

/** What a lead's state brings with it: contract/leads.md §4.2. */
function factsOf(
  row: LeadRow,
  status: LeadStatus,
  source: LeadSource,
  chance: Chance,
  now: Date,
): Partial<LeadRow> {
  const madeAt = (row.created_at as Date).getTime()
  const later = new Date(Math.min(madeAt + chance.whole(1, 30) * hour, now.getTime()))
  switch (status) {
    case 'BOOKED':
      return {
        booked_at: later,
        booked_by: bookedBy(source),
        agreement_signed: chance.is(0.6),
        paf_completed_at: chance.is(0.5) ? later : null,
        updated_at: later,
      }
    case 'CANCELLED':
      return {
        booked_at: later,
        booked_by: bookedBy(source),
        cancelled_at: later,
        cancelled_by: chance.pick(['GUEST', 'AGENCY', 'OWNER']),
        cancelled_reason: chance.pick(['Change of plans', 'Illness', null]),
        updated_at: later,
      }
    case 'ON_HOLD':
      return { timer_started_at: later, timer_ends_at: new Date(now.getTime() + day * 2) }
    case 'NEW':
      return {
        timer_started_at: new Date(madeAt),
        quote_sent_at: chance.is(0.4) ? later : null,
      }
    case 'CLOSED':
      return { close_reason: closeReason(row.type, chance), updated_at: later }
    case 'IGNORED':
    case 'DUPLICATE':
      return { close_reason: status, updated_at: later }
    default:
      return {}
  }
}

function closeReason(type: string, chance: Chance): string {
  return type === 'BOOKING_REQUEST'
    ? chance.pick(['REQUEST_WITHDRAWN', 'REQUEST_EXPIRED'])
    : chance.pick(['QUOTE_CLOSED', 'HOLD_CLOSED', 'HOLD_EXPIRED'])
}

function circumstances(source: LeadSource): string {
  if (source.startsWith('DIRECT_')) return 'CHANNEL'
  if (source === 'HOSTFULLY_DBS') return 'DIRECT_BOOKING_SITE'
  if (source === 'HOSTFULLY_ICAL') return 'ICAL_IMPORT'
  return source === 'HOSTFULLY_UI' ? 'UI' : 'API'
}
