import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, settingsOf, startWorking } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { cpuMs } from './support/cpu.ts'
import { measureSlowReceivers } from './support/deliver/slow-receiver.ts'
import {
  abandonOpen,
  type BareLoop,
  holdQueue,
  type Sink,
  startBareLoop,
  startSink,
  untilDelivered,
} from './support/delivering.ts'
import { type EventWriter, openEventWriter } from './support/event-writer.ts'
import type { Options } from './support/options.ts'
import type { Arrivals } from './support/webhook-sink.ts'

const rounds = 3
const requestsPerSecond = 1_500
const backlog = 100_000
/** Of one destination at once: contract/events.md §6.5. */
const inFlightMax = 10
const ports = 4
const fewKeys = 4
/** How many events a second, and after how many milliseconds the receivers answer. */
const paces = [
  { perSecond: 50, receiverMs: 0 },
  { perSecond: 200, receiverMs: 0 },
  { perSecond: 200, receiverMs: 50 },
  { perSecond: 200, receiverMs: 200 },
]
/** The events of one agency are written one after the other. */
const agencies = 20
const pacedSeconds = 5
/** Milliseconds. */
const delayAim = { p50: 10, p99: 100 }

/** What is delivered. The bare loop posts as much over as many connections as that may use. */
interface Case {
  name: string
  destinations: number
  /** Ordering keys; if absent each event has its own. */
  keys?: number
}

const cases: Case[] = [
  { name: 'one', destinations: 1 },
  { name: 'several', destinations: ports },
  { name: 'few-keys', destinations: 1, keys: fewKeys },
]

interface Bench {
  url: string
  databasePid: number
  workerPid: number
  sink: Sink
  writer: EventWriter
  bare: BareLoop
}

/** Requests, and processor time in milliseconds for one: of who posts, of the database. */
interface Rate {
  perSecond: number
  cpu: [number, number]
}

/** Deliveries against posts in a bare loop, and how soon an event is told. */
export async function deliver({ seconds }: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup, { durable: true })
    const { url } = postgres
    await migrate(cleanup, url)
    const env = { ...(await settingsOf(cleanup, url)), ALLOW_PRIVATE_CALLBACKS: 'true' }
    const sink = await startSink(cleanup, ports)
    const writer = await openEventWriter(cleanup, env)
    const worker = startWorking(cleanup, env)
    const bare = startBareLoop(cleanup)
    const pids = { databasePid: postgres.pid, workerPid: worker.pid }
    const bench: Bench = { url, ...pids, sink, writer, bare }
    const requests = requestsPerSecond * seconds
    const one = await measureRates(bench, requests)
    await measureDelays(bench)
    await measureSlowReceivers(bench)
    await measureBacklog(bench, requests, one)
  })
}

/**
 * In rounds over all, so that a noisy minute hits all alike; first one to warm up.
 *
 * @returns the rate of deliveries to one destination
 */
async function measureRates(bench: Bench, requests: number): Promise<Rate> {
  const figures = cases.map(each => ({ ...each, ours: [] as Rate[], bares: [] as Rate[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const { ours, bares, ...each } of figures) {
      const { arrivals, ...rate } = await drain(bench, each, requests)
      const bare = await postBare(bench, each, requests, arrivals)
      if (round === 0) continue
      ours.push(rate)
      bares.push(bare)
    }
  }
  const results = figures.map(({ name, ours, bares }) => {
    return { name, ours: medianOf(ours), bare: medianOf(bares) }
  })
  printTable(
    ['deliveries', 'by', 'per second', 'CPU ms', 'database CPU ms'],
    results.flatMap(({ name, ours, bare }) => [
      [name, 'lodgepole', ...textsOf(ours)],
      [name, 'bare loop', ...textsOf(bare)],
    ]),
  )
  for (const { name, ours, bare } of results) {
    printRatio(`deliver.${name}`, ours.perSecond / bare.perSecond)
    printRatio(`deliver.${name}.cpu`, bare.cpu[0] / (ours.cpu[0] + ours.cpu[1]))
  }
  return results[0]!.ours
}

/** How much slower it is when much more waits than is measured. */
async function measureBacklog(bench: Bench, requests: number, one: Rate): Promise<void> {
  const long = medianOf(await drainBacklog(bench, requests))
  printTable(
    ['waiting', 'per second', 'CPU ms', 'database CPU ms'],
    [
      [requests, ...textsOf(one)],
      [backlog, ...textsOf(long)],
    ],
  )
  printRatio('deliver.backlog', long.perSecond / one.perSecond)
}

/** Lets so many deliveries wait, and has them delivered. */
async function drain(
  bench: Bench,
  { destinations, keys }: Case,
  requests: number,
): Promise<Rate & { arrivals: Arrivals }> {
  const { agencyUid, release } = await makeWaiting(bench, destinations, requests, keys)
  const watching = watch(bench, bench.workerPid, requests)
  await release()
  const rate = await watching
  await untilDelivered(bench.url, agencyUid)
  return rate
}

/** Delivers some of a long backlog, window after window. */
async function drainBacklog(bench: Bench, requests: number): Promise<Rate[]> {
  const { agencyUid, release } = await makeWaiting(bench, 1, backlog)
  const rates: Rate[] = []
  await release()
  for (let round = 0; round <= rounds; round++) {
    const rate = await watch(bench, bench.workerPid, requests)
    if (round > 0) rates.push(rate)
  }
  await abandonOpen(bench.url, agencyUid)
  return rates
}

async function makeWaiting(
  { url, sink, writer }: Bench,
  destinations: number,
  requests: number,
  keys?: number,
) {
  const agencyUid = await writer.createAgency(sink.urls.slice(0, destinations))
  const release = await holdQueue(url, agencyUid)
  await writer.write(agencyUid, requests / destinations, keys)
  await query(url, 'vacuum analyze events, deliveries, delivery_attempts')
  return { agencyUid, release }
}

async function postBare(
  bench: Bench,
  { destinations, keys = inFlightMax }: Case,
  requests: number,
  { body, headers }: Arrivals,
): Promise<Rate> {
  const urls = bench.sink.urls.slice(0, destinations)
  const requestsEach = requests / destinations
  const connections = Math.min(inFlightMax, keys)
  const watching = watch(bench, bench.bare.pid, requests)
  await bench.bare.post({ urls, requestsEach, connections, headers, body })
  return watching
}

/** Watches the next requests come. */
async function watch({ sink, databasePid }: Bench, pid: number, requests: number) {
  const used = () => [cpuMs(pid) ?? 0, cpuMs(databasePid) ?? 0] as const
  const { begun, done } = sink.expect(requests)
  await begun
  const before = used()
  const arrivals = await done
  const after = used()
  const { distinct, perSecond, measured } = arrivals
  if (distinct !== requests) throw new Error(`${distinct} events came in ${requests} requests`)
  const cpu: Rate['cpu'] = [(after[0] - before[0]) / measured, (after[1] - before[1]) / measured]
  return { perSecond, cpu, arrivals }
}

/** How soon events come, at each pace. */
async function measureDelays(bench: Bench): Promise<void> {
  const rows: string[][] = []
  const medians: [name: string, ratios: [p50: number, p99: number]][] = []
  for (const pace of paces) {
    const { delays, seconds, cpu } = await measureDelay(bench, pace)
    const texts = [0.5, 0.99, 1].map(share => quantile(delays, share).toFixed(1))
    const { perSecond, receiverMs } = pace
    rows.push([
      ...[receiverMs, perSecond].map(String),
      (delays.length / seconds).toFixed(1),
      ...texts,
      ...cpu.map(ms => ms.toFixed(2)),
    ])
    const found = [quantile(delays, 0.5) / delayAim.p50, quantile(delays, 0.99) / delayAim.p99]
    medians.push([`${perSecond}.${receiverMs}`, found as [number, number]])
  }
  printTable(
    ['receiver ms', 'asked/s', 'events/s', 'p50 ms', 'p99 ms', 'most', 'CPU ms', 'database'],
    rows,
  )
  for (const [name, [p50, p99]] of medians) {
    printRatio(`deliver.delay.${name}.p50`, p50)
    printRatio(`deliver.delay.${name}.p99`, p99)
  }
}

/**
 * Events at a steady pace, each in a transaction of its own, the milliseconds from its commit until
 * it comes, and the processor time of an event: of the worker, and of the database, which writes it
 * as well.
 */
async function measureDelay(
  { sink, writer, workerPid, databasePid }: Bench,
  { perSecond, receiverMs }: (typeof paces)[number],
) {
  const agencyUids: string[] = []
  for (let i = 0; i < agencies; i++) {
    agencyUids.push(await writer.createAgency([`${sink.urls[i % ports]!}/${receiverMs}`]))
  }
  const count = perSecond * pacedSeconds
  const { done } = sink.expect(count)
  const used = () => [cpuMs(workerPid) ?? 0, cpuMs(databasePid) ?? 0] as const
  const before = used()
  const begun = performance.now()
  const writing = Array.from({ length: count }, async (_, i) => {
    await sleep(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    return writer.writeOne(agencyUids[i % agencies]!)
  })
  const written = await Promise.all(writing)
  const seconds = (performance.now() - begun) / 1_000
  const { at } = await done
  const cpu = used().map((ms, i) => (ms - before[i]!) / count)
  return { delays: written.map(({ uid, committedAt }) => at[uid]! - committedAt), seconds, cpu }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
}

function medianOf(rates: Rate[]): Rate {
  const median = (pick: (rate: Rate) => number) => quantile(rates.map(pick), 0.5)
  return {
    perSecond: median(({ perSecond }) => perSecond),
    cpu: [median(({ cpu }) => cpu[0]), median(({ cpu }) => cpu[1])],
  }
}

function textsOf({ perSecond, cpu }: Rate): string[] {
  return [perSecond.toFixed(1), ...cpu.map(ms => ms.toFixed(2))]
}
