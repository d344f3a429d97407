/** A short round of `npm run prove:fresh`, within one process; what is planted, on one engine. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ground } from '../../prove/fresh/compare.ts'
import { type Plant, plants } from '../../prove/fresh/options.ts'
import { cacheWith, plantInWrites } from '../../prove/fresh/planted.ts'
import { readsOf } from '../../prove/fresh/reads.ts'
import { playRound, seeded } from '../../prove/fresh/rounds.ts'
import { shownTables } from '../../src/rental/table-kinds.ts'
import { engine } from '../support/database.ts'
import { openServer, startServer } from '../support/server.ts'
import { hearQueries } from '../support/tenancy.ts'
import { makeCase } from '../writes/write.ts'

const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0' }
const judge = await startServer({ ...settings, ANSWER_MEMORY_MB: '0' })

async function rounds(plant: Plant | null, count: number) {
  // It is the judge's, and outlives the keeper.
  const database = { ...judge.database, close: async () => undefined }
  const keeper = await openServer(settings, { database, cache: cacheWith(plant) })
  plantInWrites(keeper, plant)
  const setClock = async (now: Date) => keeper.clock.set(now)
  const keepers = [{ request: keeper.request, setClock }]
  const random = seeded(plant === null ? 7 : 11)
  const ground: Ground = { judge, keepers: () => keepers, random, readsMax: 5 }
  const stale: string[] = []
  const failed: string[] = []
  let comparisons = 0
  for (let i = 0; i < count && (plant === null || stale.length === 0); i++) {
    const round = await playRound(ground, 2)
    stale.push(...round.stale)
    failed.push(...round.failed)
    comparisons += round.comparisons
  }
  await keeper.end()
  return { stale, failed, comparisons, kept: keeper.cache.count }
}

/** What is asked to let somebody in. */
const ofAdmission = ['api_keys', 'credential_uses', 'former_keys', 'marks', 'rate_windows']

describe('an answer that is kept', () => {
  it('shows nothing of the tables that are said not to be shown', async () => {
    const given = await makeCase(judge)
    const reads = readsOf(given, [await given.leadIn('BK')])
    const asked = new Set<string>()
    const stop = hearQueries(sql => {
      for (const [, table] of sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)) asked.add(table!)
    })
    for (const { method, path, body } of reads) {
      const answer = await judge.request(method, path, { key: given.key, body })
      assert.equal(answer.status, 200, `${path} ${answer.text}`)
    }
    stop()
    const unshown = [...asked].filter(table => shownTables.none.has(table))
    assert.deepEqual(
      unshown.filter(table => !ofAdmission.includes(table)),
      [],
    )
    const shown = ['leads', 'occupancies', 'orders', 'threads', 'messages', 'pricing_periods']
    for (const table of [...shown, 'event_logs', 'notices']) assert.ok(asked.has(table), table)
  })

  it('is that of the moment, whatever is written, granted or past by then', async () => {
    const { stale, failed, comparisons, kept } = await rounds(null, 1)
    assert.deepEqual(stale, [])
    assert.deepEqual(failed, [])
    assert.ok(comparisons > 80, String(comparisons))
    assert.ok(kept > 5, String(kept))
  })

  for (const plant of engine === 'postgres' ? plants : []) {
    it(`is found out when it is not: ${plant}`, async () => {
      const { stale } = await rounds(plant, 60)
      assert.ok(stale.length > 0)
    })
  }
})
