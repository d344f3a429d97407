/**
 * The proof that nobody is held up by what fails: servers with wrong clocks on one PostgreSQL, two
 * agencies, and one thing after the other that is disturbed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../../demo/chance.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import { checkRemains, type Quiet } from './checks.ts'
import { checkClocks } from './clocks.ts'
import type { FaultOptions } from './options.ts'
import { type Disturbance, planOf } from './plan.ts'
import { checkEnd, checkRest, figuresOf } from './rest.ts'
import { openStage, type Stage } from './stage.ts'
import { ask, type Sample, type Tenant } from './tenant.ts'
import { ordinary, workUntil } from './work.ts'

/** How one disturbance went. */
export interface Round {
  target: string
  kind: string
  /** Of pine, of both while all bear it, or of cedar alone while its node does. */
  requests: number
  failed: number
  p99Ms: number
  mostMs: number
  /** After the end, of both agencies. */
  afterP99Ms: number
}

export interface FaultVerdict {
  rounds: Round[]
  findings: Finding[]
  output: string
}

const p99MsMax = 1_000
const afterMsOf = ({ seconds }: FaultOptions) => Math.min(2_000, seconds * 500)

/** Disturbs one thing after the other, and checks what came of it. */
export async function proveFaults(
  cleanup: Cleanup,
  databaseUrl: string,
  options: FaultOptions,
): Promise<FaultVerdict> {
  const stage = await openStage(cleanup, databaseUrl, options)
  const chance = new Chance(options.seed)
  await calm(stage, options, chance)
  const before = await figuresOf(stage)
  const rounds: Round[] = []
  const quiet: Quiet[] = []
  const findings = await checkClocks(stage)
  for (const disturbance of planOf(options.kinds, stage)) {
    const from = Date.now()
    const { seen, broken } = await disturb(stage, disturbance, options, chance)
    if (!disturbance.bears?.who.includes('pine')) {
      quiet.push({ name: nameOf(disturbance), from, until: Date.now() })
    }
    rounds.push(...seen)
    findings.push(...broken)
  }
  await askAgain(stage)
  findings.push(...(await checkRemains(stage, quiet, options)))
  findings.push(...(await checkRest(stage, before)))
  findings.push(...(await checkEnd(stage)))
  const output = stage.processes.map(each => each.output()).join('\n')
  return { rounds, findings, output }
}

/** Work that is not disturbed: what is compiled and connected then is so for what is measured. */
async function calm(stage: Stage, options: FaultOptions, chance: Chance): Promise<void> {
  const signal = AbortSignal.timeout(afterMsOf(options))
  const each = (tenant: Tenant) =>
    workUntil(signal, stage, { tenant, work: ordinary, chance, atOnce: options.connections })
  await Promise.all([each(stage.pine), each(stage.cedar)])
}

const nameOf = ({ target, kind }: Disturbance) => `${target}, ${kind}`

async function disturb(
  stage: Stage,
  disturbance: Disturbance,
  options: FaultOptions,
  chance: Chance,
): Promise<{ seen: Round[]; broken: Finding[] }> {
  const { pine, cedar } = stage
  const { target, kind, work, bears, secondsMin = 0 } = disturbance
  const { connections: atOnce, slack } = options
  const ending = new AbortController()
  const { signal } = ending
  const from = marks(stage)
  const working = Promise.all([
    workUntil(signal, stage, { tenant: pine, work: ordinary, chance, atOnce }),
    workUntil(signal, stage, { tenant: cedar, work, chance, atOnce }),
  ])
  disturbance.begin(stage)
  await sleep(Math.max(options.seconds, secondsMin) * 1_000)

  disturbance.end(stage)
  const endedAt = performance.now()
  const bearers = bears?.who.map(name => stage[name]) ?? []
  const judged = [...new Set([pine, ...bearers])]
  const recoveryMs = bears ? bears.recoveryMs * slack : 0
  await sleep(bears?.seemingMs ?? 0)
  const period = await untilAsBefore(judged, endedAt + recoveryMs, options)
  ending.abort()
  await working
  // What was under way when the fault ended had to bear it, too.
  const meanwhile = (tenants: Tenant[]) =>
    tenants.flatMap(({ name, samples }) =>
      samples.slice(from[name as keyof typeof from]).filter(({ at }) => at < endedAt),
    )
  const others = bearers.includes(pine) ? [] : [pine]
  const name = nameOf(disturbance)
  const after = (tenants: Tenant[]) => samplesIn(tenants, period)
  const rowOf = (tenants: Tenant[], whose = '') => ({
    ...{ target: `${target}${whose}`, kind },
    ...summaryOf(meanwhile(tenants)),
    afterP99Ms: percentile(after(tenants)),
  })
  return {
    seen: [
      ...(others.length > 0 ? [rowOf(others)] : []),
      ...(bears ? [rowOf(bearers, others.length > 0 ? `, ${bears.who}` : '')] : []),
    ],
    broken: [
      ...brokenByOthers(name, meanwhile(others), slack),
      ...(bears ? brokenForBearers(name, meanwhile(bearers), bears.endsMsMax * slack) : []),
      ...notAsBefore(name, after(judged), slack),
      ...findingOf(
        `${name}: afterwards there are answers`,
        judged.filter(tenant => after([tenant]).length === 0).map(tenant => tenant.name),
      ),
    ],
  }
}

/** A period of work, in milliseconds of the process. */
interface Period {
  from: number
  until: number
}

/**
 * Waits for a period in which nothing fails or is slow, which has to begin within the time that
 * recovery may take; a request counts in the period in which it was sent, however late it ends.
 */
async function untilAsBefore(
  tenants: Tenant[],
  latest: number,
  options: FaultOptions,
): Promise<Period> {
  for (;;) {
    const from = performance.now()
    await sleep(afterMsOf(options))
    const period = { from, until: performance.now() }
    await Promise.all(tenants.flatMap(({ pending }) => [...pending]))
    const msMax = p99MsMax * options.slack
    if (from >= latest || tenants.every(tenant => isAsBefore(tenant, period, msMax))) return period
  }
}

/** Returns whether all requests of a period succeeded in time; without any they did not. */
function isAsBefore(tenant: Tenant, period: Period, msMax: number): boolean {
  const samples = samplesIn([tenant], period)
  return samples.length > 0 && samples.every(sample => isDone(sample) && sample.ms < msMax)
}

function samplesIn(tenants: Tenant[], { from, until }: Period): Sample[] {
  return tenants.flatMap(({ samples }) => samples.filter(({ at }) => at >= from && at <= until))
}

const isDone = ({ status }: Sample) => status >= 200 && status <= 299

function marks({ pine, cedar }: Stage) {
  return { pine: pine.samples.length, cedar: cedar.samples.length }
}

function brokenByOthers(name: string, samples: Sample[], slack: number): Finding[] {
  const failed = samples.filter(sample => !isDone(sample))
  const p99 = percentile(samples)
  return [
    ...findingOf(`${name}: nothing fails for others`, failed.map(textOf)),
    ...findingOf(`${name}: p99 of others is under a second`, p99 < p99MsMax * slack ? [] : [p99]),
  ]
}

function brokenForBearers(name: string, samples: Sample[], msMax: number): Finding[] {
  const isRight = (sample: Sample) =>
    isDone(sample) || (sample.status === 503 && sample.retryAfter !== null)
  return [
    ...findingOf(
      `${name}: every request ends within ${msMax / 1_000} s`,
      samples.filter(({ ms }) => ms > msMax).map(textOf),
    ),
    ...findingOf(
      `${name}: it succeeds, or is refused with 503 and Retry-After`,
      samples.filter(sample => !isRight(sample)).map(textOf),
    ),
  ]
}

function notAsBefore(name: string, samples: Sample[], slack: number): Finding[] {
  const failed = samples.filter(sample => !isDone(sample))
  const p99 = percentile(samples)
  return [
    ...findingOf(`${name}: afterwards nothing fails`, failed.map(textOf)),
    ...findingOf(
      `${name}: afterwards p99 is under a second`,
      p99 < p99MsMax * slack ? [] : samples.filter(({ ms }) => ms >= p99).map(textOf),
    ),
  ]
}

function textOf({ what, status, ms, body, error }: Sample): string {
  return `${what}: ${status} after ${Math.round(ms)} ms ${body?.code ?? error ?? ''}`
}

function summaryOf(samples: Sample[]) {
  const failed = samples.filter(sample => !isDone(sample)).length
  const mostMs = Math.round(Math.max(0, ...samples.map(({ ms }) => ms)))
  return { requests: samples.length, failed, p99Ms: percentile(samples), mostMs }
}

function percentile(samples: Sample[], share = 0.99): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Whoever got no answer asks again with the same key, until he gets one. */
async function askAgain(stage: Stage): Promise<void> {
  const tries = 20
  for (const tenant of [stage.pine, stage.cedar]) {
    for (const intent of tenant.intents) {
      for (let i = 0; intent.leadUid === null && i < tries; i++) {
        const { status } = await ask(tenant, stage.origins[i % stage.origins.length]!, intent)
        if (status !== 201) await sleep(250)
      }
    }
  }
}
