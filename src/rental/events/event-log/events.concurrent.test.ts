/** Tests that a reader of the log misses no concurrent write: contract/events.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emitTestEvents, framesFrom } from '../../../../test/fixtures/events/events.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({}, { pace: { pollMs: 20 } })
const [writers, writesEach, eventsEach] = [8, 20, 2]
const total = writers * writesEach * eventsEach
const all = Array.from({ length: total }, (_, i) => i + 1)

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  const make = () => makeProperty(server, agencyUid)
  return { agencyUid, key, propertyUids: [await make(), await make()] }
}

/** Writes over several connections at once, on PostgreSQL. */
async function write({ agencyUid, propertyUids }: Awaited<ReturnType<typeof makeCase>>) {
  const events = propertyUids.map(property_uid => {
    return { type: 'UPDATED_PROPERTY' as const, keys: { property_uid } }
  })
  const writeAll = async () => {
    for (let i = 0; i < writesEach; i++) await emitTestEvents(server, agencyUid, events)
  }
  await Promise.all(Array.from({ length: writers }, writeAll))
}

describe('positions of the log while 8 connections write', () => {
  it('are all read once and in order by a client that follows nextAfter', async () => {
    const it = await makeCase()
    const writing = write(it)
    const positions: number[] = []
    for (let after = 0; after < total; ) {
      const path = `/api/v3.3/events?after=${after}&_limit=7&wait=30`
      const { body } = await server.request('GET', path, { key: it.key })
      positions.push(...body.events.map(({ seq }: { seq: number }) => seq))
      after = body.nextAfter
    }
    await writing
    assert.deepEqual(positions, all)
  })

  it('are all sent once and in order by a stream', async () => {
    const it = await makeCase()
    const writing = write(it)
    const headers = { 'x-hostfully-apikey': it.key, accept: 'text/event-stream' }
    const stream = await framesFrom(`${server.url}/api/v3.3/events`, headers)
    const positions: number[] = []
    while (positions.length < total) positions.push(Number((await stream.nextEvent()).id))
    stream.close()
    await writing
    assert.deepEqual(positions, all)
  })
})
