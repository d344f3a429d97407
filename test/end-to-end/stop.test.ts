/** Shutdown of processes: SIGTERM and SIGINT, as service managers and terminals send them. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/server/database.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { someWaitSql } from '../support/databases/cluster.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { eventually } from '../support/eventually.ts'
import { query } from '../support/postgres.ts'
import { freePort } from '../support/processes.ts'
import { send, type TestServer } from '../support/server.ts'

const url = await createDatabaseUrl()
const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
const { agencyUid, key } = await makeAgency({ database } as TestServer)
const settingsPath = `/api/v3.3/agencies/${agencyUid}/settings`

const started: ChildProcess[] = []
/** Resources of a failed test, which would keep this process running. */
const leftOpen: (() => unknown)[] = []
after(async () => {
  for (const child of started) child.kill('SIGKILL')
  for (const close of leftOpen) await close()
  await database.close()
})

async function start(command: 'serve' | 'work', more: Record<string, string> = {}) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const SECRET_KEY = secretKeyText()
  const settings = { DATABASE_URL: url, PORT: String(port), SECRET_KEY, LOG_LEVEL: 'silent' }
  const main = join(import.meta.dirname, '../../src/main.ts')
  const env = { PATH: process.env.PATH, CONSOLE: 'false', ...settings, ...more }
  const child = spawn(process.execPath, [main, command], { env, stdio: 'ignore' })
  started.push(child)
  const exited = once(child, 'exit')
  const health = `http://127.0.0.1:${more.METRICS_PORT ?? port}`
  await eventually(async () => (await fetch(`${health}/readyz`).catch(() => null))?.ok === true, 60)
  return { base, health, port, child, exited }
}

/** Starts a change of the settings that waits for their locked row. */
async function beginSlowWrite(base: string, holdHours: number) {
  const client = new pg.Client({ connectionString: url })
  leftOpen.push(() => client.end())
  await client.connect()
  await client.query('begin')
  const lockRow = 'select 1 from agency_settings where agency_uid = $1 for update'
  await client.query(lockRow, [agencyUid])
  const response = send(`${base}${settingsPath}`, 'PATCH', { key, body: { holdHours } })
  await eventually(async () => (await query(url, someWaitSql)).length > 0)
  const release = () => client.query('commit')
  return { answer: response, release }
}

async function waitUntilRefused(base: string): Promise<void> {
  const isRefused = async () => (await fetch(`${base}/healthz`).catch(() => null)) === null
  await eventually(isRefused)
}

/** Opens an idle connection. */
async function leaveIdle(base: string): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  leftOpen.push(() => agent.destroy())
  const [response] = await once(get(`${base}/healthz`, { agent }), 'response')
  response.resume()
  await once(response, 'end')
}

describe('serve', () => {
  it('finishes requests, refuses new ones, ignores idle connections, and exits with 0', async () => {
    const METRICS_PORT = String(await freePort())
    const { base, health, port, child, exited } = await start('serve', { METRICS_PORT })
    assert.equal((await fetch(`${base}/readyz`)).status, 404)
    await leaveIdle(base)
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    leftOpen.push(() => silent.destroy())
    const { answer, release } = await beginSlowWrite(base, 48)
    child.kill('SIGTERM')
    await waitUntilRefused(base)
    assert.equal((await fetch(`${health}/readyz`)).status, 503)
    const began = performance.now()
    await release()
    const { status, headers, body } = await answer
    assert.deepEqual([status, body.agencySettings.holdHours], [200, 48])
    assert.equal(headers.get('connection'), 'close')
    assert.deepEqual(await exited, [0, null])
    assert.ok(performance.now() - began < 8_000, 'nothing is waited for until it is late')
  })

  it('exits at once on a second signal', async () => {
    const { base, child, exited } = await start('serve')
    const { answer, release } = await beginSlowWrite(base, 72)
    const broken = assert.rejects(answer)
    child.kill('SIGINT')
    await waitUntilRefused(base)
    child.kill('SIGINT')
    assert.deepEqual(await exited, [130, null])
    await broken
    await release()
  })
})

describe('work', () => {
  it('does background work, reports its health, serves nothing else, and exits with 0', async () => {
    const { base, child, exited } = await start('work')
    const metrics = async () => (await fetch(`${base}/metrics`)).text()
    assert.match(await metrics(), /^nodejs_eventloop_lag_seconds /m)
    assert.equal((await send(`${base}${settingsPath}`, 'GET', { key })).status, 404)
    await query(url, `insert into worker.job (name) values ('forget-requests')`)
    const done =
      /^lodgepole_task_duration_seconds_count\{worker="forget-requests",outcome="done"\} 1/m
    await eventually(async () => done.test(await metrics()))
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})
