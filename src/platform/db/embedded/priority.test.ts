/** Background work yields to requests: docs/decisions/0123-priority-of-requests.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openPglite } from './open-pglite.ts'

const database = await openPglite<never>({})
after(() => database.close())

/** Runs a transaction of two statements that takes some milliseconds. */
function runTransaction(db: Kysely<never>): Promise<unknown> {
  return db.transaction().execute(async transaction => {
    await sql`select count(*) from generate_series(1, 5000)`.execute(transaction)
    await sql`select count(*) from generate_series(1, 5000)`.execute(transaction)
  })
}

describe('a request while background work waits', () => {
  it('is next when the running transaction has ended', async () => {
    const ended: string[] = []
    const backlog = Array.from({ length: 50 }, async () => {
      await runTransaction(database.work)
      ended.push('background')
    })
    const requests = Array.from({ length: 5 }, async () => {
      await runTransaction(database.kysely)
      ended.push('request')
    })
    await Promise.all(requests)
    // The first of the backlog had begun before; others run for a third of the time.
    assert.ok(ended.length < 20, `${ended}`)
    assert.equal(ended[1], 'request')
    await Promise.all(backlog)
    assert.equal(ended.length, 55)
  })
})

describe('background work while requests never stop waiting', () => {
  it('continues in order, and leaves most of the connection to them', async () => {
    const tasks = 10
    const ended: number[] = []
    let [isOver, requests] = [false, 0]
    const streams = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await runTransaction(database.kysely)
        requests++
      }
    })
    const backlog = Array.from({ length: tasks }, async (_, i) => {
      await runTransaction(database.work)
      ended.push(i)
    })
    await Promise.all(backlog)
    isOver = true
    await Promise.all(streams)
    assert.deepEqual(
      ended,
      Array.from({ length: tasks }, (_, i) => i),
    )
    assert.ok(requests > tasks, `${requests} requests, ${tasks} tasks`)
  })
})
