import {
  observeCache,
  observeDisk,
  observeLimits,
  observePools,
  observeVersion,
} from '../../../src/platform/metrics/metrics.ts'
import { openMetrics } from '../../../src/rental/metrics.ts'
import { code, markdownTable } from './table.ts'

/** Metric of prom-client, with properties that its types omit. */
interface Metric {
  name: string
  help: string
  labelNames: string[]
}

/** Returns all metrics but those of the process, which come with prom-client. */
export function listMetrics(): Metric[] {
  const metrics = openMetrics()
  observePools(metrics, () => [])
  observeDisk(metrics, '.')
  observeVersion(metrics, '')
  observeLimits(metrics, {})
  observeCache(metrics, { count: 0, bytes: 0, requests: {} })
  return metrics.registry.getMetricsAsArray() as unknown as Metric[]
}

export function metricsTable(): string {
  const rows = listMetrics().map(({ name, labelNames, help }) => [
    code(name),
    labelNames.map(code).join(' '),
    help,
  ])
  const ofProcess = 'Event loop, memory, garbage collection, processor'
  return markdownTable(
    ['name', 'labels', 'meaning'],
    [...rows, ['`nodejs_…`, `process_…`', '', ofProcess]],
  )
}
