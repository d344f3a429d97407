/**
 * Restore from a base backup and the log after it: docs/run.md, "PostgreSQL to any instant".
 */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { runCli } from '../../src/cli.ts'
import {
  makeFolder,
  programs,
  runProgram,
  startServerIn,
} from '../support/databases/debian-postgres.ts'
import { eventually } from '../support/eventually.ts'
import { serverSettings } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { freePort, ready } from '../support/processes.ts'
import { memoryFolder, temporaryFolder, withCleanup } from '../support/temporary.ts'

const skip = !programs && 'PostgreSQL is not installed'

describe('PostgreSQL to any instant', { skip }, () => {
  it('is restored to the state before a mistake, after a crash of the server', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup, memoryFolder())
      chmodSync(folder, 0o755)
      const [data, base, archive] = ['data', 'base', 'archive'].map(name =>
        makeFolder(join(folder, name)),
      ) as [string, string, string]
      const port = await freePort()
      const url = `postgres://bench@127.0.0.1:${port}/postgres`
      const env = await serverSettings(cleanup, url)
      const nameAgency = (name: string) => run(env, 'agency', 'create', '--name', name)

      const small = ['-N', '-E', 'UTF8', '--no-locale', '--wal-segsize=1']
      runProgram(folder, 'initdb', ['-D', data, '-U', 'bench', '-A', 'trust', ...small])
      const archiving = `test ! -f ${archive}/%f && cp %p ${archive}/%f`
      const settings = { port, fsync: 'off', archive_mode: 'on', archive_command: archiving }
      const server = startServerIn(cleanup, data, settings)
      await ready('PostgreSQL', server, () => query(url, 'select 1'))
      await run(env, 'migrate')
      await nameAgency('Before the backup')
      const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'bench']
      runProgram(folder, 'pg_basebackup', [...connection, '-D', base, '-c', 'fast', '-N'])

      await nameAgency('After it')
      const now = await readValue(url, 'select clock_timestamp()::text')
      await query(url, `update agencies set name = 'Mistaken'`)
      const segment = await readValue(url, 'select pg_walfile_name(pg_current_wal_lsn())')
      await query(url, 'select pg_switch_wal()')
      await eventually(() => existsSync(join(archive, segment)))
      await server.kill()

      writeFileSync(join(base, 'recovery.signal'), '')
      const restored = startServerIn(cleanup, base, {
        port,
        fsync: 'off',
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: now,
        recovery_target_action: 'pause',
      })
      const state = () => readValue(url, 'select pg_get_wal_replay_pause_state()')
      await ready('PostgreSQL', restored, async () => assert.equal(await state(), 'paused'))
      const names = `select string_agg(name, ', ' order by name) from agencies`
      assert.equal(await readValue(url, names), 'After it, Before the backup')
      await query(url, 'select pg_wal_replay_resume()')
      await eventually(
        async () => (await readValue(url, 'select pg_is_in_recovery()::text')) === 'false',
      )
      assert.match(await run(env, 'migrate'), /^Nothing to do\.$/m)
      await nameAgency('Later')
      const users = `select count(*) from pg_stat_activity where application_name = 'lodgepole'`
      await eventually(async () => (await readValue(url, users)) === '0')
    }))
})

/** Runs a command in this process, which has to succeed; returns its output. */
async function run(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const addLine = (text: string) => void lines.push(text)
  assert.equal(
    await runCli(args, env, { print: addLine, complain: addLine, input: Readable.from([]) }),
    0,
  )
  return lines.join('\n')
}

/** Returns the only value of a query. */
async function readValue(url: string, sql: string): Promise<string> {
  const [row = {}] = await query(url, sql)
  return String(Object.values(row)[0])
}
