/** A process that is killed during a migration leaves a database that the next one can migrate. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { listMigrations } from '../../src/platform/db/migrations/migration-files.ts'
import { engine } from '../support/database.ts'
import { createReleaseDatabase } from '../support/databases/releases.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand, serverSettings, startProcess } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { type Cleanup, withCleanup } from '../support/temporary.ts'

const names = await listMigrations()

describe('a kill -9 in the middle of a migration', () => {
  it('of a server: its transaction is rolled back', { skip: engine === 'pglite' }, () =>
    withCleanup(async cleanup => {
      const url = await createReleaseDatabase('0.1.0')
      const env = await serverSettings(cleanup, url)
      const lock = await holdMigrations(cleanup, url)
      const started = startProcess(cleanup, env, 'work')
      const waiting = `select 1 from pg_locks where not granted and relation = 'migrations'::regclass`
      await eventually(async () => (await query(url, waiting)).length > 0, 60)
      await started.kill()
      await lock.query('commit')
      const columns = `select 1 from pg_attribute where attrelid = 'guests'::regclass
        and attname = 'erased_at'`
      await eventually(async () => (await query(url, waiting)).length === 0)
      assert.deepEqual(await query(url, columns), [])
      const pending = names.slice(names.indexOf('0012-guests.sql'))
      assert.equal(runCommand(env, ['migrate']), `Applied ${pending.join(', ')}.\n`)
      assert.equal((await query(url, columns)).length, 1)
    }),
  )

  it(
    'of a server that builds an index: the next process continues',
    { skip: engine === 'pglite' },
    () =>
      withCleanup(async cleanup => {
        const url = await createReleaseDatabase('0.1.0')
        const env = await serverSettings(cleanup, url)
        // A build of an index ends after all transactions with an earlier snapshot.
        const earlier = await begin(cleanup, url, 'isolation level repeatable read')
        await earlier.query('select from migrations')
        const started = startProcess(cleanup, env, 'work')
        const invalid =
          'select indexrelid::regclass::text as name from pg_index where not indisvalid'
        await eventually(async () => (await query(url, invalid)).length > 0, 60)
        await started.kill()
        await query(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'create index concurrently%'`,
        )
        await earlier.query('commit')
        assert.deepEqual(await query(url, invalid), [{ name: 'photos_unmeasured' }])
        const pending = names.slice(names.indexOf('0015-storage.sql'))
        assert.equal(runCommand(env, ['migrate']), `Applied ${pending.join(', ')}.\n`)
        assert.deepEqual(await query(url, invalid), [])
      }),
  )

  it('of the embedded database: it is created again', { skip: engine === 'postgres' }, () =>
    withCleanup(async cleanup => {
      const env: NodeJS.ProcessEnv = { ...(await serverSettings(cleanup, '')), SECRET_KEY: '' }
      const tables = join(env.DATA_DIR!, 'database/base/5')
      const fileCount = () => (existsSync(tables) ? readdirSync(tables).length : 0)
      const started = startProcess(cleanup, env)
      await eventually(() => fileCount() > 400, 60)
      await started.kill()
      assert.doesNotMatch(started.output(), /Applied/)
      assert.equal(runCommand(env, ['migrate']), `Applied ${names.join(', ')}.\n`)
    }),
  )
})

/** Blocks the record of an applied migration, after the migration itself ran. */
async function holdMigrations(cleanup: Cleanup, url: string): Promise<pg.Client> {
  const client = await begin(cleanup, url)
  await client.query('lock table migrations in share mode')
  return client
}

async function begin(cleanup: Cleanup, url: string, mode = ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  cleanup.add(() => client.end())
  await client.query(`begin ${mode}`)
  return client
}
