import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../../test/support/database.ts'
import { migrate } from './migrate.ts'

const database = await createDatabase()
after(() => database.close())

/** Migrates a database that has applied one more migration. */
async function migrateAfter(name: string): Promise<string[]> {
  await sql`insert into migrations (name) values (${name})`.execute(database.kysely)
  try {
    return await migrate(database)
  } finally {
    await sql`delete from migrations where name = ${name}`.execute(database.kysely)
  }
}

describe('migrate', () => {
  it('applies nothing to an up-to-date database', async () => {
    assert.deepEqual(await migrate(database), [])
  })

  it('rejects data of a newer release and names the unknown migrations', async () => {
    await assert.rejects(
      migrateAfter('9999-moons.sql'),
      /newer release: 9999-moons\.sql\. Use that release$/,
    )
  })

  it('rejects data from before the first release, and recommends a solution', async () => {
    await assert.rejects(migrateAfter('0001-agencies-of-old.sql'), /created before release 0\.1\.0/)
  })
})
