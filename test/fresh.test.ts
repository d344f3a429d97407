/** A short round of `npm run prove:fresh`, within one process and on both engines. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Plant, plants } from '../prove/fresh/options.ts'
import { answersWith } from '../prove/fresh/planted.ts'
import { type Ground, playRound, seeded } from '../prove/fresh/rounds.ts'
import { openServer, startServer } from './support/server.ts'

const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0' }
const judge = await startServer({ ...settings, ANSWER_MEMORY_MB: '0' })

async function rounds(plant: Plant | null, count: number) {
  // It is the judge's, and outlives the keeper.
  const database = { ...judge.database, close: async () => undefined }
  const keeper = await openServer(settings, { database, answers: answersWith(plant) })
  const setClock = async (now: Date) => keeper.clock.set(now)
  const keepers = [{ request: keeper.request, setClock }]
  const random = seeded(plant === null ? 7 : 11)
  const ground: Ground = { judge, keepers: () => keepers, random, readsMax: 7 }
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
  return { stale, failed, comparisons, kept: keeper.answers.count }
}

describe('an answer that is kept', () => {
  it('is that of the moment, whatever is written, granted or past by then', async () => {
    const { stale, failed, comparisons, kept } = await rounds(null, 3)
    assert.deepEqual(stale, [])
    assert.deepEqual(failed, [])
    assert.ok(comparisons > 300, String(comparisons))
    assert.ok(kept > 20, String(kept))
  })

  for (const plant of plants) {
    it(`is found out when it is not: ${plant}`, async () => {
      const { stale } = await rounds(plant, 12)
      assert.ok(stale.length > 0)
    })
  }
})
