/** A house of a history: its properties, the calendars of it, and how it looks. */
import type { Chance } from '../../demo/chance.ts'
import { dateIn, dateOf, dayOf } from '../../src/platform/dates.ts'
import { makeUnitType } from '../../test/fixtures/held-nights.ts'
import { makeProperty, makeUnit } from '../../test/fixtures/rows.ts'
import { Abroad, type Names } from './model/abroad.ts'
import { CalendarModel } from './model/calendar-model.ts'
import type { Seen, SeenLead, Window } from './model/checks.ts'
import type { HouseKind, HouseModel, ImportedCalendar, Place } from './model/house-model.ts'
import type { Nights } from './model/stays.ts'
import { eventsOf, type Stage, type Tenant } from './stage.ts'

/** A calendar that is imported. */
export interface Calendar extends ImportedCalendar {
  abroad: Abroad
  /** Null: it is deleted here. */
  uid: string | null
  /** Nights that were freed since its last answer. */
  freed: Nights[]
}

export interface House extends HouseModel {
  stage: Stage
  tenant: Tenant
  timeZone: string
  calendars: Calendar[]
  /** Nights that were freed here, and when. */
  freed: (Nights & { atMs: number })[]
  /** The guest of each lead, as first seen. */
  guests: Map<string, string>
}

const daysAhead = 45

/** Makes a house of some kind, without calendars. */
export async function makeHouse(
  stage: Stage,
  tenant: Tenant,
  given: { kind: HouseKind; timeZone: string; turnover: number },
): Promise<House> {
  const { kind, timeZone, turnover } = given
  const { server } = stage
  const { agencyUid } = tenant
  const columns = { time_zone: timeZone, turn_over_days: turnover }
  const of = (uid: string, ...pools: number[]): Place => ({ uid, pools })
  const house = {
    ...{
      stage,
      tenant,
      kind,
      timeZone,
      calendars: [],
      freed: [],
      own: new Map(),
      guests: new Map(),
    },
  }
  if (kind === 'TYPE') {
    const { propertyUid } = await makeUnitType(server, agencyUid, columns)
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    return { ...house, pools: [{ units: 2 }], places: [of(propertyUid, 0)] }
  }
  const main = await makeProperty(server, agencyUid, columns)
  if (kind === 'HOUSE') return { ...house, pools: [{ units: 1 }], places: [of(main, 0)] }
  const sub = () => makeProperty(server, agencyUid, { ...columns, parent_uid: main })
  const places = [of(main, 0, 1), of(await sub(), 0), of(await sub(), 1)]
  return { ...house, pools: [{ units: 1 }, { units: 1 }], places }
}

/**
 * Has a calendar imported, which has not answered yet. A closure of a linked house may be taken for
 * an echo of what the house exported: its calendars have guests only.
 */
export async function addCalendar(
  house: House,
  chance: Chance,
  names: Names,
  { isLinked = false } = {},
): Promise<void> {
  const path = `/${++names.count}.ics`
  const { timeZone } = house
  const abroad = new Abroad(chance, names, { path, timeZone, hasGuestsOnly: isLinked })
  const place = chance.pick(house.places)
  const model = new CalendarModel({ isUnitType: house.kind === 'TYPE' })
  const calendar: Calendar = { place, abroad, model, uid: null, freed: [] }
  abroad.fill(calendar.model, todayAt(house))
  house.calendars.push(calendar)
  await importCalendar(house, calendar)
}

/** Adds a calendar, or adds it again. */
export async function importCalendar(house: House, calendar: Calendar): Promise<void> {
  const { path, source } = calendar.abroad
  const url = `${house.stage.hostUrl}${path}`
  const body = { propertyUid: calendar.place.uid, name: 'Abroad', url, source }
  const { status, text, body: answered } = await house.tenant.send('POST', '/icals', body)
  if (status !== 201) throw new Error(`POST /icals is answered by ${status}: ${text}`)
  calendar.uid = answered.ical.uid
}

/** The civil date at a house, as a number. */
export function todayAt({ timeZone, stage }: House): number {
  return dayOf(dateIn(timeZone, stage.server.clock.now()))
}

/** The nights that are looked at. */
export function windowOf(house: House): Window {
  const today = todayAt(house)
  return { today, from: today, to: today + daysAhead }
}

/** Looks at a house by the interface; at its events by the log. */
export async function look(house: House): Promise<Seen> {
  const { tenant, places, stage } = house
  const window = windowOf(house)
  const leads: SeenLead[] = []
  const unavailable = new Map<string, Set<number>>()
  await Promise.all(
    places.map(async ({ uid }) => {
      const range = `from=${dateOf(window.from)}&to=${dateOf(window.to)}`
      const calendar = await tenant.send('GET', `/property-calendar/${uid}?${range}`)
      const entries = calendar.body.calendar.entries as Entry[]
      const nights = entries.filter(({ availability }) => availability.unavailable)
      unavailable.set(uid, new Set(nights.map(({ date }) => dayOf(date))))
      leads.push(...(await listLeads(house, uid)))
    }),
  )
  return { leads, unavailable, events: await eventsOf(stage.server, tenant.agencyUid) }
}

interface Entry {
  date: string
  availability: { unavailable: boolean }
}

interface LeadBody {
  uid: string
  status: string
  source: string
  notes: string | null
  propertyUid: string
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
  updatedUtcDateTime: string
}

async function listLeads({ tenant }: House, propertyUid: string): Promise<SeenLead[]> {
  const leads: LeadBody[] = []
  let cursor: string | null = null
  do {
    const next: string = cursor === null ? '' : `&_cursor=${encodeURIComponent(cursor)}`
    const path = `/leads?propertyUid=${propertyUid}&_limit=100${next}`
    const { body } = await tenant.send('GET', path)
    leads.push(...body.leads)
    cursor = body._paging?._nextCursor ?? null
  } while (cursor !== null)
  return leads.map(lead => ({
    uid: lead.uid,
    propertyUid,
    status: lead.status,
    isImported: lead.source === 'HOSTFULLY_ICAL',
    notes: lead.notes,
    updated: lead.updatedUtcDateTime,
    from: dayOf(lead.checkInLocalDateTime.slice(0, 10)),
    to: dayOf(lead.checkOutLocalDateTime.slice(0, 10)),
  }))
}
