/** Databases that test files leave to the next: creating one for each takes a third of a run. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
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
