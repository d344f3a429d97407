import { printRatio, printTable } from '../../test/support/print.ts'
import { quantile } from '../support/measure.ts'
import type { Deliveries } from './lost-bookings.ts'
import type { Sample } from './open-loop.ts'

/** Part of the load: before the kill, or the first half a minute after the restart. */
export interface Window {
  name: string
  samples: Sample[]
  seconds: number
  /** Processor time in milliseconds of the server, and of PostgreSQL. */
  serverCpuMs: number
  databaseCpuMs: number
  /** Processor time of the machine, as a share of all processors. */
  machineShare: number
}

/** Results of the load on one engine. */
export interface Run {
  engine: string
  windows: Window[]
  restartSeconds: number
  refusedWhileDown: number
  deliveries: Deliveries
  loadAverage: number
}

/** Maximum latency in milliseconds, by engine, and its quantile. */
const aims = {
  postgres: { share: 0.99, name: 'p99', ms: 150 },
  embedded: { share: 0.95, name: 'p95', ms: 300 },
}

export function printRun({ engine, windows, ...run }: Run): void {
  for (const window of windows) printWindow(engine, window)
  const { acknowledged, lost, undelivered, repeated, unstreamed } = run.deliveries
  printTable(
    [
      'load average',
      'back after s',
      'no response',
      'acknowledged',
      'lost',
      'undelivered',
      'repeated',
      'unstreamed',
    ],
    [
      [
        run.loadAverage.toFixed(1),
        run.restartSeconds.toFixed(1),
        ...[run.refusedWhileDown, acknowledged, lost, undelivered, repeated, unstreamed],
      ],
    ],
  )
  const aim = aims[engine as keyof typeof aims]
  const latencies = windows.at(-1)!.samples.map(({ latencyMs }) => latencyMs)
  printRatio(`restart.${engine}.${aim.name}`, quantile(latencies, aim.share) / aim.ms)
}

function printWindow(engine: string, window: Window): void {
  const { samples, seconds, serverCpuMs, databaseCpuMs, machineShare } = window
  const percent = (ms: number) => `${((ms / seconds / 1_000) * 100).toFixed(0)} %`
  const lateMs = quantile(
    samples.map(sample => sample.lateMs),
    0.99,
  )
  console.log(`\n${engine}, ${window.name}: ${seconds.toFixed(0)} s; of a core, server \
${percent(serverCpuMs)}, database ${percent(databaseCpuMs)}; machine \
${(machineShare * 100).toFixed(0)} % busy; generator late by ${lateMs.toFixed(0)} ms at p99`)
  const kinds = [...new Set(samples.map(({ kind }) => kind))].sort()
  printTable(
    ['request', 'sent', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', '4xx', '5xx', 'none'],
    ['all', ...kinds].map(kind =>
      row(
        kind,
        samples.filter(sample => kind === 'all' || sample.kind === kind),
      ),
    ),
  )
}

function row(kind: string, samples: Sample[]): (string | number)[] {
  const latencies = samples.map(({ latencyMs }) => latencyMs)
  const count = (from: number) =>
    samples.filter(({ status }) => status >= from && status < from + 100).length
  return [
    kind,
    samples.length,
    ...[0.5, 0.95, 0.99, 1].map(share => quantile(latencies, share).toFixed(0)),
    ...[count(400), count(500), count(0)],
  ]
}
