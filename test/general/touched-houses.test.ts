/** Which answers a write leaves as they are: docs/decisions/0038-response-cache.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sweepLeads } from '../../src/rental/leads/lead-actions/sweep-leads.ts'
import { makeLead, makeOrder, makeProperty } from '../fixtures/rows.ts'
import { openServer, startServer } from '../support/server.ts'
import { writes } from '../writes/all.ts'
import { writes as jobWrites } from '../writes/job-writes.ts'
import { writes as leadWrites } from '../writes/lead-writes.ts'
import { writes as messageWrites } from '../writes/message-writes.ts'
import { type Case, makeCase, type Write } from '../writes/write.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0' })
// It is the server's, and outlives the judge, which keeps nothing.
const database = { ...server.database, close: async () => undefined }
const unkept = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ANSWER_MEMORY_MB: '0' }
const judge = await openServer(unkept, { database })
after(() => judge.end())

const v3 = '/api/v3.3'
const days = 'from=2026-06-01&to=2026-08-31'

/** Reads about one house alone. */
const readsOf = (uid: string): Read[] => [
  ['POST', '/v2/leadsql', `{ leads(propertyUid: "${uid}") { uid notes status order { uid } } }`],
  ['GET', `${v3}/leads?propertyUid=${uid}`],
  ['GET', `${v3}/orders?propertyUid=${uid}`],
  ['GET', `${v3}/property-calendar/${uid}?${days}`],
]

type Read = [method: string, path: string, body?: string]

const together = ({ agencyUid }: Case): Read => {
  return ['GET', `${v3}/multi-calendar?agencyUid=${agencyUid}&${days}`]
}

const ask = async (from: typeof server, { key }: Case, [method, path, body]: Read) =>
  (await from.request(method, path, { key, ...(body ? { body } : {}) })).text

/** How many of the reads of a house were kept. */
async function keptOf(it: Case, uid: string): Promise<number> {
  const { kept } = server.cache.requests
  for (const read of readsOf(uid)) await ask(server, it, read)
  return server.cache.requests.kept - kept
}

/** Fails unless what is shown of some houses, and of all together, is that of the moment. */
async function expectFresh(it: Case, uids: string[]): Promise<void> {
  for (const read of [...uids.flatMap(readsOf), together(it)]) {
    assert.equal(await ask(server, it, read), await ask(judge, it, read), read[1])
  }
}

interface Scene {
  it: Case
  /** Another house, with a lead and an order. */
  there: string
  /** What a request needs. */
  write: Write
}

/** Makes houses and what is written on, has all kept, writes, and says what was kept of others. */
async function keptThrough(
  prepare: (it: Case) => Write | Promise<Write>,
  act: (scene: Scene) => Promise<void>,
): Promise<number> {
  const it = await makeCase(server)
  const there = await makeProperty(server, it.agencyUid)
  const leadUid = await makeLead(server, it.agencyUid, { property_uid: there })
  await makeOrder(server, it.agencyUid, leadUid)
  const write = await prepare(it)
  const houses = [it.propertyUid, there]
  for (const read of [...houses.flatMap(readsOf), together(it)]) await ask(server, it, read)
  await act({ it, there, write })
  const kept = await keptOf(it, there)
  await expectFresh(it, houses)
  return kept
}

async function send({ it, write }: Scene, route: string): Promise<void> {
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, name: string) => write.params![name]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const options = { key: it.key, ...(write.body ? { body: write.body } : {}) }
  const answer = await server.request(method, `${v3}${path}${query}`, options)
  assert.ok(answer.status < 300, `${route}: ${answer.text}`)
}

const all = readsOf('').length

/** Those on which answers about any house depend, or of which nobody says where they belong. */
const everywhere = new Set([
  'POST /guests/:uid/erase',
  'POST /services',
  'PUT /services/:uid',
  'DELETE /services/:uid',
  'POST /service-providers',
  'PUT /service-providers/:uid',
  'DELETE /service-providers/:uid',
])

describe('what is kept of a house', () => {
  for (const route of Object.keys({ ...leadWrites, ...messageWrites, ...jobWrites })) {
    const stays = !everywhere.has(route)
    it(`${stays ? 'outlives' : 'does not outlive'} ${route} at another`, async () => {
      const kept = await keptThrough(writes.v3[route]!, scene => send(scene, route))
      assert.equal(kept, stays ? all : 0)
    })
  }

  it('does not outlive a lead that comes from another', async () => {
    const kept = await keptThrough(
      async it => ({ params: { uid: await it.leadIn('BK') }, tells: [] }),
      async scene => {
        const write = { ...scene.write, body: { propertyUid: scene.there } }
        await send({ ...scene, write }, 'POST /leads/:uid/alteration')
      },
    )
    assert.equal(kept, 0)
  })

  it('outlives a hold that lapses at another', async () => {
    const before = server.clock.now()
    const kept = await keptThrough(
      async it => ({ params: { uid: await it.leadIn('OH') }, tells: [] }),
      async () => {
        const later = new Date(before.getTime() + 2 * 86_400_000)
        server.clock.set(later)
        const log = { error: assert.fail } as never
        const work = { ...server, db: server.database.kysely, log } as never
        assert.ok((await sweepLeads(work)).closed > 0)
        server.clock.set(before)
      },
    )
    assert.equal(kept, all)
  })

  it('outlives a refund at another', async () => {
    const kept = await keptThrough(
      async it => {
        const orderUid = await it.orderOf(await it.leadIn('BK'))
        const paid = { orderUid, type: 'SALE', status: 'SUCCESS', amount: 5, isManual: true }
        const { key } = it
        await server.request('POST', `${v3}/transactions`, { key, body: paid })
        return { body: { ...paid, type: 'REFUND' }, tells: [] }
      },
      scene => send(scene, 'POST /transactions'),
    )
    assert.equal(kept, all)
  })
})
