/** Tests of events without a current request: contract/leads.md §4.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EventCase, makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import {
  changed,
  formatEvents,
  type LoggedEvent,
} from '../../../../test/fixtures/events/event-log.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const makeCase = () => makeEventCase(server)

/** Waits for the events of background work. */
async function awaited({ newEvents }: EventCase): Promise<LoggedEvent[]> {
  let events: LoggedEvent[] = []
  await eventually(async () => {
    events = await newEvents()
    return events.length > 0
  })
  return events
}

describe('events of background work', () => {
  const expired = [
    'BOOKING_UPDATED',
    changed('HOLD_CANCELLED'),
    'HOLD_CANCELLED',
    'INQUIRY_UPDATED',
    'LEAD_STATUS_CHANGED',
    'HOLD_EXPIRED',
  ]
  const actors = (events: LoggedEvent[]) => new Set(events.map(event => event.actor_type))

  it('have the system as actor when the sweep expires a hold', async () => {
    const setup = await makeCase()
    await setup.create('ON_HOLD')
    await setup.newEvents()
    server.clock.advance(200 * 3_600_000)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    const events = await awaited(setup)
    assert.deepEqual(formatEvents(events), expired)
    assert.deepEqual(actors(events), new Set(['SYSTEM']))
  })

  it('contain the expiry of a hold before the lead that takes its nights', async () => {
    const setup = await makeCase()
    await setup.create('ON_HOLD')
    await setup.newEvents()
    server.clock.advance(200 * 3_600_000)
    await setup.create('BOOKED')
    const events = await setup.newEvents()
    assert.deepEqual(formatEvents(events.slice(0, expired.length)), expired)
    assert.deepEqual(actors(events.slice(0, expired.length)), new Set(['SYSTEM']))
    assert.deepEqual(actors(events.slice(expired.length)), new Set(['API_KEY']))
  })

  it('contain one event per property of a pricing task', async () => {
    const setup = await makeCase()
    const set = (date: string) => ({
      operation: 'SET',
      pricingPeriod: { propertyUid: setup.propertyUid, date, price: 100 },
    })
    const operations = [set('2027-06-10'), set('2027-06-11')]
    await setup.made('POST', '/pricing-periods/bulk', { operations })
    const events = await awaited(setup)
    assert.deepEqual(formatEvents(events), ['UPDATED_PROPERTY', 'PRICING_UPDATED'])
    assert.deepEqual(actors(events), new Set(['SYSTEM']))
  })
})
