/**
 * The proof that no event is ever lost: servers and workers on one PostgreSQL that are killed while
 * they are at work, receivers that misbehave, and then a look at the log and at what was received.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../../demo/chance.ts'
import { migrate } from '../../test/support/lodgepole.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { type Ask, openAsk } from '../shared/ask.ts'
import type { Traffic } from '../shared/client.ts'
import type { Counts } from '../shared/counts.ts'
import { type Crew, type Duty, startCrew } from '../shared/crew.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import type { Workers } from '../shared/workers.ts'
import type { Actor } from './actor.ts'
import { checkActs, checkLogs, listEvents } from './check-acts.ts'
import {
  checkDeliveries,
  checkOrder,
  checkReach,
  countDuplicates,
  type Evidence,
} from './check-deliveries.ts'
import { Deeds } from './deeds.ts'
import { Inbox, startReceivers } from './inbox.ts'
import { actOnLead, createLead } from './lead-acts.ts'
import type { NoLossOptions } from './options.ts'
import { actOnProperty, createProperty, renameHotel } from './property-acts.ts'
import { passUntil, type Registry } from './register.ts'
import { makeScene, type Scene } from './scene.ts'

/** What was tried, and every rule that was found broken. */
export interface NoLossVerdict {
  counts: Counts
  traffic: Traffic
  kills: number
  /** How often webhooks were registered, deleted … while requests ran. */
  webhookActs: number
  events: number
  deliveries: number
  arrivals: number
  duplicates: number
  late: number
  /** Attempts, as the database tells of them, by outcome. */
  attempts: Record<string, unknown>[]
  findings: Finding[]
  /** The last that the processes have written. */
  output: string
}

/** Receivers misbehave, so attempts end soon and are soon made again. */
const callbackSettings = {
  ALLOW_PRIVATE_CALLBACKS: 'true',
  CALLBACK_TIMEOUT_MS: '1000',
  CALLBACK_RETRY_SCALE: '0.0005',
}
const receivers = 2
const killPauseMs = [100, 1_000] as const
const drainMs = 300_000

/**
 * Tries all that the options say on a database of its own, and checks what came of it.
 *
 * @param workers are cut off in turn from when all is ready
 */
export async function proveNoLoss(
  cleanup: Cleanup,
  databaseUrl: string,
  options: NoLossOptions,
  workers: Workers | null = null,
): Promise<NoLossVerdict> {
  await migrate(cleanup, databaseUrl)
  const ask = openAsk(cleanup, databaseUrl)
  const inbox = new Inbox(await startReceivers(cleanup, receivers, options.seed))
  const crew = await startCrew(cleanup, databaseUrl, dutiesOf(options))
  const secretKey = Buffer.from(crew.env.SECRET_KEY!, 'base64')
  const registry: Registry = { ask, inbox, secretKey, hooks: new Map(), made: 0 }
  const deeds = new Deeds()
  const scene = await makeScene({ ask, crew, registry, deeds, options })
  inbox.open(registry.hooks)
  await workers?.disturb()
  const { kills, webhookActs } = await runRounds(crew, registry, scene, options)
  await inbox.calm()
  await untilDrained(ask)
  const arrivals = await inbox.close(registry.hooks)
  const agencyUids = scene.agencies.map(({ ground }) => ground.agencyUid)
  const events = await listEvents(ask, agencyUids)
  const creations = deeds.all.filter(({ name }) => name.startsWith('create'))
  const evidence: Evidence = {
    ...{ hooks: registry.hooks, events, arrivals, hotelOf: scene.hotelOf },
    creations: new Set(creations.flatMap(({ traces }) => traces)),
  }
  const findings = [
    ...findingOf('No answer is a 5xx but 503', deeds.failures),
    ...findingOf('No connection breaks but by a kill', scene.traffic.faults),
    ...findingOf('Every act is acknowledged some time', neverDone(options, deeds.counts)),
    ...(await checkActs(ask, deeds.all, events.filter(scene.isLater))),
    ...(await checkLogs(ask)),
    ...findingOf('Every delivery is signed', inbox.forged),
    ...checkReach(evidence),
    ...checkOrder(evidence),
    ...(await checkDeliveries(ask, [...registry.hooks.values()])),
  ]
  const attempts = await ask(`select outcome, count(*)::int as times from delivery_attempts
    group by outcome order by times desc`)
  const [made] = await ask('select count(*)::int as count from deliveries')
  return {
    ...{ counts: deeds.counts, traffic: scene.traffic, kills, webhookActs, attempts, findings },
    events: events.length,
    deliveries: Number(made!.count),
    arrivals: arrivals.length,
    duplicates: countDuplicates(arrivals),
    late: arrivals.filter(({ isLate }) => isLate).length,
    output: crew.output(),
  }
}

/** Of the servers every other one leaves background work to the rest. */
function dutiesOf({ servers, workers }: NoLossOptions): Duty[] {
  const serving = Array.from({ length: servers }, (_, i): Duty => {
    const runsWorker = String(i % 2 === 1)
    return { command: 'serve', env: { ...callbackSettings, RUN_WORKER: runsWorker } }
  })
  const working = Array.from({ length: workers }, (): Duty => {
    return { command: 'work', env: callbackSettings }
  })
  return [...serving, ...working]
}

async function runRounds(
  crew: Crew,
  registry: Registry,
  { actors, agencies }: Scene,
  { rounds, acts, seed }: NoLossOptions,
): Promise<{ kills: number; webhookActs: number }> {
  const ended = new AbortController()
  const { signal } = ended
  const killing = (['serve', 'work'] as const).map((command, i) =>
    killUntil(signal, crew, command, new Chance(seed + 1 + i)),
  )
  const passing = agencies.map(({ client, registrant }, i) =>
    passUntil(signal, registry, client, registrant, new Chance(seed + 3 + i)),
  )
  for (let round = 1; round <= rounds; round++) {
    const left = { acts }
    await Promise.all(actors.map(actor => actWhile(actor, left)))
  }
  ended.abort()
  const [kills, webhookActs] = await Promise.all([sumOf(killing), sumOf(passing)])
  return { kills, webhookActs }
}

async function sumOf(counts: Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((total, each) => total + each, 0)
}

async function actWhile(actor: Actor, left: { acts: number }): Promise<void> {
  while (left.acts > 0) {
    left.acts--
    await act(actor)
  }
}

/** Leads and properties that an actor has are acted on; until it has some it makes them. */
async function act(actor: Actor): Promise<void> {
  const { chance } = actor.field
  const kind = chance.weighted([
    ['lead', 12],
    ['new lead', 6],
    ...(actor.isAgency
      ? ([
          ['property', 3],
          ['new property', 1],
          ['hotel', 0.5],
        ] as const)
      : []),
  ] as const)
  if (kind === 'hotel') return renameHotel(actor)
  if (kind === 'property' && actor.properties.length > 0) return actOnProperty(actor)
  if (kind.endsWith('property')) return createProperty(actor)
  return kind === 'lead' && actor.leads.length > 0 ? actOnLead(actor) : createLead(actor)
}

/** Kills servers, or workers, one at a time, so that others are there to take over. */
async function killUntil(
  signal: AbortSignal,
  crew: Crew,
  command: Duty['command'],
  chance: Chance,
): Promise<number> {
  let kills = 0
  for (;;) {
    await sleep(chance.whole(...killPauseMs), undefined, { signal }).catch(() => null)
    if (signal.aborted) return kills
    await crew.killOne(chance, command)
    kills++
  }
}

async function untilDrained(ask: Ask): Promise<void> {
  const until = performance.now() + drainMs
  const open = 'select 1 from deliveries where completed_at is null limit 1'
  while ((await ask(open)).length > 0 && performance.now() < until) await sleep(200)
}

/** Acts that never succeeded: a run without them says nothing of them. */
function neverDone({ rounds, acts }: NoLossOptions, counts: Counts): string[] {
  const enough = 1_000
  if (rounds * acts < enough) return []
  return [...counts].flatMap(([name, each]) => {
    return each.has('done') || name.endsWith('refused') ? [] : [name]
  })
}
