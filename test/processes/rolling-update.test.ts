/**
 * docs/operating.md, "Upgrading": processes of release 0.1.0 go on beside those of this one, which
 * migrate their database, while clients write. Where its sources are not at hand nothing is tried.
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
import { type Answer, send } from '../support/server.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../support/temporary.ts'
import { type Booking, bookAll, stayOf } from './bookings.ts'
import { openRoundRobin } from './round-robin.ts'

const tag = 'v0.1.0'
const skip = hasSources(tag) ? false : `the tag ${tag} is not in this clone`
const nightsMin = 30

async function serving(name: string, started: Started, origin: string): Promise<void> {
  const probe = async () => assert.ok((await fetch(`${origin}/readyz`)).ok)
  await ready(name, started, probe, { patienceMs: 120_000 })
}

describe('processes of 0.1.0 that are replaced one by one', () => {
  it('lose and double nothing of what clients write meanwhile', { skip }, async () => {
    await withCleanup(async cleanup => {
      const stage = await startOld(cleanup)
      const { old, origins, env, agencyUid, key } = stage
      const balanced = await openRoundRobin([origins.old, origins.fresh])
      cleanup.add(() => balanced.close())
      const ended = new AbortController()
      const writing = writeUntil(ended.signal, balanced.origin, stage)
      const fresh = startProcess(cleanup, { ...env, PORT: new URL(origins.fresh).port })
      await serving('this release', fresh, origins.fresh)
      const list = `/api/v3.3/properties?agencyUid=${agencyUid}`
      const seen = await send(`${origins.old}${list}`, 'GET', { key })
      assert.equal(seen.status, 200, 'the old one goes on')
      process.kill(old.pid, 'SIGTERM')
      await untilGone(old)
      ended.abort()
      const { booked, answers } = await writing

      const again = stage.refusalOf(await createDatabaseUrl())
      assert.match(again, /The database was migrated by a newer release/)

      const strange = answers.filter(({ status }) => status !== 201 && status !== 409)
      assert.deepEqual(
        strange.map(({ text }) => text),
        [],
        `${old.output()}\n${fresh.output()}`,
      )
      assert.equal(answers.filter(({ status }) => status === 201).length, booked)
      const [stored] = await query(
        env.DATABASE_URL,
        `select count(*)::int as leads, count(distinct check_in_local)::int as nights from leads`,
      )
      assert.deepEqual(stored, { leads: booked, nights: booked })
    })
  })
})

type Stage = Awaited<ReturnType<typeof startOld>>

/** A process of the release on a database that it has made, with an agency and a property. */
async function startOld(cleanup: Cleanup) {
  const folder = await releaseSources(cleanup, tag)
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', DATABASE_URL: await createEmptyDatabaseUrl() },
    ...{ DATA_DIR: await temporaryFolder(cleanup), LOG_LEVEL: 'warn' },
    ...{ SECRET_KEY: randomBytes(32).toString('base64'), RATE_LIMIT_PER_HOUR: '0' },
    // The release does not tell the other process what it writes.
    ANSWER_MEMORY_MB: '0',
  }
  const [PORT, port] = [String(await freePort()), await freePort()]
  const origins = { old: `http://127.0.0.1:${PORT}`, fresh: `http://127.0.0.1:${port}` }
  const main = join(folder, 'src/main.ts')
  const options = { cwd: folder, env: { ...env, PORT } }
  const old = start(cleanup, process.execPath, [main, 'serve'], options)
  await serving('0.1.0', old, origins.old)
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [main, ...args], options)
      .toString()
      .split('\n')[0]!
  const agencyUid = run('agency', 'create', '--name', 'Cedar Stays')
  const key = run('key', 'create', '--agency', agencyUid, '--name', 'first')
  const address = { city: 'Bend', countryCode: 'US' }
  const body = { agencyUid, name: 'Cabin', propertyType: 'CABIN', address }
  const made = await send(`${origins.old}/api/v3.3/properties`, 'POST', { key, body })
  assert.equal(made.status, 201, made.text)
  /** What the release says of a database of this one, which is distributed on a cluster. */
  const refusalOf = (DATABASE_URL: string) => {
    const { status, stderr } = spawnSync(process.execPath, [main, 'migrate'], {
      ...{ cwd: folder, encoding: 'utf8', env: { ...env, DATABASE_URL } },
    })
    assert.equal(status, 1)
    return stderr
  }
  const cabin = made.body.property.uid as string
  return { old, origins, env, agencyUid, key, refusalOf, propertyUid: cabin }
}

/** Books night after night for as long as the update takes, each twice at once. */
async function writeUntil(
  signal: AbortSignal,
  origin: string,
  { agencyUid, propertyUid, key }: Stage,
): Promise<{ booked: number; answers: Answer[] }> {
  const booking = (night: number): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOf(night) }
  }
  const answers: Answer[] = []
  let booked = 0
  for (; booked < nightsMin || !signal.aborted; booked += 2) {
    const pairs = [booked, booked, booked + 1, booked + 1].map(booking)
    answers.push(...(await bookAll(origin, pairs, { atOnce: 4 })))
  }
  return { booked, answers }
}

async function untilGone(started: Started): Promise<void> {
  const until = performance.now() + 30_000
  while (started.exited() === null && performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  assert.equal(started.exited(), 0, started.output())
}
