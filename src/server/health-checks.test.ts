/** Liveness, readiness and metrics of a server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { makeAgency } from '../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../test/fixtures/sessions.ts'
import { engine } from '../../test/support/database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { readValues, sum } from '../../test/support/metrics.ts'
import { leadQuery, startServer } from '../../test/support/server.ts'
import { openMetrics } from '../rental/metrics.ts'
import { runningVersion } from '../version.ts'
import { healthServer, serveHealth } from './health-checks.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { agencyUid, key } = await makeAgency(server)

const routeCount = 'lodgepole_route_seconds_count'
const routeLabels = (method: string, route: string) => `method="${method}",route="${route}"`
const requestCount = 'lodgepole_http_request_duration_seconds_count'

describe('GET /metrics', () => {
  it('counts requests by version and class of status', async () => {
    await server.request('GET', `/api/v3/leads/${agencyUid}`, { key })
    await server.request('GET', '/v2/agencies', { key })
    await server.request('GET', `/api/v3.3/nonsense/${agencyUid}`, { key })
    await server.request('GET', `/${agencyUid}`)
    const values = await readValues(server, requestCount)
    const labels = (version: string, status: string) => `version="${version}",status="${status}"`
    assert.equal(values.get(labels('v3.0', '4xx')), 1)
    assert.equal(values.get(labels('v2', '2xx')), 1)
    assert.equal(values.get(labels('v3.3', '4xx')), 1)
    assert.equal(values.get(labels('none', '4xx')), 1)
  })

  it('counts requests by route pattern, not by path or version', async () => {
    const fees = routeLabels('GET', '/api/fees/:uid')
    const before = await readValues(server, routeCount)
    await server.request('GET', `/api/v3.3/fees/${agencyUid}`, { key })
    await server.request('GET', `/api/v3.1/fees/${agencyUid}`, { key })
    await server.request('HEAD', `/api/v3.1/fees/${agencyUid}`, { key })
    await server.request('GET', '/v2/agencies', { key })
    await server.request('GET', `/nonsense/${agencyUid}`)
    const values = await readValues(server, routeCount)
    const more = (labels: string) => (values.get(labels) ?? 0) - (before.get(labels) ?? 0)
    assert.deepEqual(
      [fees, routeLabels('GET', '/v2/agencies'), routeLabels('GET', 'unknown')].map(more),
      [3, 1, 1],
    )
    assert.doesNotMatch([...values.keys()].join(), new RegExp(agencyUid))
  })
})

describe('machinery metrics at GET /metrics', () => {
  it('counts compiled and cached plans of the lead query', async () => {
    const endpoint = 'endpoint="/v2/leadsql"'
    const read = async () => {
      const lookups = await readValues(server, 'lodgepole_query_plan_lookups_total')
      const cached = await readValues(server, 'lodgepole_query_plans_cached')
      const of = (result: string) => lookups.get(`${endpoint},result="${result}"`) ?? 0
      return [of('hit'), of('miss'), cached.get(endpoint)]
    }
    // A query behind the check of a key that has changed since is executed again.
    await leadQuery(server, key, `{ leads(agencyUid: "${agencyUid}") { uid } }`)
    const [hits = 0, misses = 0, cached = 0] = await read()
    const query = `query ($n: Int) { leads(agencyUid: "${agencyUid}", _limit: $n) { uid status } }`
    // A repeated query would be served from the response cache, without a plan.
    for (let n = 1; n <= 3; n++) await leadQuery(server, key, { query, variables: { n } })
    assert.deepEqual(await read(), [hits + 2, misses + 1, cached + 1])
  })

  it('reports the load of the database', async () => {
    const pools =
      engine === 'postgres' ? ['write', 'work', 'read', 'now', 'admission'] : ['embedded']
    const connections = await readValues(server, 'lodgepole_database_connections')
    const waiting = await readValues(server, 'lodgepole_database_waiting')
    const states = ['in_use', 'idle']
    const expected = pools.flatMap(pool => states.map(state => `pool="${pool}",state="${state}"`))
    assert.deepEqual([...connections.keys()], expected)
    assert.deepEqual(
      [...waiting.keys()],
      pools.map(pool => `pool="${pool}"`),
    )
    assert.ok(sum(connections) >= 1)
    const held = await server.database.work.transaction().execute(async db => {
      await sql`select 1`.execute(db)
      return readValues(server, 'lodgepole_database_connections')
    })
    assert.ok(held.get(`pool="${pools[1] ?? pools[0]}",state="in_use"`)! >= 1)
  })

  it('counts tasks by worker and outcome', async () => {
    await server.tasks.send(server.database.kysely, 'forget-requests', {})
    await eventually(async () => {
      const tasks = await readValues(server, 'lodgepole_task_duration_seconds_count')
      return (tasks.get('worker="forget-requests",outcome="done"') ?? 0) > 0
    })
  })

  it('separates the servers of a process', async () => {
    const app = await healthServer({ ...server, metrics: openMetrics() })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      assert.equal(sum(await readValues({ url }, requestCount)), 0)
      assert.equal(sum(await readValues({ url }, requestCount)), 1)
    } finally {
      await app.close()
    }
  })
})

describe('GET /readyz', () => {
  const ready = () => server.request('GET', '/readyz')

  it('200: the database responds and is migrated', async () => {
    const { status, body } = await ready()
    assert.deepEqual([status, body], [200, { status: 'ok' }])
  })

  it('503: names a missing migration', async () => {
    const rows = `(select name from migrations order by name desc limit 1)`
    const script = (sql: string) => server.database.exclusively(run => run(sql))
    const [[name] = []] = await script(`delete from migrations where name = ${rows} returning name`)
    // A result is used for a second.
    await eventually(async () => (await ready()).status === 503)
    const { status, body, headers } = await ready()
    await script(`insert into migrations values ('${name}', now())`)
    assert.deepEqual([status, body.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(body.apiErrorMessage, `The database has pending migrations: ${name}`)
    assert.equal(headers.get('retry-after'), '1')
    await eventually(async () => (await ready()).status === 200)
  })

  it('503: names an unresponsive database', async () => {
    const silent = { ...server.database, run: () => new Promise<never>(() => {}) }
    const app = await healthServer({ ...server, database: silent })
    const { statusCode, payload } = await app.inject('/readyz')
    await app.close()
    assert.equal(statusCode, 503)
    assert.match(JSON.parse(payload).apiErrorMessage, /did not respond within 2000 ms/)
  })
})

describe('METRICS_PORT', () => {
  it('has the version at /healthz, which clients do not get', async () => {
    const app = await healthServer(server)
    const { payload } = await app.inject('/healthz')
    await app.close()
    assert.deepEqual(JSON.parse(payload), { status: 'ok', version: runningVersion().version })
    assert.equal((await server.request('GET', '/healthz')).text, '{"status":"ok"}')
  })

  it('moves readiness and metrics from the port of clients', async () => {
    const app = Fastify()
    app.decorate('stopping', new AbortController().signal)
    serveHealth(app, { ...server, config: { ...server.config, metricsPort: 9464 } })
    const requests = ['/healthz', '/readyz', '/metrics'].map(async url => app.inject(url))
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses, [200, 404, 404])
  })

  it('reports there that the process is stopping while requests still run', async () => {
    const stopping = new AbortController()
    const app = await healthServer(server, stopping.signal)
    assert.equal((await app.inject('/readyz')).statusCode, 200)
    stopping.abort()
    const late = await app.inject('/readyz')
    assert.deepEqual([late.statusCode, late.headers['retry-after']], [503, '1'])
    assert.equal((await app.inject('/metrics')).statusCode, 200)
    await app.close()
  })
})

describe('x-lodgepole-version', () => {
  it('is in responses to sessions of the console, and not in others', async () => {
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF')
    const session = await server.request('GET', '/api/v3.3/session', { headers })
    assert.equal(session.status, 200)
    assert.equal(session.headers.get('x-lodgepole-version'), runningVersion().version)
    const others = [
      await server.request('GET', '/api/v3.3/agencies', { key }),
      await server.request('GET', '/api/v3.3/session'),
      await server.request('GET', '/healthz'),
    ]
    for (const { headers } of others) assert.equal(headers.get('x-lodgepole-version'), null)
  })
})

describe('GET /', () => {
  it('303: redirects a browser to the console; 404 for other clients', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await fetch(server.url, { headers: { accept }, redirect: 'manual' })
    assert.deepEqual([page.status, page.headers.get('location')], [303, '/console'])
    const other = await server.request('GET', '/')
    assert.deepEqual([other.status, other.body.code], [404, 'ENDPOINT_NOT_FOUND'])
  })
})

/** docs/decisions/0002-embedded-database.md */
describe('the embedded database', { skip: engine === 'postgres' }, () => {
  const { kysely: db } = server.database

  it('has statistics of a constant column after its migration', async () => {
    const { rows } = await sql`select n_distinct from pg_stats
      where tablename = 'leads' and attname = 'agency_uid'`.execute(db)
    assert.deepEqual(rows, [{ n_distinct: 1 }])
  })

  it('is analyzed while the server runs, as metrics report', async () => {
    await eventually(async () => {
      const done = await readValues(server, 'lodgepole_task_duration_seconds_count')
      return [...done.keys()].some(labels => labels.includes('worker="analyze"'))
    })
    const { rows } = await sql`select 1 from pg_stat_user_tables
      where last_analyze is not null`.execute(db)
    assert.ok(rows.length > 0)
  })
})
