/** Rate limiting across several processes: contract/general.md §6. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createDatabase } from '../../../../test/support/database.ts'
import type { Run } from '../../db/statements.ts'
import { RateLimiter } from './rate-limit.ts'

const database = await createDatabase()
after(() => database.close())

const now = new Date('2026-05-20T15:00:00Z')
let credentials = 0
const newCredential = () => `credential ${++credentials}`

function createLimiter() {
  let statements = 0
  const run: Run = (...args) => {
    statements++
    return database.run(...args)
  }
  return { counts: new RateLimiter(run), statements: () => statements }
}

/** Returns the number of concurrent requests that are accepted. */
async function countAccepted(
  counts: RateLimiter[],
  credential: string,
  limit: number,
  times: number,
) {
  const decisions = Array.from({ length: times }, (_, i) =>
    counts[i % counts.length]!.count(credential, limit, now),
  )
  return (await Promise.all(decisions)).filter(counted => !counted!.refused).length
}

describe('RateCounts', () => {
  it('counts exactly in one process, with few statements', async () => {
    const { counts, statements } = createLimiter()
    const credential = newCredential()
    for (let i = 1; i <= 400; i++) {
      const counted = await counts.count(credential, 400, now)
      assert.deepEqual([counted!.refused, counted!.window.remaining], [false, 400 - i])
    }
    assert.ok(statements() < 100, String(statements()))
    const over = await counts.count(credential, 400, now)
    assert.deepEqual([over!.refused, over!.window.remaining], [true, 0])
  })

  it('never exceeds the limit across several processes', async () => {
    for (const limit of [1, 5, 40, 400]) {
      const three = [createLimiter(), createLimiter(), createLimiter()].map(({ counts }) => counts)
      const admittedCount = await countAccepted(three, newCredential(), limit, limit * 2)
      assert.ok(admittedCount <= limit, `${admittedCount} of ${limit}`)
      assert.ok(admittedCount > limit / 2, `${admittedCount} of ${limit}`)
    }
  })

  it('starts again in the next hour, and applies a new limit at once', async () => {
    const { counts } = createLimiter()
    const credential = newCredential()
    assert.equal(await countAccepted([counts], credential, 20, 25), 20)
    assert.equal((await counts.count(credential, 30, now))!.refused, false)
    const later = new Date(now.getTime() + 3_600_000)
    const { refused, window } = (await counts.count(credential, 20, later))!
    assert.deepEqual([refused, window.remaining, window.resetSeconds], [false, 19, 3_600])
  })

  it('counts nothing without a limit', async () => {
    assert.equal(await createLimiter().counts.count(newCredential(), 0, now), null)
  })
})
