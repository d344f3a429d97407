/** Time zone of a property and its leads: contract/properties.md §2, contract/leads.md §1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

/** Creates a property in Denver with a booking of 27 to 30 November 2026 and a past one. */
async function makeCase() {
  server.clock.set('2026-05-20T15:00:00Z')
  const it = await makeEventCase(server)
  const { made, key } = it
  const past = { checkInLocalDate: '2026-05-10', checkOutLocalDate: '2026-05-12' }
  const stay = { checkInLocalDate: '2026-11-27', checkOutLocalDate: '2026-11-30' }
  const over = (await it.create('BOOKED', past)).lead.uid as string
  const lead = (await it.create('BOOKED', stay)).lead.uid as string
  const zones = async (uid: string) => {
    const { lead } = await made('GET', `/leads/${uid}`)
    return [lead.checkInZonedDateTime, lead.checkOutZonedDateTime]
  }
  const query = async (path: string, fields: string) => {
    const body = { query: `{ leads(propertyUid: "${it.propertyUid}") { ${fields} } }` }
    const response = await server.request('POST', path, { key, body })
    assert.equal(response.status, 200, response.text)
    return JSON.stringify(response.body)
  }
  const correct = (timeZone: string) => made('PATCH', `/properties/${it.propertyUid}`, { timeZone })
  return { ...it, over, lead, zones, ask: query, correct }
}

describe('a changed time zone', () => {
  it('applies to the leads at once, in REST and GraphQL, at the same local times', async () => {
    const it = await makeCase()
    const fields = 'uid checkInZonedDateTime'
    assert.match(await it.ask('/api/v3.3/graphql', fields), /2026-11-27T15:00:00-07:00/)
    await it.correct('Asia/Tokyo')
    const ends = ['2026-11-27T15:00:00+09:00', '2026-11-30T11:00:00+09:00']
    assert.deepEqual(await it.zones(it.lead), ends)
    assert.deepEqual(await it.zones(it.over), [
      '2026-05-10T15:00:00+09:00',
      '2026-05-12T11:00:00+09:00',
    ])
    assert.match(await it.ask('/api/v3.3/graphql', fields), /2026-11-27T15:00:00\+09:00/)
    const from = 'checkInFromUtcDateTime=2026-11-27T07:00:00'
    const path = `/leads?propertyUid=${it.propertyUid}&${from}`
    assert.deepEqual((await it.made('GET', path)).leads, [])
  })

  it('determines the current guests', async () => {
    const it = await makeCase()
    // This is 18:20 in Tokyo and 02:20 in Denver.
    server.clock.set('2026-11-27T09:20:00Z')
    assert.match(await it.ask('/v2/leadsql', 'status'), /BOOKED_BY_AGENT/)
    const stages = async () => {
      const path = `/leads/counts?by=stage&agencyUid=${it.agencyUid}&propertyUid=${it.propertyUid}`
      const { counts } = await it.made('GET', path)
      return counts.find(({ value }: { value: string }) => value === 'STAY').count
    }
    assert.equal(await stages(), 0)
    await it.correct('Asia/Tokyo')
    assert.match(await it.ask('/v2/leadsql', 'status'), /STAY/)
    assert.equal(await stages(), 1)
  })

  it('emits one event per upcoming lead, and is in the delta of all leads', async () => {
    const it = await makeCase()
    await it.newEvents()
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString().slice(0, 19)
    await it.correct('Asia/Tokyo')
    const events = (await it.newEvents()).map(({ type, object_uid }) => `${type} ${object_uid}`)
    const expected = [`UPDATED_PROPERTY ${it.propertyUid}`, `BOOKING_UPDATED ${it.lead}`]
    assert.deepEqual(events.sort(), expected.sort())
    const path = `/leads?propertyUid=${it.propertyUid}&updatedSince=${since}`
    const { leads } = await it.made('GET', path)
    const uids = leads.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual(uids.sort(), [it.over, it.lead].sort())
    const { history } = await it.made('GET', `/leads/${it.lead}/history`)
    assert.equal(history.at(-1).act, 'time-zone')
    await it.correct('Asia/Tokyo')
    assert.deepEqual(await it.newEvents(), [])
  })
})
