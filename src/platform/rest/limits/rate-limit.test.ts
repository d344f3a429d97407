/** How requests are counted by several processes: contract/general.md §6. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createDatabase } from '../../../../test/support/database.ts'
import type { Run } from '../../db/database.ts'
import { RateCounts } from './rate-limit.ts'

const database = await createDatabase()
after(() => database.close())

const now = new Date('2026-05-20T15:00:00Z')
let credentials = 0
const another = () => `credential ${++credentials}`

function counting() {
  let statements = 0
  const run: Run = (...asked) => {
    statements++
    return database.run(...asked)
  }
  return { counts: new RateCounts(run), statements: () => statements }
}

/** How many of some requests are let in, all at once. */
async function admitted(counts: RateCounts[], credential: string, limit: number, times: number) {
  const asked = Array.from({ length: times }, (_, i) =>
    counts[i % counts.length]!.count(credential, limit, now),
  )
  return (await Promise.all(asked)).filter(counted => !counted!.refused).length
}

describe('requests of a credential', () => {
  it('are counted exactly by one process, by few statements', async () => {
    const { counts, statements } = counting()
    const credential = another()
    for (let i = 1; i <= 400; i++) {
      const counted = await counts.count(credential, 400, now)
      assert.deepEqual([counted!.refused, counted!.window.remaining], [false, 400 - i])
    }
    assert.ok(statements() < 100, String(statements()))
    const over = await counts.count(credential, 400, now)
    assert.deepEqual([over!.refused, over!.window.remaining], [true, 0])
  })

  it('are never more than the limit over several processes', async () => {
    for (const limit of [1, 5, 40, 400]) {
      const three = [counting(), counting(), counting()].map(({ counts }) => counts)
      const admittedCount = await admitted(three, another(), limit, limit * 2)
      assert.ok(admittedCount <= limit, `${admittedCount} of ${limit}`)
      assert.ok(admittedCount > limit / 2, `${admittedCount} of ${limit}`)
    }
  })

  it('are let in again in the next hour, and go by another limit at once', async () => {
    const { counts } = counting()
    const credential = another()
    assert.equal(await admitted([counts], credential, 20, 25), 20)
    assert.equal((await counts.count(credential, 30, now))!.refused, false)
    const later = new Date(now.getTime() + 3_600_000)
    const { refused, window } = (await counts.count(credential, 20, later))!
    assert.deepEqual([refused, window.remaining, window.resetSeconds], [false, 19, 3_600])
  })

  it('are not counted without a limit', async () => {
    assert.equal(await counting().counts.count(another(), 0, now), null)
  })
})
