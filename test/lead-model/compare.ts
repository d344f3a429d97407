/** Comparison of leads, calendars and orders with the model. */
import assert from 'node:assert/strict'
import type { TestResponse, TestServer } from '../support/server.ts'
import { nightDate, sendRequest } from './commands.ts'
import { type CallerName, type ModelFixture, propertyNames } from './fixture.ts'
import { nights } from './generate-command.ts'
import { type Model, type ModelLead, seesPersonalData } from './model-state.ts'
import { availableUnits, isUnavailable } from './nights.ts'
import { expiresTo, type State, states, wireValues } from './transitions.ts'

interface CalendarEntry {
  date: string
  availability: { unavailable: boolean; availableUnits?: number }
}

/** Nights before and after those of the model that leads and their turnover extend into. */
const margin = 8

/** Lead on the wire: `body.lead`. */
type WireLead = TestResponse['body']

/** Returns a lead of the model as a caller must receive it. */
export function expectedLead({ properties }: Model, lead: ModelLead, caller: CallerName) {
  const { state, cancellation, bookedAt, timer, updatedAt } = lead
  return {
    uid: lead.uid,
    ...wireValues[state],
    source: lead.source,
    propertyUid: properties[lead.property].uid,
    unitUid: lead.unit,
    stay: [nightDate(lead.a), nightDate(lead.b)],
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
    ...(seesPersonalData(lead, caller) ? { notes: lead.notes } : {}),
    updatedUtcDateTime: updatedAt && utcText(updatedAt),
  }
}

/**
 * Returns a lead from the wire in the shape of {@link expectedLead}. A lead whose timer has ended
 * counts as expired, even if the server has not written that yet.
 */
export function normalizeLead(read: WireLead, { now }: Model, { updatedAt }: ModelLead) {
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
    ...expiredFields(read, now),
  }
}

function expiredFields({ type, status, holdExpiresUtcDateTime: ends }: WireLead, now: number) {
  const state = states.find(
    state => wireValues[state].type === type && wireValues[state].status === status,
  )
  const expiredState = expiresTo[state as State]
  if (expiredState === undefined || ends === null || Date.parse(`${ends}Z`) > now) return {}
  const closeReason = state === 'OH' ? 'HOLD_EXPIRED' : 'REQUEST_EXPIRED'
  return { ...wireValues[expiredState], holdExpiresUtcDateTime: null, closeReason }
}

function utcText(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19)
}

export async function checkLead(
  server: TestServer,
  { keys }: ModelFixture,
  model: Model,
  lead: ModelLead,
): Promise<void> {
  const path = `/api/v3.3/leads/${lead.uid}`
  const { status, body } = await sendRequest(server, keys.agency, path)
  assert.equal(status, lead.isDeleted ? 404 : 200, `GET ${path}`)
  if (lead.isDeleted) return
  assert.deepEqual(normalizeLead(body.lead, model, lead), expectedLead(model, lead, 'agency'))
}

export async function checkTotal(
  server: TestServer,
  { keys }: ModelFixture,
  lead: ModelLead,
): Promise<void> {
  const path = `/api/v3.3/orders?leadUid=${lead.uid}`
  const { body } = await sendRequest(server, keys.agency, path)
  const totals = body.orders.map((order: TestResponse['body']) => order.totalAmount)
  assert.deepEqual(totals, expectedTotals(lead), `totalAmount of lead ${lead.uid}`)
}

function expectedTotals({ order }: ModelLead): number[] {
  return order === null ? [] : [Math.round((order.total + order.adjusted) * 100) / 100]
}

/** Compares every lead, every order, and every night of every property. */
export async function checkAgency(
  server: TestServer,
  fixture: ModelFixture,
  model: Model,
): Promise<void> {
  checkList(await listLeads(server, fixture, 'agency'), model, 'agency')
  checkTotals(await listTotals(server, fixture), model)
  await checkCalendars(server, fixture, model)
}

export async function checkPartners(
  server: TestServer,
  fixture: ModelFixture,
  model: Model,
): Promise<void> {
  for (const caller of ['writer', 'reader'] as const) {
    checkList(await listLeads(server, fixture, caller), model, caller)
  }
}

export async function listLeads(
  server: TestServer,
  { agencyUid, keys }: ModelFixture,
  caller: CallerName,
): Promise<WireLead[]> {
  const path = `/api/v3.3/leads?agencyUid=${agencyUid}&_limit=1000`
  const { body } = await sendRequest(server, keys[caller], path)
  assert.equal(body._paging._nextCursor ?? null, null, 'all leads fit on one page')
  return body.leads
}

export function checkList(leads: WireLead[], model: Model, caller: CallerName): void {
  const visible = model.leads.filter(lead => isVisible(model, lead, caller))
  const read = new Map<string, WireLead>(leads.map(lead => [lead.uid, lead]))
  assert.deepEqual(
    [...read.keys()].sort(),
    visible.map(({ uid }) => uid).sort(),
    `leads of ${caller}`,
  )
  for (const lead of visible) {
    const expected = expectedLead(model, lead, caller)
    assert.deepEqual(normalizeLead(read.get(lead.uid), model, lead), expected)
  }
}

function isVisible({ properties }: Model, lead: ModelLead, caller: CallerName): boolean {
  return !lead.isDeleted && properties[lead.property].access[caller] !== null
}

/** Lists the totals of all orders. */
export async function listTotals(server: TestServer, { keys }: ModelFixture) {
  const orders = await sendRequest(server, keys.agency, '/api/v3.3/orders?updatedSince=2026-01-01')
  const totals: [leadUid: string, total: number][] = orders.body.orders.map(
    ({ leadUid, totalAmount }: TestResponse['body']) => [leadUid, totalAmount],
  )
  return totals.sort()
}

export function checkTotals(totals: [leadUid: string, total: number][], model: Model): void {
  const leads = model.leads.filter(({ isDeleted }) => !isDeleted)
  const expected = leads.flatMap(lead => expectedTotals(lead).map(total => [lead.uid, total]))
  assert.deepEqual(totals, expected.sort(), 'totals of orders')
}

async function checkCalendars(
  server: TestServer,
  { keys }: ModelFixture,
  model: Model,
): Promise<void> {
  const properties = Object.values(model.properties)
  const uids = properties.map(({ uid }) => uid)
  const range = `from=${nightDate(-margin)}&to=${nightDate(nights + margin)}`
  const path = `/api/v3.3/property-calendar?propertiesUids=${uids}&${range}`
  const { body } = await sendRequest(server, keys.agency, path)
  for (const [i, property] of properties.entries()) {
    const entries: CalendarEntry[] = body.calendars[i].entries
    const read = entries.map(({ date, availability }) => [
      date,
      availability.unavailable,
      availability.availableUnits,
    ])
    const expected = entries.map((_, n) => [
      nightDate(n - margin),
      isUnavailable(model, property, n - margin),
      property.isUnitType ? availableUnits(model, property, n - margin) : undefined,
    ])
    assert.deepEqual(read, expected, `calendar of ${propertyNames[i]}`)
  }
}
