/**
 * The proof that failures do not delay other requests: servers with wrong clocks on one PostgreSQL,
 * two agencies, and a nemesis that disturbs one dependency at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../../demo/chance.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import { checkResults, type QuietPeriod } from './checks.ts'
import { checkClocks } from './clocks.ts'
import { type Nemesis, planFaults } from './nemeses.ts'
import type { FaultOptions } from './options.ts'
import { checkIdle, checkShutdown, readMetrics } from './quiescence.ts'
import { openRunContext, type RunContext } from './run-context.ts'
import { requestStay, type Sample, type Tenant } from './tenant.ts'
import { ordinary, runWorkload } from './workloads.ts'

/** Measurements of one nemesis. */
interface Round {
  target: string
  kind: string
  /** Number of requests during the fault, of the agencies that `target` names. */
  requests: number
  failed: number
  p99Ms: number
  maxMs: number
  /** p99 after recovery, of the unaffected and the affected agencies. */
  afterP99Ms: number
}

export interface FaultVerdict {
  rounds: Round[]
  violations: Violation[]
  output: string
}

const p99MsMax = 1_000
const recoveryWindowMs = ({ seconds }: FaultOptions) => Math.min(2_000, seconds * 500)

/** Runs each nemesis, one at a time, and checks the results. */
export async function proveFaults(
  cleanup: Cleanup,
  databaseUrl: string,
  options: FaultOptions,
): Promise<FaultVerdict> {
  const context = await openRunContext(cleanup, databaseUrl, options)
  const chance = new Chance(options.seed)
  await warmUp(context, options, chance)
  const before = await readMetrics(context)
  const rounds: Round[] = []
  const quiet: QuietPeriod[] = []
  const violations = await checkClocks(context)
  for (const nemesis of planFaults(options.kinds, context)) {
    const from = Date.now()
    const { measured, violated } = await runNemesis(context, nemesis, options, chance)
    if (!nemesis.impact?.tenants.includes('pine')) {
      quiet.push({ name: formatTarget(nemesis), from, until: Date.now() })
    }
    rounds.push(...measured)
    violations.push(...violated)
  }
  await retryUnacknowledged(context)
  violations.push(...(await checkResults(context, quiet, options)))
  violations.push(...(await checkIdle(context, before)))
  violations.push(...(await checkShutdown(context)))
  const output = context.processes.map(server => server.output()).join('\n')
  return { rounds, violations, output }
}

/** Runs undisturbed work, which warms up code and connections before the measurements. */
async function warmUp(context: RunContext, options: FaultOptions, chance: Chance): Promise<void> {
  const signal = AbortSignal.timeout(recoveryWindowMs(options))
  const run = (tenant: Tenant) =>
    runWorkload(signal, context, {
      tenant,
      workload: ordinary,
      chance,
      concurrency: options.connections,
    })
  await Promise.all([run(context.pine), run(context.cedar)])
}

const formatTarget = ({ target, kind }: Nemesis) => `${target}, ${kind}`

async function runNemesis(
  context: RunContext,
  nemesis: Nemesis,
  options: FaultOptions,
  chance: Chance,
): Promise<{ measured: Round[]; violated: Violation[] }> {
  const { pine, cedar } = context
  const { target, kind, workload, impact, secondsMin = 0 } = nemesis
  const { connections: concurrency, slack } = options
  const ending = new AbortController()
  const { signal } = ending
  const firstSamples = countSamples(context)
  const running = Promise.all([
    runWorkload(signal, context, { tenant: pine, workload: ordinary, chance, concurrency }),
    runWorkload(signal, context, { tenant: cedar, workload, chance, concurrency }),
  ])
  nemesis.begin(context)
  await sleep(Math.max(options.seconds, secondsMin) * 1_000)

  nemesis.end(context)
  const endedAt = performance.now()
  const affected = impact?.tenants.map(name => context[name]) ?? []
  const judged = [...new Set([pine, ...affected])]
  const recoveryMs = impact ? impact.recoveryMs * slack : 0
  await sleep(impact?.detectionMs ?? 0)
  const period = await waitForRecovery(judged, endedAt + recoveryMs, options)
  ending.abort()
  await running
  // Requests in flight at the end of the fault were affected by it, too.
  const duringFault = (tenants: Tenant[]) =>
    tenants.flatMap(({ name, samples }) =>
      samples
        .slice(firstSamples[name as keyof typeof firstSamples])
        .filter(({ at }) => at < endedAt),
    )
  const unaffected = affected.includes(pine) ? [] : [pine]
  const name = formatTarget(nemesis)
  const afterFault = (tenants: Tenant[]) => samplesIn(tenants, period)
  const toRow = (tenants: Tenant[], suffix = '') => ({
    ...{ target: `${target}${suffix}`, kind },
    ...summarize(duringFault(tenants)),
    afterP99Ms: percentile(afterFault(tenants)),
  })
  return {
    measured: [
      ...(unaffected.length > 0 ? [toRow(unaffected)] : []),
      ...(impact ? [toRow(affected, unaffected.length > 0 ? `, ${impact.tenants}` : '')] : []),
    ],
    violated: [
      ...checkUnaffected(name, duringFault(unaffected), slack),
      ...(impact ? checkAffected(name, duringFault(affected), impact.responseMsMax * slack) : []),
      ...checkRecovered(name, afterFault(judged), slack),
      ...toViolations(
        `${name}: afterwards there are responses`,
        judged.filter(tenant => afterFault([tenant]).length === 0).map(tenant => tenant.name),
      ),
    ],
  }
}

/** A period of the workload, in milliseconds of `performance.now()`. */
interface Period {
  from: number
  until: number
}

/**
 * Waits for a period in which no request fails or is slow. Returns the last period if there is none
 * before the deadline. A request belongs to the period in which it was sent.
 */
async function waitForRecovery(
  tenants: Tenant[],
  deadline: number,
  options: FaultOptions,
): Promise<Period> {
  for (;;) {
    const from = performance.now()
    await sleep(recoveryWindowMs(options))
    const period = { from, until: performance.now() }
    await Promise.all(tenants.flatMap(({ pending }) => [...pending]))
    const msMax = p99MsMax * options.slack
    if (from >= deadline || tenants.every(tenant => isRecovered(tenant, period, msMax)))
      return period
  }
}

/** Returns whether all requests of a period succeeded in time; without any they did not. */
function isRecovered(tenant: Tenant, period: Period, msMax: number): boolean {
  const samples = samplesIn([tenant], period)
  return samples.length > 0 && samples.every(sample => isSuccess(sample) && sample.ms < msMax)
}

function samplesIn(tenants: Tenant[], { from, until }: Period): Sample[] {
  return tenants.flatMap(({ samples }) => samples.filter(({ at }) => at >= from && at <= until))
}

const isSuccess = ({ status }: Sample) => status >= 200 && status <= 299

function countSamples({ pine, cedar }: RunContext) {
  return { pine: pine.samples.length, cedar: cedar.samples.length }
}

function checkUnaffected(name: string, samples: Sample[], slack: number): Violation[] {
  const failed = samples.filter(sample => !isSuccess(sample))
  const p99 = percentile(samples)
  return [
    ...toViolations(`${name}: nothing fails for others`, failed.map(formatSample)),
    ...toViolations(
      `${name}: p99 of others is under a second`,
      p99 < p99MsMax * slack ? [] : [p99],
    ),
  ]
}

function checkAffected(name: string, samples: Sample[], msMax: number): Violation[] {
  const isAllowed = (sample: Sample) =>
    isSuccess(sample) || (sample.status === 503 && sample.retryAfter !== null)
  return [
    ...toViolations(
      `${name}: every request ends within ${msMax / 1_000} s`,
      samples.filter(({ ms }) => ms > msMax).map(formatSample),
    ),
    ...toViolations(
      `${name}: every request succeeds, or is rejected with 503 and Retry-After`,
      samples.filter(sample => !isAllowed(sample)).map(formatSample),
    ),
  ]
}

function checkRecovered(name: string, samples: Sample[], slack: number): Violation[] {
  const failed = samples.filter(sample => !isSuccess(sample))
  const p99 = percentile(samples)
  return [
    ...toViolations(`${name}: afterwards nothing fails`, failed.map(formatSample)),
    ...toViolations(
      `${name}: afterwards p99 is under a second`,
      p99 < p99MsMax * slack ? [] : samples.filter(({ ms }) => ms >= p99).map(formatSample),
    ),
  ]
}

function formatSample({ label, status, ms, body, error }: Sample): string {
  return `${label}: ${status} after ${Math.round(ms)} ms ${body?.code ?? error ?? ''}`
}

function summarize(samples: Sample[]) {
  const failed = samples.filter(sample => !isSuccess(sample)).length
  const maxMs = Math.round(Math.max(0, ...samples.map(({ ms }) => ms)))
  return { requests: samples.length, failed, p99Ms: percentile(samples), maxMs }
}

function percentile(samples: Sample[], share = 0.99): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Retries each unacknowledged booking with the same key until the response is 201. */
async function retryUnacknowledged(context: RunContext): Promise<void> {
  const attemptsMax = 20
  for (const tenant of [context.pine, context.cedar]) {
    for (const intent of tenant.intents) {
      for (let i = 0; intent.leadUid === null && i < attemptsMax; i++) {
        const { status } = await requestStay(
          tenant,
          context.origins[i % context.origins.length]!,
          intent,
        )
        if (status !== 201) await sleep(250)
      }
    }
  }
}
