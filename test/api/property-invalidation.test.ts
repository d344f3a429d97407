/** Responses that a write does not invalidate: docs/decisions/0038-response-cache.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { expireDueLeads } from '../../src/rental/leads/lead-actions/expire-due-leads.ts'
import { workContext } from '../../src/server/start-workers.ts'
import { makeLead, makeOrder, makeProperty } from '../fixtures/rows.ts'
import { openServer, startServer } from '../support/server.ts'
import { writes } from '../write-cases/all.ts'
import { writes as jobWrites } from '../write-cases/job-writes.ts'
import { writes as leadWrites } from '../write-cases/lead-writes.ts'
import { writes as messageWrites } from '../write-cases/message-writes.ts'
import { type Case, makeCase, type Write } from '../write-cases/write.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0' })
// The database of the server, which outlives the uncached server.
const database = { ...server.database, close: async () => undefined }
const uncachedSettings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', RESPONSE_CACHE_MB: '0' }
const uncachedServer = await openServer(uncachedSettings, { database })
after(() => uncachedServer.end())

const v3 = '/api/v3.3'
const days = 'from=2026-06-01&to=2026-08-31'

/** Reads about a single property. */
const listReads = (uid: string): Read[] => [
  ['POST', '/v2/leadsql', `{ leads(propertyUid: "${uid}") { uid notes status order { uid } } }`],
  ['GET', `${v3}/leads?propertyUid=${uid}`],
  ['GET', `${v3}/orders?propertyUid=${uid}`],
  ['GET', `${v3}/property-calendar/${uid}?${days}`],
]

type Read = [method: string, path: string, body?: string]

const multiCalendarRead = ({ agencyUid }: Case): Read => {
  return ['GET', `${v3}/multi-calendar?agencyUid=${agencyUid}&${days}`]
}

const sendRead = async (from: typeof server, { key }: Case, [method, path, body]: Read) =>
  (await from.request(method, path, { key, ...(body ? { body } : {}) })).text

/** Counts the reads of a property that came from the cache. */
async function countHits(it: Case, uid: string): Promise<number> {
  const { hit: hits } = server.cache.requests
  for (const read of listReads(uid)) await sendRead(server, it, read)
  return server.cache.requests.hit - hits
}

/** Asserts that the responses about some properties, and about all of them, are current. */
async function expectFresh(it: Case, uids: string[]): Promise<void> {
  for (const read of [...uids.flatMap(listReads), multiCalendarRead(it)]) {
    assert.equal(
      await sendRead(server, it, read),
      await sendRead(uncachedServer, it, read),
      read[1],
    )
  }
}

interface WriteCase {
  it: Case
  /** Another property, with a lead and an order. */
  there: string
  /** Input of the request. */
  write: Write
}

/**
 * Creates properties, fills the cache, writes, and counts the reads of the other property that are
 * still cached.
 */
async function countHitsAfter(
  prepare: (it: Case) => Write | Promise<Write>,
  change: (writeCase: WriteCase) => Promise<void>,
): Promise<number> {
  const it = await makeCase(server)
  const there = await makeProperty(server, it.agencyUid)
  const leadUid = await makeLead(server, it.agencyUid, { property_uid: there })
  await makeOrder(server, it.agencyUid, leadUid)
  const write = await prepare(it)
  const propertyUids = [it.propertyUid, there]
  for (const read of [...propertyUids.flatMap(listReads), multiCalendarRead(it)])
    await sendRead(server, it, read)
  await change({ it, there, write })
  const hits = await countHits(it, there)
  await expectFresh(it, propertyUids)
  return hits
}

async function send({ it, write }: WriteCase, route: string): Promise<void> {
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, name: string) => write.params![name]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const options = { key: it.key, ...(write.body ? { body: write.body } : {}) }
  const response = await server.request(method, `${v3}${path}${query}`, options)
  assert.ok(response.status < 300, `${route}: ${response.text}`)
}

const all = listReads('').length

/** Tables on which responses about any property depend, or without a property. */
const everywhere = new Set([
  'POST /guests/:uid/erase',
  'POST /services',
  'PUT /services/:uid',
  'DELETE /services/:uid',
  'POST /service-providers',
  'PUT /service-providers/:uid',
  'DELETE /service-providers/:uid',
])

describe('a cached response about a property', () => {
  for (const route of Object.keys({ ...leadWrites, ...messageWrites, ...jobWrites })) {
    const stays = !everywhere.has(route)
    it(`${stays ? 'outlives' : 'does not outlive'} ${route} at another`, async () => {
      const hits = await countHitsAfter(writes.v3[route]!, writeCase => send(writeCase, route))
      assert.equal(hits, stays ? all : 0)
    })
  }

  it('does not outlive a lead that moves from another', async () => {
    const hits = await countHitsAfter(
      async it => ({ params: { uid: await it.leadIn('BK') }, tells: [] }),
      async writeCase => {
        const write = { ...writeCase.write, body: { propertyUid: writeCase.there } }
        await send({ ...writeCase, write }, 'POST /leads/:uid/alteration')
      },
    )
    assert.equal(hits, 0)
  })

  it('outlives a hold that expires at another', async () => {
    const before = server.clock.now()
    const hits = await countHitsAfter(
      async it => ({ params: { uid: await it.leadIn('OH') }, tells: [] }),
      async () => {
        const later = new Date(before.getTime() + 2 * 86_400_000)
        server.clock.set(later)
        const log = { error: assert.fail } as never
        const work = workContext(server, log as never)
        assert.ok((await expireDueLeads(work)).closed > 0)
        server.clock.set(before)
      },
    )
    assert.equal(hits, all)
  })

  it('outlives a refund at another', async () => {
    const hits = await countHitsAfter(
      async it => {
        const orderUid = await it.orderOf(await it.leadIn('BK'))
        const paid = { orderUid, type: 'SALE', status: 'SUCCESS', amount: 5, isManual: true }
        const { key } = it
        await server.request('POST', `${v3}/transactions`, { key, body: paid })
        return { body: { ...paid, type: 'REFUND' }, tells: [] }
      },
      writeCase => send(writeCase, 'POST /transactions'),
    )
    assert.equal(hits, all)
  })
})
