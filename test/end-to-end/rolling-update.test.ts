/**
 * Rolling update: processes of release 0.1.0 run beside those of this one, which migrates the
 * database, while clients write (docs/run.md, "Upgrading"). Skipped in a clone without the
 * tag.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createDatabaseUrl, createEmptyDatabaseUrl } from '../support/database.ts'
import { hasSources, releaseSources } from '../support/databases/releases.ts'
import { startProcess } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { freePort, ready, type Started, start } from '../support/processes.ts'
import { send, type TestResponse } from '../support/server.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../support/temporary.ts'
import { type Booking, bookAll, stayOfNight } from './competing-writers.ts'
import { openRoundRobin } from './load-balancer.ts'

const tag = 'v0.1.0'
const skip = hasSources(tag) ? false : `the tag ${tag} is not in this clone`
const nightsMin = 30

async function waitUntilServing(name: string, started: Started, origin: string): Promise<void> {
  const probe = async () => assert.ok((await fetch(`${origin}/readyz`)).ok)
  await ready(name, started, probe, { patienceMs: 120_000 })
}

describe('processes of 0.1.0 that are replaced one by one', () => {
  it('lose and duplicate no write of clients during the update', { skip }, async () => {
    await withCleanup(async cleanup => {
      const release = await startOldRelease(cleanup)
      const { old, origins, env, agencyUid, key } = release
      const balancer = await openRoundRobin([origins.old, origins.current])
      cleanup.add(() => balancer.close())
      const ended = new AbortController()
      const writing = writeUntil(ended.signal, balancer.origin, release)
      const current = startProcess(cleanup, { ...env, PORT: new URL(origins.current).port })
      await waitUntilServing('this release', current, origins.current)
      const list = `/api/v3.3/properties?agencyUid=${agencyUid}`
      const listed = await send(`${origins.old}${list}`, 'GET', { key })
      assert.equal(listed.status, 200, 'the old one goes on')
      process.kill(old.pid, 'SIGTERM')
      await waitForExit(old)
      ended.abort()
      const { booked, responses } = await writing

      const again = release.refusalOf(await createDatabaseUrl())
      assert.match(again, /The database was migrated by a newer release/)

      const unexpected = responses.filter(({ status }) => status !== 201 && status !== 409)
      assert.deepEqual(
        unexpected.map(({ text }) => text),
        [],
        `${old.output()}\n${current.output()}`,
      )
      assert.equal(responses.filter(({ status }) => status === 201).length, booked)
      const [stored] = await query(
        env.DATABASE_URL,
        `select count(*)::int as leads, count(distinct check_in_local)::int as nights from leads`,
      )
      assert.deepEqual(stored, { leads: booked, nights: booked })
    })
  })
})

type OldRelease = Awaited<ReturnType<typeof startOldRelease>>

/** Starts a process of the release on a database that it created, with an agency and a property. */
async function startOldRelease(cleanup: Cleanup) {
  const folder = await releaseSources(cleanup, tag)
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', DATABASE_URL: await createEmptyDatabaseUrl() },
    ...{ DATA_DIR: await temporaryFolder(cleanup), LOG_LEVEL: 'warn' },
    ...{ SECRET_KEY: randomBytes(32).toString('base64'), RATE_LIMIT_PER_HOUR: '0' },
    // The release does not notify the other process of its writes.
    RESPONSE_CACHE_MB: '0',
  }
  const [PORT, port] = [String(await freePort()), await freePort()]
  const origins = { old: `http://127.0.0.1:${PORT}`, current: `http://127.0.0.1:${port}` }
  const main = join(folder, 'src/main.ts')
  const options = { cwd: folder, env: { ...env, PORT } }
  const old = start(cleanup, process.execPath, [main, 'serve'], options)
  await waitUntilServing('0.1.0', old, origins.old)
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [main, ...args], options)
      .toString()
      .split('\n')[0]!
  const agencyUid = run('agency', 'create', '--name', 'Cedar Stays')
  const key = run('key', 'create', '--agency', agencyUid, '--name', 'first')
  const address = { city: 'Bend', countryCode: 'US' }
  const body = { agencyUid, name: 'Cabin', propertyType: 'CABIN', address }
  const created = await send(`${origins.old}/api/v3.3/properties`, 'POST', { key, body })
  assert.equal(created.status, 201, created.text)
  /**
   * Returns the error of the release on a database of this one, which is distributed on a cluster.
   */
  const migrationError = (DATABASE_URL: string) => {
    const { status, stderr } = spawnSync(process.execPath, [main, 'migrate'], {
      ...{ cwd: folder, encoding: 'utf8', env: { ...env, DATABASE_URL } },
    })
    assert.equal(status, 1)
    return stderr
  }
  const cabin = created.body.property.uid as string
  return { old, origins, env, agencyUid, key, refusalOf: migrationError, propertyUid: cabin }
}

/** Books night after night during the update, each from two concurrent requests. */
async function writeUntil(
  signal: AbortSignal,
  origin: string,
  { agencyUid, propertyUid, key }: OldRelease,
): Promise<{ booked: number; responses: TestResponse[] }> {
  const booking = (night: number): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOfNight(night) }
  }
  const responses: TestResponse[] = []
  let booked = 0
  for (; booked < nightsMin || !signal.aborted; booked += 2) {
    const pairs = [booked, booked, booked + 1, booked + 1].map(booking)
    responses.push(...(await bookAll(origin, pairs, { concurrency: 4 })))
  }
  return { booked, responses }
}

async function waitForExit(started: Started): Promise<void> {
  const deadline = performance.now() + 30_000
  while (started.exited() === null && performance.now() < deadline) {
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  assert.equal(started.exited(), 0, started.output())
}
