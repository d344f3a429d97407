/**
 * Prometheus metrics of the platform. Each server has a registry of its own, so that two in one
 * process are separate.
 */
import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { PoolLoad } from '../db/database.ts'
import type { FairSemaphore } from '../limits/fair-semaphore.ts'
import { readLimitCounts } from '../limits/limit-metrics.ts'

export interface PlatformMetrics {
  registry: Registry
  /** Seconds from a request to the end of its response. */
  requests: Histogram<'version' | 'status'>
  /** Seconds and requests by route: a pattern, never a path, and one for all versions of `/api`. */
  routes: Record<'seconds' | 'requests', Counter<'method' | 'route'>>
  authFailures: Counter<'kind'>
  /** Lookups of query plans: `hit` if cached, `miss` if compiled. */
  planLookups: Counter<'endpoint' | 'result'>
  plansCached: ObservedGauge<'endpoint'>
  /** Duration of background tasks in seconds. */
  tasks: Summary<'worker' | 'outcome'>
}

export function openPlatformMetrics(): PlatformMetrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'lodgepole_http_request_duration_seconds',
      help:
        'Duration of requests until the end of the response, by API version and ' +
        'class, such as 2xx',
      labelNames: ['version', 'status'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30],
      registers,
    }),
    // Named as the sum and count of a histogram. Each bucket of hundreds of routes would be 30 kB.
    routes: {
      seconds: new MicrosecondCounter({
        name: 'lodgepole_route_seconds_sum',
        help: 'Sum of durations by route pattern, which is the same for all versions below /api',
        labelNames: ['method', 'route'],
        registers,
      }),
      requests: new Counter({
        name: 'lodgepole_route_seconds_count',
        help: 'Requests by route pattern',
        labelNames: ['method', 'route'],
        registers,
      }),
    },
    authFailures: new Counter({
      name: 'lodgepole_auth_failures_total',
      help: 'Requests with missing or rejected credentials, by reason',
      labelNames: ['kind'],
      registers,
    }),
    planLookups: new Counter({
      name: 'lodgepole_query_plan_lookups_total',
      help: 'Lookups in the query plan cache: hit, or miss (the plan was compiled)',
      labelNames: ['endpoint', 'result'],
      registers,
    }),
    plansCached: new ObservedGauge(registry, {
      name: 'lodgepole_query_plans_cached',
      help: 'Compiled query plans in the cache',
      labelNames: ['endpoint'],
    }),
    tasks: new Summary({
      name: 'lodgepole_task_duration_seconds',
      help: 'Duration of background tasks, by outcome: done, retried, given_up, interrupted',
      labelNames: ['worker', 'outcome'],
      percentiles: [],
      registers,
    }),
  }
}

/** Counter of seconds, rounded to microseconds: sums of fractions have 17 digits. */
class MicrosecondCounter<Label extends string> extends Counter<Label> {
  override async get() {
    const { values, ...rest } = await super.get()
    const rounded = (value: number) => Math.round(value * 1_000_000) / 1_000_000
    return { ...rest, values: values.map(entry => ({ ...entry, value: rounded(entry.value) })) }
  }
}

/**
 * Adds metrics of the process: memory, CPU, event loop, garbage collection. Heap spaces are omitted
 * and garbage collection has few buckets, to limit the number of series.
 */
export function observeProcess({ registry }: PlatformMetrics): void {
  collectDefaultMetrics({ register: registry, gcDurationBuckets: [0.01, 0.1] })
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_heap_space_')) registry.removeSingleMetric(name)
}

/** Adds the counts of limits, and the load of semaphores. */
export function observeLimits(
  { registry }: Pick<PlatformMetrics, 'registry'>,
  semaphores: Record<string, FairSemaphore>,
): void {
  const rejections = new Counter({
    name: 'lodgepole_limit_reached_total',
    help: 'Requests and tasks rejected, aborted or deferred by a limit, by limit',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      rejections.reset()
      for (const [limit, count] of readLimitCounts()) rejections.inc({ limit }, count)
    },
  })
  const gauge = new ObservedGauge(registry, {
    name: 'lodgepole_turns',
    help: 'Work that is running and waiting, by fair queue',
    labelNames: ['of', 'state'],
  })
  for (const [of, semaphore] of Object.entries(semaphores)) {
    gauge.observe({ of, state: 'running' }, () => semaphore.load.running)
    gauge.observe({ of, state: 'waiting' }, () => semaphore.load.waiting)
  }
}

/** Adds the size of the response cache, and the number of requests that it served. */
export function observeCache(
  { registry }: Pick<PlatformMetrics, 'registry'>,
  cache: { count: number; bytes: number; requests: Record<string, number> },
): void {
  const requests = new Counter({
    name: 'lodgepole_response_cache_requests_total',
    help: 'Cacheable requests: served from the response cache (hit), or computed (miss)',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      requests.reset()
      for (const [result, count] of Object.entries(cache.requests)) requests.inc({ result }, count)
    },
  })
  const entries = new ObservedGauge(registry, {
    name: 'lodgepole_response_cache_entries',
    help: 'Responses in the response cache',
  })
  entries.observe({}, () => cache.count)
  const bytes = new ObservedGauge(registry, {
    name: 'lodgepole_response_cache_bytes',
    help: 'Memory used by the response cache; at most RESPONSE_CACHE_MB',
  })
  bytes.observe({}, () => cache.bytes)
}

export function observePools({ registry }: PlatformMetrics, loads: () => PoolLoad[]): void {
  const connections = new ObservedGauge(registry, {
    name: 'lodgepole_database_connections',
    help: 'Database connections in_use and idle, by pool: embedded, or one for each purpose',
    labelNames: ['pool', 'state'],
  })
  const waiting = new ObservedGauge(registry, {
    name: 'lodgepole_database_waiting',
    help: 'Callers waiting for a database connection, by pool',
    labelNames: ['pool'],
  })
  for (const { pool } of loads()) {
    const load = () => loads().find(load => load.pool === pool)!
    connections.observe({ pool, state: 'in_use' }, () => load().inUse)
    connections.observe({ pool, state: 'idle' }, () => load().idle)
    waiting.observe({ pool }, () => load().waiting)
  }
}

/** Reports the free space of the data folder. It is omitted while the folder does not exist. */
export function observeDisk({ registry }: PlatformMetrics, dataDir: string): void {
  const gauge = new ObservedGauge(registry, {
    name: 'lodgepole_data_folder_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
  })
  gauge.observe({}, async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
}

/** Reports the version of the process as a label. */
export function observeVersion({ registry }: PlatformMetrics, version: string): void {
  const gauge = new Gauge({
    name: 'lodgepole_build_info',
    help: 'Version of this process; always 1',
    labelNames: ['version'],
    registers: [registry],
  })
  gauge.set({ version }, 1)
}

/** Timeout of one value in milliseconds. A slower one is omitted, without blocking the others. */
const readMsMax = 1_000

/** Returns a value; null: there is none. */
type Read = () => number | null | Promise<number | null>

interface GaugeOptions<Label extends string> {
  name: string
  help: string
  labelNames?: Label[]
}

async function readWithTimeout(read: Read): Promise<number | null> {
  return withTimeout(readMsMax, async () => read()).catch(() => null)
}

/** Gauge that reads its values when metrics are collected. */
export class ObservedGauge<Label extends string = never> {
  readonly #values: { labels: Record<Label, string>; read: Read }[] = []

  constructor(registry: Registry, options: GaugeOptions<Label>) {
    const reads = this.#values
    const gauge = new Gauge<Label>({
      ...options,
      labelNames: options.labelNames ?? [],
      registers: [registry],
      async collect() {
        gauge.reset()
        await Promise.all(
          reads.map(async ({ labels, read }) => {
            const value = await readWithTimeout(read)
            if (value === null) gauge.remove(labels)
            else gauge.set(labels, value)
          }),
        )
      },
    })
  }

  /** Adds a value. It is omitted while it cannot be read. */
  observe(labels: Record<Label, string>, read: Read): void {
    this.#values.push({ labels, read })
  }
}
