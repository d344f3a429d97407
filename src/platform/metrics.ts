/**
 * What a server tells Prometheus of itself: counts of the machinery. Each server has a registry of
 * its own, so that two in one process count apart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'
import type { DiskSpace, PoolLoad } from './db/database.ts'
import type { FairTurns } from './limits/fair-turns.ts'
import { limitsReached } from './limits/reached.ts'
import { RouteTimes } from './route-times.ts'

export interface PlatformMetrics {
  registry: Registry
  /** Seconds from a request to the end of its answer. */
  requests: Histogram<'version' | 'status'>
  /** Seconds by route: a pattern, never a path, and one for all versions of `/api`. */
  routes: RouteTimes
  /** Requests whose credential was refused. */
  authFailures: Counter<'kind'>
  /** Whether the plan of a query was known: `hit`, or had to be compiled: `miss`. */
  planLookups: Counter<'endpoint' | 'result'>
  plansCached: ObservedGauge<'endpoint'>
  /** Seconds that a task took in the background. */
  tasks: Summary<'worker' | 'outcome'>
}

/** Makes the metrics of one server. */
export function openPlatformMetrics(): PlatformMetrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'lodgepole_http_request_duration_seconds',
      help: 'Duration of requests until the end of the response, by API version and status class',
      labelNames: ['version', 'status'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30],
      registers,
    }),
    routes: new RouteTimes(registry),
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
      help: 'Duration of background tasks, by worker and outcome',
      labelNames: ['worker', 'outcome'],
      percentiles: [],
      registers,
    }),
  }
}

/**
 * Adds what is of the process and not of a server: memory, processor, event loop, collections. Of
 * the heap all is told together and of collections few buckets: other rows are read and not drawn.
 */
export function observeProcess({ registry }: PlatformMetrics): void {
  collectDefaultMetrics({ register: registry, gcDurationBuckets: [0.01, 0.1] })
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_heap_space_')) registry.removeSingleMetric(name)
}

/** Adds how often limits have stopped something, and who waits for a turn. */
export function observeLimits(
  { registry }: Pick<PlatformMetrics, 'registry'>,
  turns: Record<string, FairTurns>,
): void {
  const reached = new Counter({
    name: 'lodgepole_limit_reached_total',
    help: 'Requests and tasks rejected, aborted or deferred by a limit, by limit',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      reached.reset()
      for (const [limit, count] of limitsReached()) reached.inc({ limit }, count)
    },
  })
  const gauge = new ObservedGauge(registry, {
    name: 'lodgepole_turns',
    help: 'Running and queued work, by queue and state',
    labelNames: ['of', 'state'],
  })
  for (const [of, one] of Object.entries(turns)) {
    gauge.observe({ of, state: 'running' }, () => one.load.running)
    gauge.observe({ of, state: 'waiting' }, () => one.load.waiting)
  }
}

/** Adds the size of the response cache, and how many requests it served. */
export function observeCache(
  { registry }: Pick<PlatformMetrics, 'registry'>,
  cache: { count: number; bytes: number; requests: Record<string, number> },
): void {
  const requests = new Counter({
    name: 'lodgepole_answers_total',
    help: 'Cacheable requests: served from the response cache (kept), or computed (made)',
    labelNames: ['how'],
    registers: [registry],
    collect() {
      requests.reset()
      for (const [how, count] of Object.entries(cache.requests)) requests.inc({ how }, count)
    },
  })
  const kept = new ObservedGauge(registry, {
    name: 'lodgepole_answers_kept',
    help: 'Responses in the response cache',
  })
  kept.observe({}, () => cache.count)
  const bytes = new ObservedGauge(registry, {
    name: 'lodgepole_answers_kept_bytes',
    help: 'Memory used by the response cache; at most ANSWER_MEMORY_MB',
  })
  bytes.observe({}, () => cache.bytes)
}

/** Adds how busy the connections to the database are. */
export function observePools({ registry }: PlatformMetrics, loads: () => PoolLoad[]): void {
  const connections = new ObservedGauge(registry, {
    name: 'lodgepole_database_connections',
    help: 'Database connections, by pool and state',
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

/** Adds the free space of the disk that the embedded database writes to. */
export function observeRoom({ registry }: PlatformMetrics, room: DiskSpace | undefined): void {
  if (!room) return
  const gauge = new ObservedGauge(registry, {
    name: 'lodgepole_data_folder_free_bytes',
    help: 'Free space on the disk of the embedded database',
  })
  gauge.observe({}, () => room.freeBytes)
}

/** A value that takes longer is left out, so that the others come. */
const readMsMax = 1_000

type Read = () => number | Promise<number>

interface GaugeOptions<Label extends string> {
  name: string
  help: string
  labelNames?: Label[]
}

async function readSoon(read: Read): Promise<number | null> {
  const done = new AbortController()
  const late = sleep(readMsMax, null, { signal: done.signal })
  try {
    return await Promise.race([read(), late])
  } catch {
    return null
  } finally {
    done.abort()
  }
}

/** A gauge whose values are asked for when they are read. */
export class ObservedGauge<Label extends string = never> {
  readonly #reads: { labels: Record<Label, string>; read: Read }[] = []

  constructor(registry: Registry, options: GaugeOptions<Label>) {
    const reads = this.#reads
    const gauge = new Gauge<Label>({
      ...options,
      labelNames: options.labelNames ?? [],
      registers: [registry],
      async collect() {
        gauge.reset()
        await Promise.all(
          reads.map(async ({ labels, read }) => {
            const value = await readSoon(read)
            if (value === null) gauge.remove(labels)
            else gauge.set(labels, value)
          }),
        )
      },
    })
  }

  /** Adds a value, which is left out whenever it cannot be read. */
  observe(labels: Record<Label, string>, read: Read): void {
    this.#reads.push({ labels, read })
  }
}
