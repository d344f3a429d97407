/** What is told of changes that no request of the moment asked for: contract/leads.md §4.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, type LoggedEvent, told } from '../../../../test/fixtures/events/event-log.ts'
import { makeToldCase, type ToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const makeCase = () => makeToldCase(server)

/** The events that background work makes. */
async function awaited({ news }: ToldCase): Promise<LoggedEvent[]> {
  let events: LoggedEvent[] = []
  await eventually(async () => {
    events = await news()
    return events.length > 0
  })
  return events
}

describe('what nobody asked for now', () => {
  const lapsed = [
    'BOOKING_UPDATED',
    changed('HOLD_CANCELLED'),
    'HOLD_CANCELLED',
    'INQUIRY_UPDATED',
    'LEAD_STATUS_CHANGED',
    'HOLD_EXPIRED',
  ]
  const actors = (events: LoggedEvent[]) => new Set(events.map(event => event.actor_type))

  it('a hold that lapses by the sweep is told by the system', async () => {
    const given = await makeCase()
    await given.create('ON_HOLD')
    await given.news()
    server.clock.advance(200 * 3_600_000)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    const events = await awaited(given)
    assert.deepEqual(told(events), lapsed)
    assert.deepEqual(actors(events), new Set(['SYSTEM']))
  })

  it('a hold that lapses because its nights are needed is told before who takes them', async () => {
    const given = await makeCase()
    await given.create('ON_HOLD')
    await given.news()
    server.clock.advance(200 * 3_600_000)
    await given.create('BOOKED')
    const events = await given.news()
    assert.deepEqual(told(events.slice(0, lapsed.length)), lapsed)
    assert.deepEqual(actors(events.slice(0, lapsed.length)), new Set(['SYSTEM']))
    assert.deepEqual(actors(events.slice(lapsed.length)), new Set(['API_KEY']))
  })

  it('a pricing task is told once of each property', async () => {
    const given = await makeCase()
    const set = (date: string) => ({
      operation: 'SET',
      pricingPeriod: { propertyUid: given.propertyUid, date, price: 100 },
    })
    const operations = [set('2027-06-10'), set('2027-06-11')]
    await given.made('POST', '/pricing-periods/bulk', { operations })
    const events = await awaited(given)
    assert.deepEqual(told(events), ['UPDATED_PROPERTY', 'PRICING_UPDATED'])
    assert.deepEqual(actors(events), new Set(['SYSTEM']))
  })
})
