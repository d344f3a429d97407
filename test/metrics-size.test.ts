/** Size of GET /metrics after requests to every route: docs/reference/metrics.md. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { workers } from '../src/server/workers.ts'
import { makeAgency } from './fixtures/rows.ts'
import { surfaces } from './fuzz/surfaces.ts'
import { observeProcessOnce } from './support/metrics.ts'
import { openServer } from './support/server.ts'

// A server that no other test file has sent requests to.
const { end, ...server } = await openServer()
const { key } = await makeAgency(server)
after(end)

/** Returns the methods and paths of all routes, from the tree that the router prints. */
function listRoutes(): { method: string; path: string }[] {
  const segments: string[] = []
  const lines = server.app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')
  return lines.flatMap(line => {
    const [, indent, segment, methods] = /^([^─]*)── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    assert.ok(indent !== undefined && segment !== undefined, line)
    segments.splice(Math.floor(indent.length / 4), Infinity, segment)
    const path = segments.join('').replace('//', '/')
    return (methods?.split(', ') ?? []).map(method => ({ method, path }))
  })
}

/** Sends a request to each route, with random uids. */
async function requestAll(routes: { method: string; path: string }[]): Promise<void> {
  for (const { method, path } of routes) {
    const filled = path.replace(/:\w+(\|:\w+)*/g, randomUUID()).replace('*', 'x')
    await server.request(method, filled, { key })
  }
}

/** Observes every outcome of the tasks of all workers. */
function observeTasks(outcomes: string[]): void {
  for (const { name: worker } of workers)
    for (const outcome of outcomes) server.metrics.tasks.observe({ worker, outcome }, 0.123_456_789)
}

async function readMetrics() {
  const { text } = await server.request('GET', '/metrics')
  const sums = text.match(/^lodgepole_route_seconds_sum.*$/gm) ?? []
  for (const sum of sums) assert.match(sum, /\} (\d+(\.\d{1,6})?|[\d.]+e-\d)$/)
  return { bytes: text.length, routes: sums.length }
}

describe('GET /metrics', () => {
  it('stays below 100 kB after requests to every route of the API', async () => {
    observeProcessOnce(server)
    const requested = new Map(
      surfaces.toReversed().flatMap(({ scope, prefix, routes }) =>
        routes.map(({ method, path }) => {
          return [`${scope} ${method} ${path}`, { method, path: `${prefix}${path}` }] as const
        }),
      ),
    )
    await requestAll([...requested.values()])
    for (const version of ['v2', 'v3.0', 'v3.1', 'v3.2', 'v3.3', 'none'])
      for (const status of ['2xx', '3xx', '4xx', '5xx'])
        server.metrics.requests.observe({ version, status }, 0.123_456_789)
    observeTasks(['done'])
    const { bytes, routes } = await readMetrics()
    assert.ok(
      requested.size > 300 && routes >= requested.size,
      `${requested.size} asked, ${routes} counted`,
    )
    assert.ok(bytes < 100_000, `${bytes} bytes`)
  })

  it('stays below 130 kB with all other routes, and all outcomes of tasks', async () => {
    const all = listRoutes()
    assert.ok(all.some(({ path }) => path === '/api/v3.3/leads/:uid/cancel'))
    await requestAll(all)
    observeTasks(['retried', 'given_up', 'interrupted'])
    const { bytes, routes } = await readMetrics()
    assert.ok(routes > 400, `${routes} routes`)
    assert.ok(bytes < 130_000, `${bytes} bytes`)
  })
})
