/**
 * The proof that nothing is ever booked twice: server processes on one PostgreSQL, a crowd that
 * wants few nights, processes that are killed meanwhile, and then a look at the database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../demo/chance.ts'
import { migrate } from '../test/support/lodgepole.ts'
import type { Cleanup } from '../test/support/temporary.ts'
import { acts, creations } from './acts.ts'
import { checkDatabase } from './checks.ts'
import { attempt, type Field } from './field.ts'
import { Ledger } from './ledger.ts'
import type { Options } from './options.ts'
import { runRaces } from './races.ts'
import { reconcile } from './reconcile.ts'
import { type Ask, openAsk } from './shared/ask.ts'
import { openClient, type Traffic } from './shared/client.ts'
import type { Counts } from './shared/counts.ts'
import { type Crew, startCrew } from './shared/crew.ts'
import { type Finding, findingOf } from './shared/finding.ts'
import { makeAgency, makeGround } from './shared/ground.ts'
import type { Workers } from './shared/workers.ts'

/** What was tried, and every rule that was found broken. */
export interface Verdict {
  attempts: number
  counts: Counts
  traffic: Traffic
  kills: number
  races: number
  /** How often the database was looked at while requests ran. */
  looks: number
  findings: Finding[]
  /** The last that the processes have written. */
  output: string
}

/** Of the attempts, how many are made in races. */
const raceShare = 0.25
/** A process is killed this often, in milliseconds, once the one before serves again. */
const killPauseMs = [300, 1_500] as const
const lookPauseMs = 700
/** A sweep writes what lapses within 30 s, and sees within a minute what was made to lapse. */
const sweepMs = 70_000

/** So many times the attempts are made, if an act has not succeeded before. */
const patience = 3

/**
 * Tries all that the options say on a database of its own, and checks what came of it.
 *
 * @param workers are cut off in turn from when all is ready
 */
export async function proveNoOverlap(
  cleanup: Cleanup,
  databaseUrl: string,
  options: Options,
  workers: Workers | null = null,
): Promise<Verdict> {
  await migrate(cleanup, databaseUrl)
  const ask = openAsk(cleanup, databaseUrl)
  const processes = Array.from({ length: options.processes }, () => ({ command: 'serve' }) as const)
  const crew = await startCrew(cleanup, databaseUrl, processes)
  const agencyUid = await makeAgency(ask)
  const chance = new Chance(options.seed)
  const traffic: Traffic = { refused: 0, retries: 0, unknown: 0, replays: 0, away: 0, faults: [] }
  const credential = { 'x-hostfully-apikey': crew.key(agencyUid) }
  const client = openClient(crew, credential, chance, traffic)
  const ground = await makeGround(ask, client, agencyUid)
  await workers?.disturb()
  const { attempts } = options
  const ledger = new Ledger()
  const field: Field = { ask, client, ground, ledger, chance, left: attempts, made: 0 }
  const ended = new AbortController()
  const killing = killUntil(ended.signal, crew, new Chance(options.seed + 1))
  const watching = watchUntil(ended.signal, ask)
  const [races] = await Promise.all([
    runRaces(field, Math.floor(attempts * raceShare)),
    ...Array.from({ length: options.connections }, () => crowd(field, options)),
  ])
  ended.abort()
  const [kills, watched] = await Promise.all([killing, watching])
  await untilSwept(ask)
  const findings = [
    ...watched.findings,
    ...findingOf('Every race has as many winners as there is room for', races.lost),
    ...findingOf('No answer is a 5xx', ledger.failures),
    ...findingOf('No answer but those that an act may get', ledger.strange),
    ...findingOf('No connection breaks but by a kill', traffic.faults),
    ...findingOf('Every act was tried and has succeeded', unproved(options, ledger.counts)),
    ...(await reconcile(ask, agencyUid, ledger)),
    ...(await checkDatabase(ask)),
  ]
  const { counts } = ledger
  const output = crew.output()
  const { looks } = watched
  return { attempts, counts, traffic, kills, races: races.run, looks, findings, output }
}

/** A rare act has the luck to succeed late, so the crowd goes on for it, but not without end. */
async function crowd(field: Field, options: Options): Promise<void> {
  const most = options.attempts * patience
  const goesOn = () =>
    field.left > 0 || (field.made < most && unproved(options, field.ledger.counts).length > 0)
  while (goesOn()) {
    field.left--
    await attempt(field)
  }
}

async function killUntil(signal: AbortSignal, crew: Crew, chance: Chance): Promise<number> {
  let kills = 0
  while (!signal.aborted) {
    await sleep(chance.whole(...killPauseMs), undefined, { signal }).catch(() => null)
    if (signal.aborted) break
    await crew.killOne(chance)
    kills++
  }
  return kills
}

/** What holds at every moment is looked at while the crowd is at work, too. */
async function watchUntil(signal: AbortSignal, ask: Ask) {
  const findings: Finding[] = []
  let looks = 0
  while (!signal.aborted && findings.length === 0) {
    findings.push(...(await checkDatabase(ask, { onlyAlways: true })))
    looks++
    await sleep(lookPauseMs, undefined, { signal }).catch(() => null)
  }
  return { looks, findings: findings.map(each => ({ ...each, rule: `${each.rule}, meanwhile` })) }
}

async function untilSwept(ask: Ask): Promise<void> {
  const until = performance.now() + sweepMs
  const lapsed = `select 1 from leads where timer_ends_at <= clock_timestamp()
    and status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED') and deleted_at is null`
  while ((await ask(lapsed)).length > 0 && performance.now() < until) await sleep(200)
}

/** Acts that never succeeded: a round without them says nothing of them. */
function unproved({ attempts }: Options, counts: Counts): string[] {
  const enough = 500
  if (attempts < enough) return []
  const never = [...creations, ...acts].filter(({ name }) => !counts.get(name)?.has('2xx'))
  const refusals = [...counts.values()].some(each => each.has('NOT_AVAILABLE'))
  return [...never.map(({ name }) => name), ...(refusals ? [] : ['a refusal of taken nights'])]
}
