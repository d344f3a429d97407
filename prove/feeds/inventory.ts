/** Inventory of a history: its properties, imported calendars, and observed state. */
import type { Chance } from '../../demo/chance.ts'
import { dateIn, dateOf, dayOf } from '../../src/platform/dates/dates.ts'
import { makeUnitType } from '../../test/fixtures/held-nights.ts'
import { makeProperty, makeUnit } from '../../test/fixtures/rows.ts'
import { CalendarModel } from './model/calendar-model.ts'
import type { Observation, ObservedLead, Window } from './model/checks.ts'
import { ExternalSystem, type Names } from './model/external-system.ts'
import type {
  ImportedCalendar,
  InventoryKind,
  InventoryModel,
  PropertyModel,
} from './model/inventory-model.ts'
import type { Nights } from './model/stays.ts'
import { listEventTypes, type RunContext, type Tenant } from './run-context.ts'

/** An imported calendar and its external system. */
export interface Calendar extends ImportedCalendar {
  system: ExternalSystem
  /** Uid of the ical; null: it is deleted. */
  uid: string | null
  /** Nights that were freed since its last response. */
  freed: Nights[]
}

export interface Inventory extends InventoryModel {
  context: RunContext
  tenant: Tenant
  timeZone: string
  calendars: Calendar[]
  /** Nights that this server freed, each with its time. */
  freed: (Nights & { atMs: number })[]
  /** First observed guest by lead uid. */
  guests: Map<string, string>
}

const windowDays = 45

/** Creates an inventory without calendars. */
export async function createInventory(
  context: RunContext,
  tenant: Tenant,
  options: { kind: InventoryKind; timeZone: string; turnover: number },
): Promise<Inventory> {
  const { kind, timeZone, turnover } = options
  const { server } = context
  const { agencyUid } = tenant
  const columns = { time_zone: timeZone, turn_over_days: turnover }
  const toProperty = (uid: string, ...pools: number[]): PropertyModel => ({ uid, pools })
  const inventory = {
    ...{
      context,
      tenant,
      kind,
      timeZone,
      calendars: [],
      freed: [],
      own: new Map(),
      guests: new Map(),
    },
  }
  if (kind === 'UNIT_TYPE') {
    const { propertyUid } = await makeUnitType(server, agencyUid, columns)
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    return { ...inventory, pools: [{ units: 2 }], properties: [toProperty(propertyUid, 0)] }
  }
  const main = await makeProperty(server, agencyUid, columns)
  if (kind === 'SINGLE')
    return { ...inventory, pools: [{ units: 1 }], properties: [toProperty(main, 0)] }
  const sub = () => makeProperty(server, agencyUid, { ...columns, parent_uid: main })
  const properties = [
    toProperty(main, 0, 1),
    toProperty(await sub(), 0),
    toProperty(await sub(), 1),
  ]
  return { ...inventory, pools: [{ units: 1 }, { units: 1 }], properties }
}

/**
 * Creates an external system and imports its calendar. In linked inventories it has guests only,
 * since a closure may be taken for an echo of an export.
 */
export async function addCalendar(
  inventory: Inventory,
  chance: Chance,
  names: Names,
  { isLinked = false } = {},
): Promise<void> {
  const path = `/${++names.count}.ics`
  const { timeZone } = inventory
  const system = new ExternalSystem(chance, names, { path, timeZone, hasGuestsOnly: isLinked })
  const property = chance.pick(inventory.properties)
  const model = new CalendarModel({ isUnitType: inventory.kind === 'UNIT_TYPE' })
  const calendar: Calendar = { property, system, model, uid: null, freed: [] }
  system.addInitialStays(calendar.model, todayAt(inventory))
  inventory.calendars.push(calendar)
  await importCalendar(inventory, calendar)
}

/** Adds an ical, again if it was deleted. */
export async function importCalendar(inventory: Inventory, calendar: Calendar): Promise<void> {
  const { path, source } = calendar.system
  const url = `${inventory.context.hostUrl}${path}`
  const body = { propertyUid: calendar.property.uid, name: 'Abroad', url, source }
  const { status, text, body: created } = await inventory.tenant.send('POST', '/icals', body)
  if (status !== 201) throw new Error(`POST /icals: ${status} ${text}`)
  calendar.uid = created.ical.uid
}

/** Returns the local date at the properties, as a number of days. */
export function todayAt({ timeZone, context }: Inventory): number {
  return dayOf(dateIn(timeZone, context.server.clock.now()))
}

export function toWindow(inventory: Inventory): Window {
  const today = todayAt(inventory)
  return { today, from: today, to: today + windowDays }
}

/** Reads the state of an inventory over HTTP, and its events from the log. */
export async function observe(inventory: Inventory): Promise<Observation> {
  const { tenant, properties, context } = inventory
  const window = toWindow(inventory)
  const leads: ObservedLead[] = []
  const unavailable = new Map<string, Set<number>>()
  await Promise.all(
    properties.map(async ({ uid }) => {
      const range = `from=${dateOf(window.from)}&to=${dateOf(window.to)}`
      const calendar = await tenant.send('GET', `/property-calendar/${uid}?${range}`)
      const entries = calendar.body.calendar.entries as Entry[]
      const nights = entries.filter(({ availability }) => availability.unavailable)
      unavailable.set(uid, new Set(nights.map(({ date }) => dayOf(date))))
      leads.push(...(await listLeads(inventory, uid)))
    }),
  )
  return { leads, unavailable, events: await listEventTypes(context.server, tenant.agencyUid) }
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

async function listLeads({ tenant }: Inventory, propertyUid: string): Promise<ObservedLead[]> {
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
