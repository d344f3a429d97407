import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterUrl, createOnCluster, dropOnCluster } from '../test/support/databases/cluster.ts'
import { runCommand, serverSettings, startProcess } from '../test/support/lodgepole.ts'
import { query } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { freePort, ready } from '../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { openReceiver, type Receiver } from '../test/support/webhook-receiver/open-receiver.ts'
import { median } from './support/measure.ts'
import type { Options } from './support/options.ts'

/** Lodgepole on one database: a process without a response cache (`cold`), and one with it. */
interface Setup {
  name: 'one server' | 'cluster'
  url: string
  cold: string
  warm: string
  agencyUid: string
  key: string
  propertyUids: string[]
  leadUid: string
  receiver: Receiver
}

/** A measured operation; `run` may return its end time. */
interface Row {
  name: string
  run(setup: Setup, index: number): Promise<number | undefined>
  /** Maximum ratio of cluster and one server, at one connection. */
  targetMax: number | null
  /** True if concurrent operations would conflict. */
  isAlone?: true
}

const properties = 26
const cabins = 26
const pricing = { dailyRate: 100 }
const runsPerSecond = 60
/** Number of rounds, in each of which each setup is measured separately. */
const rounds = 3
const connections = [1, 8]
const firstDay = 400
const nights = 2

/** Compares the latency of operations on a Citus cluster with that on one of its servers. */
export async function cluster({ seconds }: Options): Promise<void> {
  if (clusterUrl === null) {
    console.log('Nothing measured: TEST_CITUS_URL names no cluster (test/README.md)')
    return
  }
  const url = clusterUrl
  await withCleanup(async cleanup => {
    const name = `bench_${process.pid}`
    await query(url, `create database ${name}_one`)
    cleanup.add(async () => void (await query(url, `drop database ${name}_one with (force)`)))
    await createOnCluster(url, `${name}_all`)
    cleanup.add(() => dropOnCluster(url, `${name}_all`))
    await query(url, `alter database ${name}_all set citus.enable_stat_counters = on`)
    const setups = [
      await openSetup(cleanup, 'one server', databaseAt(url, `${name}_one`)),
      await openSetup(cleanup, 'cluster', databaseAt(url, `${name}_all`)),
    ]
    for (const clients of connections) await printRows(setups, clients, seconds)
    await printIdle(setups)
  })
}

async function printRows(setups: Setup[], clients: number, seconds: number): Promise<void> {
  const count = Math.ceil(seconds * runsPerSecond)
  const table: (string | number)[][] = []
  for (const row of rows.filter(({ isAlone }) => clients === 1 || !isAlone)) {
    const [one, all] = (await inRounds(row, setups, count, clients)) as [number, number]
    const ratio = all / one
    const target = row.targetMax === null || clients > 1 ? '' : `≤ ${row.targetMax}`
    table.push([row.name, ...[one, all, ratio].map(value => value.toFixed(2)), target])
    const suffix = clients === 1 ? '' : `.c${clients}`
    printRatio(`cluster.${row.name.replaceAll(/\W+/g, '-')}${suffix}`, ratio)
  }
  const heading = clients === 1 ? '1 connection' : `${clients} connections`
  printTable([`p50 ms, ${heading}`, 'one server', 'cluster', 'ratio', 'target'], table)
}

function databaseAt(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return String(parsed)
}

async function openSetup(cleanup: Cleanup, name: Setup['name'], url: string): Promise<Setup> {
  const env: NodeJS.ProcessEnv = await serverSettings(cleanup, url)
  env.ALLOW_PRIVATE_CALLBACKS = 'true'
  runCommand(env, ['demo', '--properties', String(properties)])
  if (name === 'cluster') runCommand(env, ['distribute', '--shards', '4'])
  await query(url, 'analyze')
  const { apiKey: key, agencyUid } = JSON.parse(
    await readFile(join(env.DATA_DIR!, 'demo.json'), 'utf8'),
  )
  const serve = async (more: Record<string, string>) => {
    const port = await freePort()
    const started = startProcess(cleanup, { ...env, ...more, PORT: String(port) })
    const origin = `http://127.0.0.1:${port}`
    const probe = async () => {
      if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('The server is not ready')
    }
    await ready(origin, started, probe, { patienceMs: 180_000 })
    return origin
  }
  const cold = await serve({ RESPONSE_CACHE_MB: '0' })
  const warm = await serve({ RUN_WORKER: 'false' })
  const receiver = await openReceiver()
  cleanup.add(() => receiver.close())
  const setup: Setup = {
    ...{ name, url, cold, warm, agencyUid, key, receiver },
    ...{ propertyUids: [], leadUid: '' },
  }
  const result = await queryLeads(setup, cold, 1)
  setup.leadUid = result.data.leads[0].uid
  // Properties of the demo share nights, so the bench creates its own.
  for (let i = 0; i < cabins; i++) {
    const base = { name: `Cabin ${i}`, agencyUid, propertyType: 'CABIN' }
    const cabin = { ...base, address: { city: 'Bend', countryCode: 'US' }, pricing }
    const created = await call(setup, cold, 'POST', '/api/v3.3/properties', cabin)
    setup.propertyUids.push(created.property.uid)
  }
  const hook = { eventType: 'NEW_BOOKING', objectUid: agencyUid, webhookType: 'POST_JSON' }
  const body = { ...hook, agencyUid, callbackUrl: receiver.url }
  await call(setup, cold, 'POST', '/api/v3.3/webhooks', body)
  return setup
}

function queryLeads(setup: Setup, origin: string, limit = 20) {
  const query = `{ leads(agencyUid: "${setup.agencyUid}", _limit: ${limit}) { uid status firstName
    property { name } order { totalGrossOrderValue currency } assignee { firstName } } }`
  return call(setup, origin, 'POST', '/v2/leadsql', { query })
}

async function call(setup: Setup, origin: string, method: string, path: string, body?: object) {
  const headers = { 'x-hostfully-apikey': setup.key, 'content-type': 'application/json' }
  const sent = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(`${origin}${path}`, { method, headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

function toStay(index: number) {
  const today = Temporal.Now.plainDateISO('UTC')
  const from = today.add({ days: firstDay + Math.floor(index / cabins) * (nights + 6) })
  return { from: from.toString(), to: from.add({ days: nights }).toString() }
}

/** Index of quoted nights, before all booked ones. */
const quoteIndex = -cabins

/** Creates a booking on nights that no other index has. */
async function create(setup: Setup, index: number): Promise<void> {
  const { from, to } = toStay(index)
  await call(setup, setup.cold, 'POST', '/api/v3.3/leads', {
    ...{ agencyUid: setup.agencyUid, propertyUid: setup.propertyUids[index % cabins] },
    ...{ status: 'BOOKED', checkInLocalDate: from, checkOutLocalDate: to },
    guestInformation: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' },
  })
}

async function getQuote(setup: Setup, origin: string, index: number): Promise<void> {
  const { from, to } = toStay(quoteIndex)
  await call(setup, origin, 'POST', '/api/v3.3/quotes', {
    propertyUid: setup.propertyUids[index % cabins],
    ...{ checkInDate: from, checkOutDate: to, guests: 2 },
  })
}

const rows: Row[] = [
  {
    name: 'create lead',
    run: async (setup, index) => void (await create(setup, index)),
    targetMax: 2.5,
  },
  {
    name: 'delivery',
    async run(setup, index) {
      const before = setup.receiver.received.length
      await create(setup, index)
      while (setup.receiver.received.length <= before) {
        await new Promise(resolve => setTimeout(resolve, 1))
      }
      return performance.now()
    },
    targetMax: null,
    isAlone: true,
  },
  {
    name: 'GET lead',
    run: async setup =>
      void (await call(setup, setup.cold, 'GET', `/api/v3.3/leads/${setup.leadUid}`)),
    targetMax: 2,
  },
  {
    name: 'lead query, cold',
    run: async setup => void (await queryLeads(setup, setup.cold)),
    targetMax: 2,
  },
  {
    name: 'lead query, kept',
    run: async setup => void (await queryLeads(setup, setup.warm)),
    targetMax: 1.3,
  },
  {
    name: 'quote',
    run: async (setup, index) => void (await getQuote(setup, setup.cold, index)),
    targetMax: 2,
  },
  {
    name: 'quote, kept',
    run: async (setup, index) => void (await getQuote(setup, setup.warm, index)),
    targetMax: null,
  },
]

let firstUnused = 0

/**
 * Measures one setup at a time, so that they do not compete for caches and processors, in rounds,
 * so that other load affects all alike. Each round begins with a warm-up.
 *
 * @returns the median milliseconds of a run, by setup
 */
async function inRounds(
  row: Row,
  setups: Setup[],
  count: number,
  clients: number,
): Promise<number[]> {
  const warmUp = Math.ceil(count / 4)
  const first = firstUnused
  const times = setups.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    const start = first + round * (warmUp + count)
    for (const [i, setup] of setups.entries()) {
      let next = start
      const client = async () => {
        while (next < start + warmUp + count) {
          const own = next++
          const sentAt = performance.now()
          const endedAt = (await row.run(setup, own)) ?? performance.now()
          if (own >= start + warmUp) times[i]!.push(endedAt - sentAt)
        }
      }
      await Promise.all(Array.from({ length: clients }, client))
    }
    firstUnused = start + warmUp + count
  }
  return times.map(median)
}

/** Duration of the idle measurement; some background work runs once a minute. */
const idleSeconds = 60
const pauseSeconds = 20

/** Maximum number of multi-shard statements in ten seconds, of a process with a worker. */
const fanOutsMax = 1

/** Prints the database load of idle processes, one of which is a worker. */
async function printIdle(setups: Setup[]): Promise<void> {
  const count = async ({ url }: Setup) => {
    const [row] = await query(
      url,
      `select (xact_commit + xact_rollback)::int as n from pg_stat_database
       where datname = current_database()`,
    )
    return Number(row!.n)
  }
  const read = async () =>
    [await Promise.all(setups.map(count)), await readFanOuts(setups.at(-1)!)] as const
  await new Promise(resolve => setTimeout(resolve, pauseSeconds * 1_000))
  const [before, fanOutsBefore] = await read()
  await new Promise(resolve => setTimeout(resolve, idleSeconds * 1_000))
  const [after, fanOutsAfter] = await read()
  const fanOuts = ((fanOutsAfter - fanOutsBefore) / idleSeconds) * 10
  printTable(
    ['idle', ...setups.map(({ name }) => name)],
    [
      ['transactions/s', ...after.map((n, i) => ((n - before[i]!) / idleSeconds).toFixed(2))],
      [`multi-shard statements in 10 s (≤ ${fanOutsMax})`, '', fanOuts.toFixed(2)],
    ],
  )
  printRatio('cluster.idle.fan-outs', fanOuts / fanOutsMax)
}

async function readFanOuts({ url }: Setup): Promise<number> {
  const [row] = await query(
    url,
    `select query_execution_multi_shard::int as n from citus_stat_counters
     where name = current_database()`,
  )
  return Number(row!.n)
}
