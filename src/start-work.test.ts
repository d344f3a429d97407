/** The embedded database is taken care of by the process: docs/decisions/0016-caretaker.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { engine } from '../test/database.ts'
import { eventually } from '../test/eventually.ts'
import { startServer } from '../test/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { kysely: db } = server.database

describe('the embedded database', { skip: engine === 'postgres' }, () => {
  it('knows from its migration on that one column tells an agency', async () => {
    const { rows } = await sql`select n_distinct from pg_stats
      where tablename = 'leads' and attname = 'agency_uid'`.execute(db)
    assert.deepEqual(rows, [{ n_distinct: 1 }])
  })

  it('is analyzed while the server works, which the metrics tell', async () => {
    await eventually(async () => {
      const { text } = await server.request('GET', '/metrics')
      return text.includes('lodgepole_task_duration_seconds_count{worker="analyze"')
    })
    const { rows } = await sql`select 1 from pg_stat_user_tables
      where last_analyze is not null`.execute(db)
    assert.ok(rows.length > 0)
  })
})
