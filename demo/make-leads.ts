import type { Insertable } from 'kysely'
import { toInstant } from '../src/platform/dates/dates.ts'
import { newUid } from '../src/platform/uid.ts'
import { bookedBy, defaultChannel, type LeadSource } from '../src/rental/leads/leads/lead.ts'
import { blocks, type LeadStatus } from '../src/rental/prices/occupancies/lead-status.ts'
import type { LeadsTable, OccupanciesTable, OrdersTable } from '../src/rental/tables.ts'
import { guest } from './catalog/people.ts'
import type { Chance } from './chance.ts'
import { isListed, makeReference } from './make-channels.ts'
import { makeOrder } from './make-order.ts'
import type { DemoPrices } from './make-prices.ts'
import type { Bookable, DemoProperty } from './make-properties.ts'

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

/** Columns with the listing of a channel, which sends guests only to properties that it lists. */
const listings: Partial<Record<LeadSource, 'airbnb_data' | 'booking_dot_com_data' | 'vrbo_data'>> =
  {
    DIRECT_AIRBNB: 'airbnb_data',
    DIRECT_BOOKINGDOTCOM: 'booking_dot_com_data',
    DIRECT_VRBO: 'vrbo_data',
  }

function listSources(property: DemoProperty): [LeadSource, number][] {
  return sources.filter(([source]) => {
    const column = listings[source]
    return column === undefined || isListed(property[column])
  })
}

/** Statuses of past stays with their weights. */
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

/** Generates leads over two years around `now`; blocking leads never share a night of a unit. */
export function makeLeads(
  agencyUid: string,
  bookables: Bookable[],
  prices: DemoPrices,
  employees: string[],
  chance: Chance,
  now: Date,
): DemoLeads {
  const result: DemoLeads = { leads: [], occupancies: [], orders: [] }
  const stays = new Map<string, Stay[]>()
  for (const bookable of bookables) {
    const rules = stayRules(bookable.property, prices)
    const sources = listSources(bookable.property)
    for (const stay of makeStays(now, chance, bookable.choices.length, rules)) {
      addLead(result, stays, { agencyUid, bookable, sources, prices, stay, employees, chance, now })
    }
  }
  return result
}

interface StayRules {
  minimumStay(checkIn: string): number
  mayArrive(date: string): boolean
  mayLeave(date: string): boolean
}

function stayRules({ uid, minimum_stay }: DemoProperty, { byProperty }: DemoPrices): StayRules {
  const periods = new Map(byProperty.get(uid)!.periods.map(period => [period.date, period]))
  return {
    minimumStay: date => periods.get(date)?.minimum_stay ?? minimum_stay,
    mayArrive: date => periods.get(date)?.available_for_check_in ?? true,
    mayLeave: date => periods.get(date)?.available_for_check_out ?? true,
  }
}

/**
 * Generates stays from a year ago to a year ahead, with gaps. `lanes` is the number of units that
 * can be booked at the same time.
 */
function* makeStays(now: Date, chance: Chance, lanes: number, rules: StayRules): Generator<Stay> {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const end = today.add({ days: 365 })
  for (let lane = 0; lane < lanes; lane++) {
    let earliest = today.subtract({ days: 365 - chance.integer(0, 20) })
    while (Temporal.PlainDate.compare(earliest, end) < 0) {
      const checkIn = nextAllowedDate(earliest, rules.mayArrive)
      const shortest = rules.minimumStay(checkIn.toString())
      const nights = shortest + Math.floor(chance.next() ** 2 * (10 - Math.min(shortest, 7)))
      const checkOut = nextAllowedDate(checkIn.add({ days: nights }), rules.mayLeave)
      yield { checkIn, checkOut }
      const isFuture = Temporal.PlainDate.compare(checkOut, today) > 0
      earliest = checkOut.add({ days: chance.integer(0, isFuture ? 30 : 18) })
    }
  }
}

function nextAllowedDate(date: Temporal.PlainDate, isAllowed: (date: string) => boolean) {
  let allowed = date
  while (!isAllowed(allowed.toString())) allowed = allowed.add({ days: 1 })
  return allowed
}

interface LeadInput {
  agencyUid: string
  bookable: Bookable
  sources: [LeadSource, number][]
  prices: DemoPrices
  stay: Stay
  employees: string[]
  chance: Chance
  now: Date
}

function addLead(result: DemoLeads, stays: Map<string, Stay[]>, input: LeadInput): void {
  const { agencyUid, bookable, prices, stay, chance, now } = input
  const { property } = bookable
  const checkInAt = toInstant(`${stay.checkIn}T00:00:00`, property.time_zone)
  const status = chance.weighted(checkInAt < now ? pastStates : futureStates)
  const free = bookable.choices.filter(units => units.every(unit => isFree(stays.get(unit), stay)))
  if (blocks(status) && free.length === 0) return
  const units = blocks(status) ? chance.pick(free) : []
  const lead = leadRow(input, status)
  const isUnitType = property.hotel_uid != null
  result.leads.push({ ...lead, unit_uid: isUnitType ? (units[0] ?? null) : null })
  for (const unit of units) {
    stays.set(unit, [...(stays.get(unit) ?? []), stay])
    const occupied = `[${stay.checkIn},${stay.checkOut})`
    result.occupancies.push({ agency_uid: agencyUid, unit_uid: unit, lead_uid: lead.uid, occupied })
  }
  if (status !== 'BLOCKED') result.orders.push(makeOrder(property, lead, prices, chance))
}

function isFree(stays: Stay[] = [], stay: Stay): boolean {
  const before = Temporal.PlainDate.compare
  return stays.every(
    other => before(other.checkOut, stay.checkIn) <= 0 || before(stay.checkOut, other.checkIn) <= 0,
  )
}

function leadRow(
  { agencyUid, bookable, sources, stay, employees, chance, now }: LeadInput,
  status: LeadStatus,
) {
  const { property } = bookable
  const local = (date: Temporal.PlainDate, at: number) =>
    `${date}T${String(at).padStart(2, '0')}:00:00`
  const checkInLocal = local(stay.checkIn, property.check_in_time_start ?? 15)
  const checkOutLocal = local(stay.checkOut, property.check_out_time ?? 11)
  const checkInAt = toInstant(checkInLocal, property.time_zone)
  const newest = Math.min(now.getTime() - hour, checkInAt.getTime() - day)
  const isRecent = status === 'NEW' || status === 'ON_HOLD' || status.startsWith('PENDING')
  const age = isRecent ? chance.integer(1, 46) * hour : chance.integer(2, 120) * day
  const seconds = chance.integer(0, 3_599) * 1_000
  const createdAt = new Date(isRecent ? now.getTime() - age : newest - age - seconds)
  const source = status === 'BLOCKED' ? 'HOSTFULLY_UI' : chance.weighted(sources)
  const provider =
    source === 'HOSTFULLY_ICAL' ? chance.pick(['airbnb', 'booking.com', 'vrbo']) : null
  const person =
    status === 'BLOCKED'
      ? { notes: chance.pick(['Maintenance', 'Owner stay', null]) }
      : guest(chance)
  const row: LeadRow = {
    agency_uid: agencyUid,
    uid: newUid(createdAt.getTime(), () => chance.bytes(16)),
    type: pickType(status, chance),
    status,
    source,
    channel: defaultChannel(source, provider),
    ical_provider: provider,
    external_booking_id: makeReference(source, chance),
    property_uid: property.uid,
    check_in_local: checkInLocal,
    check_out_local: checkOutLocal,
    check_in_at: checkInAt,
    check_out_at: toInstant(checkOutLocal, property.time_zone),
    assignee_uid: chance.is(0.6) ? chance.pick(employees) : null,
    creation_circumstances: creationCircumstances(source),
    created_at: createdAt,
    updated_at: createdAt,
    ...person,
  }
  return { ...row, ...stateColumns(row, status, source, chance, now) }
}

function pickType(status: LeadStatus, chance: Chance): string {
  if (status === 'BLOCKED') return 'BLOCK'
  if (status === 'BOOKED' || status === 'CANCELLED') return 'BOOKING'
  if (status === 'PENDING' || status === 'PENDING_APPROVED' || status === 'DECLINED') {
    return 'BOOKING_REQUEST'
  }
  return status === 'CLOSED' && chance.is(0.3) ? 'BOOKING_REQUEST' : 'INQUIRY'
}

/** Returns the columns of a lead's state: contract/leads.md §4.2. */
function stateColumns(
  row: LeadRow,
  status: LeadStatus,
  source: LeadSource,
  chance: Chance,
  now: Date,
): Partial<LeadRow> {
  const createdAt = (row.created_at as Date).getTime()
  const later = new Date(Math.min(createdAt + chance.integer(1, 30) * hour, now.getTime()))
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
        timer_started_at: new Date(createdAt),
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

function creationCircumstances(source: LeadSource): string {
  if (source.startsWith('DIRECT_')) return 'CHANNEL'
  if (source === 'HOSTFULLY_DBS') return 'DIRECT_BOOKING_SITE'
  if (source === 'HOSTFULLY_ICAL') return 'ICAL_IMPORT'
  return source === 'HOSTFULLY_UI' ? 'UI' : 'API'
}
