/** Databases that test files leave to the next: creating one for each takes a third of a run. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency } from './fixtures/rows.ts'
import { createReusableDatabase } from './support/database.ts'
import { clusterUrl } from './support/databases/cluster.ts'
import { query } from './support/postgres.ts'
import type { TestServer } from './support/server.ts'

const { database, reset } = await createReusableDatabase()
after(() => database.close())

async function agencies(): Promise<number> {
  const rows = await database.kysely.selectFrom('agencies').select('agency_uid').execute()
  return rows.length
}

it('can be emptied again and again', { skip: clusterUrl !== null }, async () => {
  for (let round = 0; round < 3; round++) {
    await makeAgency({ database } as TestServer)
    assert.equal(await agencies(), 1)
    assert.equal(await reset(), true, `in round ${round}`)
    assert.equal(await agencies(), 0)
  }
})

it('has its task queues at every moment while it is emptied', {
  skip: clusterUrl !== null,
}, async () => {
  const countQueues = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from worker.queue`.execute(database.kysely)
    return rows[0]!.count
  }
  assert.ok((await countQueues()) > 0)
  for (let round = 0; round < 5; round++) {
    const counts: number[] = []
    let isRunning = true
    const observed = (async () => {
      while (isRunning) counts.push(await countQueues())
    })()
    await reset()
    isRunning = false
    await observed
    assert.ok(Math.min(...counts) > 0, `${counts}`)
  }
})

it('can be emptied after a vacuum of all tables', { skip: clusterUrl !== null }, async () => {
  const { connection } = database
  assert.ok('url' in connection)
  await query(connection.url, 'vacuum')
  assert.equal(await reset(), true)
})

it('is discarded when it has another table', { skip: clusterUrl !== null }, async () => {
  await database.exclusively(script => script('create table another (uid integer)'))
  assert.equal(await reset(), false)
})
