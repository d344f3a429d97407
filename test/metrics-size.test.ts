/** Size of GET /metrics after requests to every route: docs/reference/metrics.md. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { workers } from '../src/server/workers.ts'
import { makeAgency } from './fixtures/rows.ts'
import { observeProcessOnce } from './support/metrics.ts'
import { openServer } from './support/server.ts'

// A server that no other test file has sent requests to.
const { end, ...server } = await openServer()
const { key } = await makeAgency(server)
after(end)

const outcomes = ['done', 'retried', 'given_up', 'interrupted']

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

describe('GET /metrics', () => {
  it('stays below 150 kB after requests to every route', async () => {
    observeProcessOnce(server)
    const routes = listRoutes()
    assert.ok(routes.some(({ path }) => path === '/api/v3.3/leads/:uid/cancel'))
    for (const { method, path } of routes) {
      const filled = path.replace(/:\w+(\|:\w+)*/g, randomUUID()).replace('*', 'x')
      await server.request(method, filled, { key })
    }
    for (const version of ['v2', 'v3.0', 'v3.1', 'v3.2', 'v3.3', 'none'])
      for (const status of ['2xx', '3xx', '4xx', '5xx'])
        server.metrics.requests.observe({ version, status }, 0.123_456_789)
    for (const { name: worker } of workers)
      for (const outcome of outcomes)
        server.metrics.tasks.observe({ worker, outcome }, 0.123_456_789)
    const { text } = await server.request('GET', '/metrics')
    const sums = text.match(/^lodgepole_route_seconds_sum.*$/gm) ?? []
    assert.ok(sums.length > 400, `${sums.length} routes`)
    for (const sum of sums) assert.match(sum, /\} (\d+(\.\d{1,6})?|[\d.]+e-\d)$/)
    assert.ok(text.length < 150_000, `${text.length} bytes`)
  })
})
