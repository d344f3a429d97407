/** Measures the latency of a webhook with slow webhooks on the same host. */
import { setTimeout as sleep } from 'node:timers/promises'
import { printRatio, printTable } from '../../../test/support/print.ts'
import type { EventWriter } from '../event-writer.ts'
import { abandonOpen, type Sink } from '../webhook-load.ts'

const perSecond = 4
const seconds = 30
const slowMs = 5_000
/** Maximum latency in milliseconds. */
const p95Target = 100

interface Bench {
  url: string
  sink: Sink
  writer: EventWriter
}

/** Quantiles of milliseconds from commit to arrival at the healthy webhook. */
interface Delays {
  p50: number
  p95: number
  max: number
}

/**
 * Measures the same events with the healthy webhook alone, and then with one and two others on its
 * host that respond after five seconds, which is longer than the interval of events.
 */
export async function measureSlowReceivers(bench: Bench): Promise<void> {
  const results: [name: string, delays: Delays][] = []
  for (const slow of [0, 1, 2]) {
    results.push([slow === 0 ? 'alone' : `beside ${slow} slow`, await measure(bench, slow)])
  }
  const alone = results[0]![1]
  printTable(
    ['healthy webhook', 'p50 ms', 'p95 ms', 'most', 'p95 by alone'],
    results.map(([name, { p50, p95, max }]) => [
      name,
      ...[p50, p95, max].map(ms => ms.toFixed(1)),
      (p95 / alone.p95).toFixed(2),
    ]),
  )
  for (const [name, { p95 }] of results) {
    printRatio(`deliver.slow-receiver.${name.replaceAll(' ', '-')}.p95`, p95 / p95Target)
  }
}

async function measure({ url, sink, writer }: Bench, slow: number): Promise<Delays> {
  const [host] = sink.urls
  const paths = Array.from({ length: slow }, (_, i) => `/${slowMs}?${i}`)
  const agencyUid = await writer.createAgency(['/0', ...paths].map(path => `${host}${path}`))
  const count = perSecond * seconds
  const { done } = sink.expect(count, '/0')
  const begun = performance.now()
  const written: { uid: string; committedAt: number }[] = []
  for (let i = 0; i < count; i++) {
    await sleep(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    written.push(await writer.writeOne(agencyUid))
  }
  const { at } = await done
  await abandonOpen(url, agencyUid)
  const delays = written
    .map(({ uid, committedAt }) => at[uid]! - committedAt)
    .toSorted((a, b) => a - b)
  const quantile = (share: number) => delays[Math.floor((delays.length - 1) * share)]!
  return { p50: quantile(0.5), p95: quantile(0.95), max: quantile(1) }
}
