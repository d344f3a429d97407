/**
 * The proof that no event is lost: servers and workers on one PostgreSQL that are killed during
 * work, receivers that misbehave, and then a check of the log and of the received requests.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../../demo/chance.ts'
import { migrate } from '../../test/support/lodgepole.ts'
import {
  type ProcessPool,
  type ProcessSpec,
  startProcessPool,
} from '../../test/support/process-pool.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { Traffic } from '../shared/client.ts'
import type { Counts } from '../shared/counts.ts'
import { openQuery, type Query } from '../shared/query.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import type { Workers } from '../shared/workers.ts'
import type { Actor } from './actor.ts'
import {
  checkDeliveries,
  checkOrder,
  checkRecipients,
  countDuplicates,
  type Evidence,
} from './check-deliveries.ts'
import { checkLogs, checkOperations, listEvents } from './check-operations.ts'
import { Inbox, startReceivers } from './inbox.ts'
import { changeLead, createLead } from './lead-operations.ts'
import { OperationHistory } from './operations.ts'
import type { NoLossOptions } from './options.ts'
import { changeProperty, createProperty, renameHotel } from './property-operations.ts'
import { churnWebhooks, type Registry } from './register.ts'
import { createRunContext, type RunContext } from './run-context.ts'

/** Counts of operations and deliveries, and all violations. */
export interface NoLossVerdict {
  counts: Counts
  traffic: Traffic
  kills: number
  /** Number of registrations, deletions and pauses of webhooks during requests. */
  webhookOperations: number
  events: number
  deliveries: number
  arrivals: number
  duplicates: number
  late: number
  /** Delivery attempts in the database by outcome. */
  attempts: Record<string, unknown>[]
  violations: Violation[]
  /** Last output of the processes. */
  output: string
}

/** Receivers misbehave, so timeouts and retry delays are short. */
const callbackSettings = {
  ALLOW_PRIVATE_CALLBACKS: 'true',
  CALLBACK_TIMEOUT_MS: '1000',
  CALLBACK_RETRY_SCALE: '0.0005',
}
const receivers = 2
const killPauseMs = [100, 1_000] as const
const drainMs = 300_000

/**
 * Runs the workload on an empty database, and checks the results.
 *
 * @param workers workers to disconnect in rotation during the workload
 */
export async function proveNoLoss(
  cleanup: Cleanup,
  databaseUrl: string,
  options: NoLossOptions,
  workers: Workers | null = null,
): Promise<NoLossVerdict> {
  await migrate(cleanup, databaseUrl)
  const query = openQuery(cleanup, databaseUrl)
  const inbox = new Inbox(await startReceivers(cleanup, receivers, options.seed))
  const pool = await startProcessPool(cleanup, databaseUrl, listProcesses(options))
  const secretKey = Buffer.from(pool.env.SECRET_KEY!, 'base64')
  const registry: Registry = { query, inbox, secretKey, hooks: new Map(), counter: 0 }
  const history = new OperationHistory()
  const context = await createRunContext({ query, pool, registry, history, options })
  inbox.open(registry.hooks)
  await workers?.disturb()
  const { kills, webhookOperations } = await runRounds(pool, registry, context, options)
  await inbox.calm()
  await waitUntilDelivered(query)
  const arrivals = await inbox.close(registry.hooks)
  const agencyUids = context.agencies.map(({ fixture }) => fixture.agencyUid)
  const events = await listEvents(query, agencyUids)
  const creations = history.all.filter(({ name }) => name.startsWith('create'))
  const evidence: Evidence = {
    ...{ hooks: registry.hooks, events, arrivals, hotelByProperty: context.hotelByProperty },
    creations: new Set(creations.flatMap(({ traces }) => traces)),
  }
  const violations = [
    ...toViolations('No response is a 5xx other than 503', history.failures),
    ...toViolations('Connections break only because of kills', context.traffic.faults),
    ...toViolations(
      'Every operation has succeeded at least once',
      listUnproved(options, history.counts),
    ),
    ...(await checkOperations(query, history.all, events.filter(context.isAfterSetup))),
    ...(await checkLogs(query)),
    ...toViolations('Every delivery is signed', inbox.forged),
    ...checkRecipients(evidence),
    ...checkOrder(evidence),
    ...(await checkDeliveries(query, [...registry.hooks.values()])),
  ]
  const attempts = await query(`select outcome, count(*)::int as times from delivery_attempts
    group by outcome order by times desc`)
  const [row] = await query('select count(*)::int as count from deliveries')
  return {
    ...{
      counts: history.counts,
      traffic: context.traffic,
      kills,
      webhookOperations,
      attempts,
      violations,
    },
    events: events.length,
    deliveries: Number(row!.count),
    arrivals: arrivals.length,
    duplicates: countDuplicates(arrivals),
    late: arrivals.filter(({ isLate }) => isLate).length,
    output: pool.output(),
  }
}

/** Lists the processes to start; every other server does no background work. */
function listProcesses({ servers, workers }: NoLossOptions): ProcessSpec[] {
  const serving = Array.from({ length: servers }, (_, i): ProcessSpec => {
    const runsWorker = String(i % 2 === 1)
    return { command: 'serve', env: { ...callbackSettings, RUN_WORKER: runsWorker } }
  })
  const working = Array.from({ length: workers }, (): ProcessSpec => {
    return { command: 'work', env: callbackSettings }
  })
  return [...serving, ...working]
}

async function runRounds(
  pool: ProcessPool,
  registry: Registry,
  { actors, agencies }: RunContext,
  { rounds, acts, seed }: NoLossOptions,
): Promise<{ kills: number; webhookOperations: number }> {
  const ended = new AbortController()
  const { signal } = ended
  const killing = (['serve', 'work'] as const).map((command, i) =>
    killProcesses(signal, pool, command, new Chance(seed + 1 + i)),
  )
  const churning = agencies.map(({ client, registrant }, i) =>
    churnWebhooks(signal, registry, client, registrant, new Chance(seed + 3 + i)),
  )
  for (let round = 1; round <= rounds; round++) {
    const remaining = { operations: acts }
    await Promise.all(actors.map(actor => runClient(actor, remaining)))
  }
  ended.abort()
  const [kills, webhookOperations] = await Promise.all([sum(killing), sum(churning)])
  return { kills, webhookOperations }
}

async function sum(counts: Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((total, count) => total + count, 0)
}

async function runClient(actor: Actor, remaining: { operations: number }): Promise<void> {
  while (remaining.operations > 0) {
    remaining.operations--
    await performOperation(actor)
  }
}

/** Performs a random operation on the actor's leads and properties, or creates some. */
async function performOperation(actor: Actor): Promise<void> {
  const { chance } = actor.state
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
  if (kind === 'property' && actor.properties.length > 0) return changeProperty(actor)
  if (kind.endsWith('property')) return createProperty(actor)
  return kind === 'lead' && actor.leads.length > 0 ? changeLead(actor) : createLead(actor)
}

/** Kills servers, or workers, one at a time, so that others can take over. */
async function killProcesses(
  signal: AbortSignal,
  pool: ProcessPool,
  command: ProcessSpec['command'],
  chance: Chance,
): Promise<number> {
  let kills = 0
  for (;;) {
    await sleep(chance.integer(...killPauseMs), undefined, { signal }).catch(() => null)
    if (signal.aborted) return kills
    await pool.killOne(chance, command)
    kills++
  }
}

async function waitUntilDelivered(query: Query): Promise<void> {
  const deadline = performance.now() + drainMs
  const open = 'select 1 from deliveries where completed_at is null limit 1'
  while ((await query(open)).length > 0 && performance.now() < deadline) await sleep(200)
}

/** Lists operations that never succeeded, of which a run proves nothing. */
function listUnproved({ rounds, acts }: NoLossOptions, counts: Counts): string[] {
  const operationsMin = 1_000
  if (rounds * acts < operationsMin) return []
  return [...counts].flatMap(([name, endings]) => {
    return endings.has('done') || name.endsWith('refused') ? [] : [name]
  })
}
