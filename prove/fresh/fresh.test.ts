/** A short round of `npm run prove:fresh` within one process; mutations on PostgreSQL only. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cachedTables } from '../../src/rental/table-placement.ts'
import { engine } from '../../test/support/database.ts'
import { openServer, startServer } from '../../test/support/server.ts'
import { onQuery } from '../../test/support/tenancy.ts'
import { makeCase } from '../../test/write-cases/write.ts'
import type { RunContext } from './compare.ts'
import { mutateWrites, openCache } from './mutations.ts'
import { type Mutation, mutations } from './options.ts'
import { listReads } from './reads.ts'
import { playRound, seeded } from './rounds.ts'

const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0' }
const reference = await startServer({ ...settings, RESPONSE_CACHE_MB: '0' })

async function rounds(mutation: Mutation | null, count: number) {
  // The database belongs to the reference server, and outlives the caching server.
  const database = { ...reference.database, close: async () => undefined }
  const cachingServer = await openServer(settings, { database, cache: openCache(mutation) })
  mutateWrites(cachingServer, mutation)
  const setClock = async (now: Date) => cachingServer.clock.set(now)
  const servers = [{ request: cachingServer.request, setClock }]
  const random = seeded(mutation === null ? 7 : 11)
  const context: RunContext = { reference, servers: () => servers, random, readsMax: 5 }
  const stale: string[] = []
  const failed: string[] = []
  let comparisons = 0
  for (let i = 0; i < count && (mutation === null || stale.length === 0); i++) {
    const round = await playRound(context, 2)
    stale.push(...round.stale)
    failed.push(...round.failed)
    comparisons += round.comparisons
  }
  await cachingServer.end()
  return { stale, failed, comparisons, cachedCount: cachingServer.cache.count }
}

const authenticationTables = [
  'api_keys',
  'credential_uses',
  'former_keys',
  'cache_tag_versions',
  'rate_windows',
]

describe('a cached response', () => {
  it('contains nothing of tables without cache tags', async () => {
    const testCase = await makeCase(reference)
    const reads = listReads(testCase, [await testCase.leadIn('BK')])
    const queried = new Set<string>()
    const stop = onQuery(sql => {
      for (const [, table] of sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)) queried.add(table!)
    })
    for (const { method, path, body } of reads) {
      const response = await reference.request(method, path, { key: testCase.key, body })
      assert.equal(response.status, 200, `${path} ${response.text}`)
    }
    stop()
    const excluded = [...queried].filter(table => cachedTables.none.has(table))
    assert.deepEqual(
      excluded.filter(table => !authenticationTables.includes(table)),
      [],
    )
    const included = ['leads', 'occupancies', 'orders', 'threads', 'messages', 'pricing_periods']
    for (const table of [...included, 'event_logs', 'notices']) assert.ok(queried.has(table), table)
  })

  it('equals an uncached response after writes, changed grants and passed time', async () => {
    const { stale, failed, comparisons, cachedCount } = await rounds(null, 1)
    assert.deepEqual(stale, [])
    assert.deepEqual(failed, [])
    assert.ok(comparisons > 80, String(comparisons))
    assert.ok(cachedCount > 5, String(cachedCount))
  })

  for (const mutation of engine === 'postgres' ? mutations : []) {
    it(`differs from an uncached response with the mutation ${mutation}`, async () => {
      const { stale } = await rounds(mutation, 60)
      assert.ok(stale.length > 0)
    })
  }
})
