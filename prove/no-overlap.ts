/**
 * The proof that no night is booked twice: server processes on one PostgreSQL that are killed
 * during a workload on few nights, and then checks of the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../demo/chance.ts'
import { migrate } from '../test/support/lodgepole.ts'
import { type ProcessPool, startProcessPool } from '../test/support/process-pool.ts'
import type { Cleanup } from '../test/support/temporary.ts'
import { checkDatabase } from './checks.ts'
import { History } from './history.ts'
import { actions, creations } from './lead-actions.ts'
import type { Options } from './options.ts'
import { runRaces } from './races.ts'
import { reconcile } from './reconcile.ts'
import { attempt, type RunContext } from './run-context.ts'
import { openClient, type Traffic } from './shared/client.ts'
import type { Counts } from './shared/counts.ts'
import { createFixture, makeAgency } from './shared/fixture.ts'
import { openQuery, type Query } from './shared/query.ts'
import { toViolations, type Violation } from './shared/violation.ts'
import type { Workers } from './shared/workers.ts'

export interface Verdict {
  attempts: number
  counts: Counts
  traffic: Traffic
  kills: number
  races: number
  /** Number of checks of the database during requests. */
  checks: number
  violations: Violation[]
  /** Last output of the processes. */
  output: string
}

const raceShare = 0.25
/** Pause before the next kill, in milliseconds, once the previous process is ready again. */
const killPauseMs = [300, 1_500] as const
const checkPauseMs = 700
/** A sweep records expired timers within 30 s, and sees a changed timer within a minute. */
const sweepMs = 70_000

/** Limit of the attempts, as a factor, while some operation has not succeeded yet. */
const attemptsFactorMax = 3

/**
 * Runs the workload on an empty database, and checks the results.
 *
 * @param workers workers to disconnect in rotation during the workload
 */
export async function proveNoOverlap(
  cleanup: Cleanup,
  databaseUrl: string,
  options: Options,
  workers: Workers | null = null,
): Promise<Verdict> {
  await migrate(cleanup, databaseUrl)
  const query = openQuery(cleanup, databaseUrl)
  const processes = Array.from({ length: options.processes }, () => ({ command: 'serve' }) as const)
  const pool = await startProcessPool(cleanup, databaseUrl, processes)
  const agencyUid = await makeAgency(query)
  const chance = new Chance(options.seed)
  const traffic: Traffic = {
    refused: 0,
    retries: 0,
    unknown: 0,
    replays: 0,
    unavailable: 0,
    faults: [],
  }
  const credential = { 'x-hostfully-apikey': pool.key(agencyUid) }
  const client = openClient(pool, credential, chance, traffic)
  const fixture = await createFixture(query, client, agencyUid)
  await workers?.disturb()
  const { attempts } = options
  const history = new History()
  const context: RunContext = {
    query,
    client,
    fixture,
    history,
    chance,
    remaining: attempts,
    counter: 0,
  }
  const ended = new AbortController()
  const killing = killProcesses(ended.signal, pool, new Chance(options.seed + 1))
  const checking = checkContinuously(ended.signal, query)
  const [races] = await Promise.all([
    runRaces(context, Math.floor(attempts * raceShare)),
    ...Array.from({ length: options.connections }, () => runClient(context, options)),
  ])
  ended.abort()
  const [kills, checked] = await Promise.all([killing, checking])
  await waitUntilSwept(query)
  const violations = [
    ...checked.violations,
    ...toViolations('Every race has the right winners', races.lost),
    ...toViolations('No response is a 5xx', history.failures),
    ...toViolations('No response is unexpected', history.unexpected),
    ...toViolations('Connections break only because of kills', traffic.faults),
    ...toViolations(
      'Every operation has succeeded at least once',
      listUnproved(options, history.counts),
    ),
    ...(await reconcile(query, agencyUid, history)),
    ...(await checkDatabase(query)),
  ]
  const { counts } = history
  const output = pool.output()
  const { checks } = checked
  return { attempts, counts, traffic, kills, races: races.run, checks, violations, output }
}

/** Performs operations until the attempts are used up and, up to a limit, every kind succeeded. */
async function runClient(context: RunContext, options: Options): Promise<void> {
  const attemptsMax = options.attempts * attemptsFactorMax
  const isRunning = () =>
    context.remaining > 0 ||
    (context.counter < attemptsMax && listUnproved(options, context.history.counts).length > 0)
  while (isRunning()) {
    context.remaining--
    await attempt(context)
  }
}

async function killProcesses(
  signal: AbortSignal,
  pool: ProcessPool,
  chance: Chance,
): Promise<number> {
  let kills = 0
  while (!signal.aborted) {
    await sleep(chance.integer(...killPauseMs), undefined, { signal }).catch(() => null)
    if (signal.aborted) break
    await pool.killOne(chance)
    kills++
  }
  return kills
}

/** Checks the rules that hold at every moment, until the signal or the first violation. */
async function checkContinuously(signal: AbortSignal, query: Query) {
  const violations: Violation[] = []
  let checks = 0
  while (!signal.aborted && violations.length === 0) {
    violations.push(...(await checkDatabase(query, { onlyAlways: true })))
    checks++
    await sleep(checkPauseMs, undefined, { signal }).catch(() => null)
  }
  return {
    checks,
    violations: violations.map(violation => ({
      ...violation,
      rule: `${violation.rule}, during requests`,
    })),
  }
}

async function waitUntilSwept(query: Query): Promise<void> {
  const deadline = performance.now() + sweepMs
  const expired = `select 1 from leads where timer_ends_at <= clock_timestamp()
    and status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED') and deleted_at is null`
  while ((await query(expired)).length > 0 && performance.now() < deadline) await sleep(200)
}

/** Lists operations that never succeeded, of which a run proves nothing. */
function listUnproved({ attempts }: Options, counts: Counts): string[] {
  const attemptsMin = 500
  if (attempts < attemptsMin) return []
  const unsuccessful = [...creations, ...actions].filter(
    ({ name }) => !counts.get(name)?.has('2xx'),
  )
  const refusals = [...counts.values()].some(endings => endings.has('NOT_AVAILABLE'))
  return [
    ...unsuccessful.map(({ name }) => name),
    ...(refusals ? [] : ['a rejection of occupied nights']),
  ]
}
