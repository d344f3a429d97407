/** Calendar against a model: contract/pricing.md §3 literally, one night and unit at a time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeAgency, makePeriod, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const now = Temporal.Instant.from(exampleNow)
const first = Temporal.PlainDate.from('2026-05-16')
const days = 30

type Date = Temporal.PlainDate
const day = (n: number) => first.add({ days: n })
const isBefore = (a: Date, b: Date) => Temporal.PlainDate.compare(a, b) < 0

/**
 * Lead on a unit: nights [from, to), counted from `first`, and the stored turnover.
 */
interface ModelLead {
  from: number
  to: number
  turnover: number
  status: string
  source: string
  lapsed: boolean
}

interface ModelUnit {
  active: boolean
  leads: ModelLead[]
}

interface World {
  kind: 'single' | 'master' | 'unitType'
  units: ModelUnit[]
  settings: {
    time_zone: string
    master_bookable: boolean
    turn_over_days: number | null
    booking_window: number | null
    booking_lead_time: number | null
    check_in_time_start: number
    allow_booking_request_when_out_of_lead_time: boolean | null
    days_of_the_week_to_check_in_on: string[]
    minimum_stay: number | null
    minimum_weekend_stay: number | null
    day_of_week_minimum_stay: Record<string, number>
  }
  periods: {
    day: number
    minimum_stay: number | null
    checkIn: boolean | null
    checkOut: boolean | null
  }[]
}

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
const timed = ['ON_HOLD', 'PENDING', 'PENDING_APPROVED']

/** Gap before a lead, its nights, its turnover: leads of one unit never overlap. */
const leads = fc
  .array(
    fc.record({
      gap: fc.nat(6),
      nights: fc.integer({ min: 1, max: 5 }),
      turnover: fc.nat(2),
      status: fc.constantFrom('BOOKED', 'BLOCKED', ...timed),
      source: fc.constantFrom('HOSTFULLY_API', 'HOSTFULLY_OWNER_PORTAL'),
      lapsed: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map(steps => {
    let next = -3
    return steps.map(({ gap, nights, turnover: wished, ...lead }): ModelLead => {
      const turnover = lead.status === 'BLOCKED' ? 0 : wished
      const from = next + gap
      const to = from + nights
      next = to + turnover
      return { from, to, turnover, ...lead, lapsed: lead.lapsed && timed.includes(lead.status) }
    })
  })

const settings = fc.record({
  time_zone: fc.constantFrom('America/Denver', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'),
  master_bookable: fc.boolean(),
  turn_over_days: fc.constantFrom(null, 0, 1, 2, 3),
  booking_window: fc.constantFrom(null, -1, 0, 5, 12),
  booking_lead_time: fc.constantFrom(null, 0, 30, 72, -5, -24),
  check_in_time_start: fc.nat(23),
  allow_booking_request_when_out_of_lead_time: fc.constantFrom(null, true, false),
  days_of_the_week_to_check_in_on: fc.subarray(weekdays),
  minimum_stay: fc.constantFrom(null, 0, 1, 2, 4),
  minimum_weekend_stay: fc.constantFrom(null, 0, 2, 3),
  day_of_week_minimum_stay: fc.dictionary(
    fc.constantFrom(...weekdays),
    fc.integer({ min: 1, max: 5 }),
  ),
})

const period = fc.record({
  day: fc.nat(days - 1),
  minimum_stay: fc.constantFrom(null, 1, 3),
  checkIn: fc.constantFrom(null, true, false),
  checkOut: fc.constantFrom(null, true, false),
})

const isEmpty = ({ minimum_stay, checkIn, checkOut }: World['periods'][number]) =>
  minimum_stay === null && checkIn === null && checkOut === null

const arbitraryWorld = (kind: World['kind']): fc.Arbitrary<World> =>
  fc.record({
    kind: fc.constant(kind),
    units: fc.array(fc.record({ active: fc.boolean(), leads }), {
      minLength: 1,
      maxLength: kind === 'single' ? 1 : 3,
    }),
    settings,
    periods: fc
      .uniqueArray(period, { maxLength: 6, selector: each => each.day })
      .map(all => all.filter(each => !isEmpty(each))),
  })

/** Inserts a world; returns the uid of the property to query. */
async function make({ kind, units, settings, periods }: World): Promise<string> {
  const { day_of_week_minimum_stay: byWeekday, ...rest } = settings
  const columns = { ...rest, day_of_week_minimum_stay: JSON.stringify(byWeekday) }
  const uid =
    kind === 'unitType'
      ? (await makeUnitType(server, agencyUid, columns)).propertyUid
      : await makeProperty(server, agencyUid, columns)
  const held = await makeUnits(kind, uid, units)
  for (const [i, { leads }] of units.entries()) {
    for (const { from, to, lapsed, ...lead } of leads) {
      const ends = lapsed ? now : now.add({ hours: 1 })
      const timer_ends_at = new Date(ends.epochMilliseconds)
      const dates = { checkIn: day(from).toString(), checkOut: day(to).toString() }
      const { status, turnover, source } = lead
      await makeStay(server, agencyUid, {
        ...held[i]!,
        ...dates,
        status,
        turnover,
        columns: { source, timer_ends_at },
      })
    }
  }
  for (const { day: n, minimum_stay, checkIn, checkOut } of periods) {
    await makePeriod(server, agencyUid, {
      property_uid: uid,
      date: day(n).toString(),
      minimum_stay,
      available_for_check_in: checkIn,
      available_for_check_out: checkOut,
    })
  }
  return uid
}

/** Property or unit in which the leads of each unit are inserted. */
async function makeUnits(kind: World['kind'], uid: string, units: ModelUnit[]) {
  const { kysely } = server.database
  if (kind === 'master') {
    const subs = []
    for (const _ of units) subs.push(await makeProperty(server, agencyUid, { parent_uid: uid }))
    return subs.map(propertyUid => ({ propertyUid }))
  }
  for (let i = 1; i < units.length; i++) await makeUnit(kysely, agencyUid, uid)
  const unitUids = await listUnits(server, agencyUid, uid)
  if (kind === 'single') return [{ propertyUid: uid }]
  for (const [i, { active }] of units.entries()) {
    await kysely
      .updateTable('units')
      .set({ is_active: active })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', unitUids[i]!)
      .execute()
  }
  return unitUids.map(unitUid => ({ propertyUid: uid, unitUids: [unitUid] }))
}

const reasons = [
  null,
  'BOOKING',
  'INQUIRY',
  'BLOCK_BY_OWNER',
  'BLOCK',
  'PROPERTY_AVAILABILITY_SETTINGS',
  'PROPERTY_AVAILABILITY_SETTINGS',
  'OTHER',
]

const holds = (lead: ModelLead, n: number) => !lead.lapsed && lead.from <= n && n < lead.to
const occupies = (lead: ModelLead, n: number) =>
  !lead.lapsed && lead.from <= n && n < lead.to + lead.turnover

/** Returns the cause of one unit, 1 to 5 of §3.3; 0: it is free. */
function unitCause({ leads }: ModelUnit, n: number, turnover: number): number {
  const lead = leads.find(each => holds(each, n))
  if (lead?.status === 'ON_HOLD') return 2
  if (lead?.status === 'BLOCKED') return lead.source === 'HOSTFULLY_OWNER_PORTAL' ? 3 : 4
  if (lead) return 1
  for (let x = n; x < n + 1 + turnover; x++) if (leads.some(each => occupies(each, x))) return 5
  return 0
}

/** Returns the cause of a night: §3.3 as a whole. */
function worldCause({ kind, units, settings }: World, n: number): number {
  const stayed = kind === 'unitType' ? units.filter(({ active }) => active) : units
  const causes = stayed.map(unit => unitCause(unit, n, settings.turn_over_days ?? 0))
  const relevant = causes.filter(cause => cause > 0)
  const isOccupied = kind === 'unitType' ? relevant.length === causes.length : relevant.length > 0
  if (isOccupied && relevant.length > 0) return Math.min(...relevant)
  const today = now.toZonedDateTimeISO(settings.time_zone).toPlainDate()
  const window = settings.booking_window ?? 0
  if (isBefore(day(n), today)) return 6
  if (window > 0 && isBefore(today.add({ days: window }), day(n))) return 6
  if (kind === 'master' && !settings.master_bookable) return 6
  return kind === 'unitType' && stayed.length === 0 ? 7 : 0
}

function isFarEnough({ settings }: World, n: number): boolean {
  const { time_zone, booking_lead_time, check_in_time_start: hour } = settings
  if (settings.allow_booking_request_when_out_of_lead_time) {
    return !isBefore(day(n), now.toZonedDateTimeISO(time_zone).toPlainDate())
  }
  const opens = day(n).toZonedDateTime({ timeZone: time_zone, plainTime: { hour } })
  const earliest = now.add({ hours: booking_lead_time ?? 0 })
  return Temporal.Instant.compare(earliest, opens.toInstant()) <= 0
}

/** Returns an entry: §2 and §3.4. */
function expectedEntry(world: World, n: number) {
  const { kind, units, settings, periods } = world
  const period = periods.find(each => each.day === n)
  const weekday = weekdays[day(n).dayOfWeek - 1]!
  const cause = worldCause(world, n)
  const checkInDays = settings.days_of_the_week_to_check_in_on
  const dateMinimum = period?.minimum_stay ?? settings.day_of_week_minimum_stay[weekday] ?? null
  const isWeekend = weekday === 'FRIDAY' || weekday === 'SATURDAY'
  const weekend = isWeekend && dateMinimum === null ? (settings.minimum_weekend_stay ?? 0) : 0
  const free = units.filter(
    unit => unit.active && unitCause(unit, n, settings.turn_over_days ?? 0) === 0,
  )
  return {
    unavailable: cause !== 0,
    unavailabilityReason: reasons[cause],
    availableForCheckIn:
      cause === 0 &&
      (checkInDays.length === 0 || checkInDays.includes(weekday)) &&
      isFarEnough(world, n) &&
      period?.checkIn !== false,
    availableForCheckOut: worldCause(world, n - 1) === 0 && period?.checkOut !== false,
    minimumStayLength: Math.max(dateMinimum ?? settings.minimum_stay ?? 1, 1, weekend),
    maximumStayLength: 0,
    ...(kind === 'unitType' ? { availableUnits: free.length } : {}),
  }
}

/** Returns true if a stay of the nights [a, b) is available: §3.2. */
function isStayFree({ kind, units, settings }: World, a: number, b: number): boolean {
  const isUnitFree = ({ leads }: ModelUnit) => {
    for (let n = a; n < b + (settings.turn_over_days ?? 0); n++) {
      if (leads.some(lead => occupies(lead, n))) return false
    }
    return true
  }
  if (kind !== 'unitType') return units.every(isUnitFree)
  return units.some(unit => unit.active && isUnitFree(unit))
}

const stays = fc.tuple(fc.nat(days - 1), fc.integer({ min: 1, max: 6 }))

describe('the calendar and the check of stays, against a model', () => {
  for (const kind of ['single', 'master', 'unitType'] as const) {
    it(`agree for every ${kind}`, async () => {
      const property = fc.asyncProperty(arbitraryWorld(kind), stays, async (world, [a, nights]) => {
        const uid = await make(world)
        const range = `from=${first}&to=${day(days - 1)}`
        const path = `/api/v3.3/property-calendar/${uid}?${range}`
        const { body } = await server.request('GET', path, { key })
        for (const [n, { date, availability }] of body.calendar.entries.entries()) {
          assert.deepEqual([date, availability], [day(n).toString(), expectedEntry(world, n)])
        }
        const [checkInDate, checkOutDate] = [day(a), day(a + nights)]
        const quoteBody = { propertyUid: uid, checkInDate, checkOutDate }
        const quote = await server.request('POST', '/api/v3.3/quotes', { key, body: quoteBody })
        if (quote.body.code === 'MASTER_NOT_BOOKABLE') return
        const isUnavailable = quote.body.code === 'NOT_AVAILABLE'
        assert.equal(isUnavailable, !isStayFree(world, a, a + nights))
      })
      await fc.assert(property, { numRuns: 25 })
    })
  }
})
