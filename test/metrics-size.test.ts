/** Size of GET /metrics after requests to every route: docs/reference/metrics.md. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { workers } from '../src/server/workers.ts'
import { makeAgency } from './fixtures/rows.ts'
import { surfaces } from './fuzz/surfaces.ts'
import { observeProcessOnce } from './support/metrics.ts'
import { startServer } from './support/server.ts'

const server = await startServer()
const { key } = await makeAgency(server)

describe('GET /metrics', () => {
  it('stays below 100 kB after requests to every route', async () => {
    observeProcessOnce(server)
    const requested = new Set<string>()
    for (const { scope, prefix, routes } of surfaces.toReversed()) {
      for (const { method, path } of routes) {
        if (requested.has(`${scope} ${method} ${path}`)) continue
        requested.add(`${scope} ${method} ${path}`)
        const uid = randomUUID()
        await server.request(method, `${prefix}${path.replace(/:\w+/g, uid)}`, { key })
      }
    }
    for (const version of ['v2', 'v3.0', 'v3.1', 'v3.2', 'v3.3', 'none'])
      for (const status of ['2xx', '3xx', '4xx', '5xx'])
        server.metrics.requests.observe({ version, status }, 0.123_456_789)
    for (const { name: worker } of workers)
      server.metrics.tasks.observe({ worker, outcome: 'done' }, 0.123_456_789)
    const { text } = await server.request('GET', '/metrics')
    const sums = text.match(/^lodgepole_route_seconds_sum.*$/gm) ?? []
    assert.ok(sums.length > 300)
    for (const sum of sums) assert.match(sum, /\} (\d+(\.\d{1,6})?|[\d.]+e-\d)$/)
    const { size } = new Set(text.match(/^lodgepole_route_seconds_count.*\}/gm))
    assert.ok(
      requested.size > 300 && size >= requested.size,
      `${requested.size} asked, ${size} counted`,
    )
    assert.ok(text.length < 100_000, `${text.length} bytes`)
  })
})
