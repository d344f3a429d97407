import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, serverSettings, startWorker } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { measureSlowReceivers } from './support/deliver/slow-receiver.ts'
import { type EventWriter, openEventWriter } from './support/event-writer.ts'
import { quantile } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { cpuMs } from './support/process-cpu.ts'
import {
  abandonOpen,
  type BareLoop,
  holdQueue,
  type Sink,
  startBareLoop,
  startSink,
  waitUntilDelivered,
} from './support/webhook-load.ts'
import type { Arrivals } from './support/webhook-sink.ts'

const rounds = 3
const requestsPerSecond = 1_500
const backlog = 100_000
/** Maximum concurrent requests of one destination: contract/events.md §6.5. */
const inFlightMax = 10
const ports = 4
const fewKeys = 4
/** Throughputs in events per second, and the response time of the receivers. */
const paces = [
  { perSecond: 50, receiverMs: 0 },
  { perSecond: 200, receiverMs: 0 },
  { perSecond: 200, receiverMs: 50 },
  { perSecond: 200, receiverMs: 200 },
]
/** Number of agencies that events are spread over; those of one agency are written sequentially. */
const agencies = 20
const pacedSeconds = 5
/** Maximum latencies in milliseconds. */
const latencyTarget = { p50: 10, p99: 100 }

/** A workload. The bare loop sends the same requests over the same number of connections. */
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

/** Throughput, and CPU milliseconds per request: of the sender, and of the database. */
interface Rate {
  perSecond: number
  cpu: [number, number]
}

/** Compares deliveries with requests of a bare loop, and measures the latency of events. */
export async function deliver({ seconds }: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup, { durable: true })
    const { url } = postgres
    await migrate(cleanup, url)
    const env = { ...(await serverSettings(cleanup, url)), ALLOW_PRIVATE_CALLBACKS: 'true' }
    const sink = await startSink(cleanup, ports)
    const writer = await openEventWriter(cleanup, env)
    const worker = startWorker(cleanup, env)
    const bare = startBareLoop(cleanup)
    const pids = { databasePid: postgres.pid, workerPid: worker.pid }
    const bench: Bench = { url, ...pids, sink, writer, bare }
    const requests = requestsPerSecond * seconds
    const one = await measureRates(bench, requests)
    await measureLatencies(bench)
    await measureSlowReceivers(bench)
    await measureBacklog(bench, requests, one)
  })
}

/**
 * Measures all workloads in rounds, so that other load affects all alike, after a warm-up.
 *
 * @returns the rate of deliveries to one destination
 */
async function measureRates(bench: Bench, requests: number): Promise<Rate> {
  const figures = cases.map(testCase => ({ ...testCase, ours: [] as Rate[], bares: [] as Rate[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const { ours, bares, ...testCase } of figures) {
      const { arrivals, ...rate } = await drain(bench, testCase, requests)
      const bare = await postBare(bench, testCase, requests, arrivals)
      if (round === 0) continue
      ours.push(rate)
      bares.push(bare)
    }
  }
  const results = figures.map(({ name, ours, bares }) => {
    return { name, ours: medianRate(ours), bare: medianRate(bares) }
  })
  printTable(
    ['deliveries', 'by', 'per second', 'CPU ms', 'database CPU ms'],
    results.flatMap(({ name, ours, bare }) => [
      [name, 'lodgepole', ...formatRate(ours)],
      [name, 'bare loop', ...formatRate(bare)],
    ]),
  )
  for (const { name, ours, bare } of results) {
    printRatio(`deliver.${name}`, ours.perSecond / bare.perSecond)
    printRatio(`deliver.${name}.cpu`, bare.cpu[0] / (ours.cpu[0] + ours.cpu[1]))
  }
  return results[0]!.ours
}

/** Measures the effect of a large backlog on throughput. */
async function measureBacklog(bench: Bench, requests: number, one: Rate): Promise<void> {
  const long = medianRate(await drainBacklog(bench, requests))
  printTable(
    ['waiting', 'per second', 'CPU ms', 'database CPU ms'],
    [
      [requests, ...formatRate(one)],
      [backlog, ...formatRate(long)],
    ],
  )
  printRatio('deliver.backlog', long.perSecond / one.perSecond)
}

/** Enqueues deliveries, and measures their throughput once they are released. */
async function drain(
  bench: Bench,
  { destinations, keys }: Case,
  requests: number,
): Promise<Rate & { arrivals: Arrivals }> {
  const { agencyUid, release } = await enqueueDeliveries(bench, destinations, requests, keys)
  const arriving = measureArrivals(bench, bench.workerPid, requests)
  await release()
  const rate = await arriving
  await waitUntilDelivered(bench.url, agencyUid)
  return rate
}

/** Measures consecutive windows of a large backlog. */
async function drainBacklog(bench: Bench, requests: number): Promise<Rate[]> {
  const { agencyUid, release } = await enqueueDeliveries(bench, 1, backlog)
  const rates: Rate[] = []
  await release()
  for (let round = 0; round <= rounds; round++) {
    const rate = await measureArrivals(bench, bench.workerPid, requests)
    if (round > 0) rates.push(rate)
  }
  await abandonOpen(bench.url, agencyUid)
  return rates
}

async function enqueueDeliveries(
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
  const requestsPerUrl = requests / destinations
  const connections = Math.min(inFlightMax, keys)
  const arriving = measureArrivals(bench, bench.bare.pid, requests)
  await bench.bare.post({ urls, requestsPerUrl, connections, headers, body })
  return arriving
}

/** Measures the arrival of the next requests, and CPU time. */
async function measureArrivals({ sink, databasePid }: Bench, pid: number, requests: number) {
  const readCpu = () => [cpuMs(pid) ?? 0, cpuMs(databasePid) ?? 0] as const
  const { begun, done } = sink.expect(requests)
  await begun
  const before = readCpu()
  const arrivals = await done
  const after = readCpu()
  const { distinct, perSecond, measured } = arrivals
  if (distinct !== requests) throw new Error(`${distinct} events arrived in ${requests} requests`)
  const cpu: Rate['cpu'] = [(after[0] - before[0]) / measured, (after[1] - before[1]) / measured]
  return { perSecond, cpu, arrivals }
}

async function measureLatencies(bench: Bench): Promise<void> {
  const rows: string[][] = []
  const medians: [name: string, ratios: [p50: number, p99: number]][] = []
  for (const pace of paces) {
    const { latencies, seconds, cpu } = await measureLatency(bench, pace)
    const texts = [0.5, 0.99, 1].map(share => quantile(latencies, share).toFixed(1))
    const { perSecond, receiverMs } = pace
    rows.push([
      ...[receiverMs, perSecond].map(String),
      (latencies.length / seconds).toFixed(1),
      ...texts,
      ...cpu.map(ms => ms.toFixed(2)),
    ])
    const ratios = [
      quantile(latencies, 0.5) / latencyTarget.p50,
      quantile(latencies, 0.99) / latencyTarget.p99,
    ]
    medians.push([`${perSecond}.${receiverMs}`, ratios as [number, number]])
  }
  printTable(
    ['receiver ms', 'target/s', 'events/s', 'p50 ms', 'p99 ms', 'max', 'CPU ms', 'database'],
    rows,
  )
  for (const [name, [p50, p99]] of medians) {
    printRatio(`deliver.delay.${name}.p50`, p50)
    printRatio(`deliver.delay.${name}.p99`, p99)
  }
}

/**
 * Writes events at a steady rate, each in its own transaction. Returns the milliseconds from commit
 * to arrival, and CPU time per event: of the worker, and of the database, which includes the write.
 */
async function measureLatency(
  { sink, writer, workerPid, databasePid }: Bench,
  { perSecond, receiverMs }: (typeof paces)[number],
) {
  const agencyUids: string[] = []
  for (let i = 0; i < agencies; i++) {
    agencyUids.push(await writer.createAgency([`${sink.urls[i % ports]!}/${receiverMs}`]))
  }
  const count = perSecond * pacedSeconds
  const { done } = sink.expect(count)
  const readCpu = () => [cpuMs(workerPid) ?? 0, cpuMs(databasePid) ?? 0] as const
  const before = readCpu()
  const begun = performance.now()
  const writing = Array.from({ length: count }, async (_, i) => {
    await sleep(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    return writer.writeOne(agencyUids[i % agencies]!)
  })
  const written = await Promise.all(writing)
  const seconds = (performance.now() - begun) / 1_000
  const { at } = await done
  const cpu = readCpu().map((ms, i) => (ms - before[i]!) / count)
  return { latencies: written.map(({ uid, committedAt }) => at[uid]! - committedAt), seconds, cpu }
}

function medianRate(rates: Rate[]): Rate {
  const median = (pick: (rate: Rate) => number) => quantile(rates.map(pick), 0.5)
  return {
    perSecond: median(({ perSecond }) => perSecond),
    cpu: [median(({ cpu }) => cpu[0]), median(({ cpu }) => cpu[1])],
  }
}

function formatRate({ perSecond, cpu }: Rate): string[] {
  return [perSecond.toFixed(1), ...cpu.map(ms => ms.toFixed(2))]
}
