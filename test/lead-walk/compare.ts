/** What of a lead, a calendar and an order has to read as the model has it. */
import assert from 'node:assert/strict'
import type { Answer, TestServer } from '../support/server.ts'
import { ask, dateOf } from './acts.ts'
import { nights } from './choose.ts'
import { type Model, type ModelLead, seesPerson } from './facts.ts'
import { availableUnits, isUnavailable } from './nights.ts'
import { lapsesTo, type State, states, wordsOf } from './transitions.ts'
import { type CallerName, propertyNames, type World } from './world.ts'

interface CalendarEntry {
  date: string
  availability: { unavailable: boolean; availableUnits?: number }
}

/** Nights before and after those of the walk that leads and their turnover reach into. */
const margin = 8

/** A lead on the wire: `body.lead`. */
type WireLead = Answer['body']

/** A lead as a caller has to read it. */
export function expectedLead({ properties }: Model, lead: ModelLead, by: CallerName) {
  const { state, cancellation, bookedAt, timer, updatedAt } = lead
  return {
    uid: lead.uid,
    ...wordsOf[state],
    source: lead.source,
    propertyUid: properties[lead.property].uid,
    unitUid: lead.unit,
    stay: [dateOf(lead.a), dateOf(lead.b)],
    counts: [lead.adults, lead.children, lead.pets, lead.infants],
    bookedUtcDateTime: bookedAt && utcText(bookedAt),
    holdExpiresUtcDateTime: timer && utcText(timer),
    closeReason: lead.closeReason,
    cancellation: cancellation && {
      cancelledBy: cancellation.cancelledBy,
      reason: cancellation.reason,
      cancelledUtcDateTime: utcText(cancellation.at),
    },
    externalBookingId: lead.externalBookingId,
    hasCompletedPreArrivalForm: lead.isFormCompleted,
    ...(seesPerson(lead, by) ? { notes: lead.notes } : {}),
    updatedUtcDateTime: updatedAt && utcText(updatedAt),
  }
}

/**
 * The same of a lead that was read. One whose timer has ended counts as lapsed, written or not.
 * `lead` is the model's.
 */
export function readLead(read: WireLead, { now }: Model, { updatedAt }: ModelLead) {
  const { guestInformation: guest, metadata } = read
  return {
    uid: read.uid,
    type: read.type,
    status: read.status,
    source: read.source,
    propertyUid: read.propertyUid,
    unitUid: read.unitUid,
    stay: [read.checkInLocalDateTime.slice(0, 10), read.checkOutLocalDateTime.slice(0, 10)],
    counts: [guest.adultCount, guest.childrenCount, guest.petCount, guest.infantCount],
    bookedUtcDateTime: read.bookedUtcDateTime,
    holdExpiresUtcDateTime: read.holdExpiresUtcDateTime,
    closeReason: read.closeReason,
    cancellation: read.cancellation,
    externalBookingId: read.externalBookingId,
    hasCompletedPreArrivalForm: read.hasCompletedPreArrivalForm,
    ...('notes' in read ? { notes: read.notes } : {}),
    updatedUtcDateTime: updatedAt && metadata.updatedUtcDateTime,
    ...lapsed(read, now),
  }
}

function lapsed({ type, status, holdExpiresUtcDateTime: ends }: WireLead, now: number) {
  const state = states.find(each => wordsOf[each].type === type && wordsOf[each].status === status)
  const to = lapsesTo[state as State]
  if (to === undefined || ends === null || Date.parse(`${ends}Z`) > now) return {}
  const closeReason = state === 'OH' ? 'HOLD_EXPIRED' : 'REQUEST_EXPIRED'
  return { ...wordsOf[to], holdExpiresUtcDateTime: null, closeReason }
}

function utcText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19)
}

/** Reads a lead back. */
export async function checkLead(
  server: TestServer,
  { keys }: World,
  model: Model,
  lead: ModelLead,
): Promise<void> {
  const path = `/api/v3.3/leads/${lead.uid}`
  const { status, body } = await ask(server, keys.agency, path)
  assert.equal(status, lead.isDeleted ? 404 : 200, `GET ${path}`)
  if (lead.isDeleted) return
  assert.deepEqual(readLead(body.lead, model, lead), expectedLead(model, lead, 'agency'))
}

/** Reads what a lead comes to. */
export async function checkTotal(
  server: TestServer,
  { keys }: World,
  lead: ModelLead,
): Promise<void> {
  const path = `/api/v3.3/orders?leadUid=${lead.uid}`
  const { body } = await ask(server, keys.agency, path)
  const totals = body.orders.map((order: Answer['body']) => order.totalAmount)
  assert.deepEqual(totals, totalsOf(lead), `totalAmount of lead ${lead.uid}`)
}

function totalsOf({ order }: ModelLead): number[] {
  return order === null ? [] : [Math.round((order.total + order.adjusted) * 100) / 100]
}

/** Every lead, every order, and every night of every property. */
export async function checkAgency(server: TestServer, world: World, model: Model): Promise<void> {
  checkList(await listLeads(server, world, 'agency'), model, 'agency')
  checkTotals(await listTotals(server, world), model)
  await checkCalendars(server, world, model)
}

/** Every lead that a partner may see. */
export async function checkPartners(server: TestServer, world: World, model: Model): Promise<void> {
  for (const by of ['writer', 'reader'] as const) {
    checkList(await listLeads(server, world, by), model, by)
  }
}

/** All leads that a caller sees. */
export async function listLeads(
  server: TestServer,
  { agencyUid, keys }: World,
  by: CallerName,
): Promise<WireLead[]> {
  const path = `/api/v3.3/leads?agencyUid=${agencyUid}&_limit=1000`
  const { body } = await ask(server, keys[by], path)
  assert.equal(body._paging._nextCursor ?? null, null, 'all leads fit on one page')
  return body.leads
}

export function checkList(leads: WireLead[], model: Model, by: CallerName): void {
  const visible = model.leads.filter(lead => isVisible(model, lead, by))
  const read = new Map<string, WireLead>(leads.map(lead => [lead.uid, lead]))
  assert.deepEqual([...read.keys()].sort(), visible.map(({ uid }) => uid).sort(), `leads of ${by}`)
  for (const lead of visible) {
    const expected = expectedLead(model, lead, by)
    assert.deepEqual(readLead(read.get(lead.uid), model, lead), expected)
  }
}

function isVisible({ properties }: Model, lead: ModelLead, by: CallerName): boolean {
  return !lead.isDeleted && properties[lead.property].access[by] !== null
}

/** The order totals of all leads, a pair per order. */
export async function listTotals(server: TestServer, { keys }: World) {
  const orders = await ask(server, keys.agency, '/api/v3.3/orders?updatedSince=2026-01-01')
  const totals: [leadUid: string, total: number][] = orders.body.orders.map(
    ({ leadUid, totalAmount }: Answer['body']) => [leadUid, totalAmount],
  )
  return totals.sort()
}

export function checkTotals(totals: [leadUid: string, total: number][], model: Model): void {
  const leads = model.leads.filter(({ isDeleted }) => !isDeleted)
  const expected = leads.flatMap(lead => totalsOf(lead).map(total => [lead.uid, total]))
  assert.deepEqual(totals, expected.sort(), 'totals of orders')
}

async function checkCalendars(server: TestServer, { keys }: World, model: Model): Promise<void> {
  const properties = Object.values(model.properties)
  const uids = properties.map(({ uid }) => uid)
  const range = `from=${dateOf(-margin)}&to=${dateOf(nights + margin)}`
  const path = `/api/v3.3/property-calendar?propertiesUids=${uids}&${range}`
  const { body } = await ask(server, keys.agency, path)
  for (const [i, property] of properties.entries()) {
    const entries: CalendarEntry[] = body.calendars[i].entries
    const read = entries.map(({ date, availability }) => [
      date,
      availability.unavailable,
      availability.availableUnits,
    ])
    const expected = entries.map((_, n) => [
      dateOf(n - margin),
      isUnavailable(model, property, n - margin),
      property.isUnitType ? availableUnits(model, property, n - margin) : undefined,
    ])
    assert.deepEqual(read, expected, `calendar of ${propertyNames[i]}`)
  }
}
