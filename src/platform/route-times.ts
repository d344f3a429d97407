import type { Metric, Registry } from 'prom-client'

interface Times {
  labels: { method: string; route: string }
  microseconds: number
  count: number
}

/**
 * How often routes were asked, and how long that took: a summary without quantiles. That of the
 * library keeps a digest of all values even so, which takes a tenth of a request's time.
 */
export class RouteTimes {
  readonly name = 'lodgepole_route_seconds'
  readonly #byRoute = new Map<string, Times>()

  constructor(registry: Registry) {
    registry.registerMetric(this as unknown as Metric)
  }

  /** Counts a request of a route, a pattern and never a path. */
  observe(method: string, route: string, seconds: number): void {
    const name = `${method} ${route}`
    const times = this.#byRoute.get(name) ?? {
      labels: { method, route },
      microseconds: 0,
      count: 0,
    }
    this.#byRoute.set(name, times)
    times.microseconds += Math.round(seconds * 1_000_000)
    times.count++
  }

  /** What the registry writes. */
  get() {
    const values = [...this.#byRoute.values()].flatMap(({ labels, microseconds, count }) => [
      { metricName: `${this.name}_sum`, labels, value: microseconds / 1_000_000 },
      { metricName: `${this.name}_count`, labels, value: count },
    ])
    const help = 'Duration of requests until the end of the response, by route pattern'
    return { name: this.name, help, type: 'summary', aggregator: 'sum', values }
  }

  /** Forgets all. */
  reset(): void {
    this.#byRoute.clear()
  }
}
