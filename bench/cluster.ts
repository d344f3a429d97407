import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterUrl, createOnCluster, dropOnCluster } from '../test/support/databases/cluster.ts'
import { runCommand, settingsOf, startProcess } from '../test/support/lodgepole.ts'
import { openReceiver, type Receiver } from '../test/support/open-receiver.ts'
import { query } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { freePort, ready } from '../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { median } from './support/measure.ts'
import type { Options } from './support/options.ts'

/** Lodgepole on one database: a process that makes each answer anew, and one that keeps them. */
interface Side {
  name: 'one server' | 'cluster'
  url: string
  cold: string
  kept: string
  agencyUid: string
  key: string
  propertyUids: string[]
  leadUid: string
  receiver: Receiver
}

/** What is measured: does it once; the answer is when it was done, if not at its end. */
interface Row {
  name: string
  act(side: Side, turn: number): Promise<number | undefined>
  /** Milliseconds per request at one connection. */
  targetMax: number | null
  /** Whether several at once would take each other's. */
  isAlone?: true
}

const properties = 26
const places = 26
const pricing = { dailyRate: 100 }
const turnsPerSecond = 60
/** Each side is asked by itself, in so many blocks. */
const rounds = 3
const connections = [1, 8]
const firstDay = 400
const nights = 2

/** The cost of each action on a Citus cluster, beside the same on one of its servers. */
export async function cluster({ seconds }: Options): Promise<void> {
  if (clusterUrl === null) {
    console.log('Nothing measured: TEST_CITUS_URL names no cluster (test/README.md)')
    return
  }
  const at = clusterUrl
  await withCleanup(async cleanup => {
    const name = `bench_${process.pid}`
    await query(at, `create database ${name}_one`)
    cleanup.add(async () => void (await query(at, `drop database ${name}_one with (force)`)))
    await createOnCluster(at, `${name}_all`)
    cleanup.add(() => dropOnCluster(at, `${name}_all`))
    await query(at, `alter database ${name}_all set citus.enable_stat_counters = on`)
    const sides = [
      await openSide(cleanup, 'one server', databaseAt(at, `${name}_one`)),
      await openSide(cleanup, 'cluster', databaseAt(at, `${name}_all`)),
    ]
    for (const atOnce of connections) await printRows(sides, atOnce, seconds)
    await printIdle(sides)
  })
}

async function printRows(sides: Side[], atOnce: number, seconds: number): Promise<void> {
  const turns = Math.ceil(seconds * turnsPerSecond)
  const table: (string | number)[][] = []
  for (const row of rows.filter(({ isAlone }) => atOnce === 1 || !isAlone)) {
    const [one, all] = (await inBlocks(row, sides, turns, atOnce)) as [number[], number[]]
    const ratio = median(all) / median(one)
    const aim = row.targetMax === null || atOnce > 1 ? '' : `≤ ${row.targetMax}`
    table.push([row.name, ...[median(one), median(all), ratio].map(value => value.toFixed(2)), aim])
    const suffix = atOnce === 1 ? '' : `.c${atOnce}`
    printRatio(`cluster.${row.name.replaceAll(/\W+/g, '-')}${suffix}`, ratio)
  }
  const counted = atOnce === 1 ? '1 connection' : `${atOnce} connections`
  printTable([`p50 ms, ${counted}`, 'one server', 'cluster', 'ratio', 'aim'], table)
}

function databaseAt(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return String(at)
}

async function openSide(cleanup: Cleanup, name: Side['name'], url: string): Promise<Side> {
  const env: NodeJS.ProcessEnv = await settingsOf(cleanup, url)
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
      if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('It does not serve yet')
    }
    await ready(origin, started, probe, { patienceMs: 180_000 })
    return origin
  }
  const cold = await serve({ ANSWER_MEMORY_MB: '0' })
  const kept = await serve({ RUN_WORKER: 'false' })
  const receiver = await openReceiver()
  cleanup.add(() => receiver.close())
  const side: Side = {
    ...{ name, url, cold, kept, agencyUid, key, receiver },
    ...{ propertyUids: [], leadUid: '' },
  }
  const found = await ask(side, cold, 'POST', '/v2/leadsql', leadQuery(side, 1))
  side.leadUid = found.data.leads[0].uid
  // Those of the demo are linked: nights of one are taken from others.
  for (let i = 0; i < places; i++) {
    const named = { name: `House ${i}`, agencyUid, propertyType: 'CABIN' }
    const house = { ...named, address: { city: 'Bend', countryCode: 'US' }, pricing }
    const made = await ask(side, cold, 'POST', '/api/v3.3/properties', house)
    side.propertyUids.push(made.property.uid)
  }
  const hook = { eventType: 'NEW_BOOKING', objectUid: agencyUid, webhookType: 'POST_JSON' }
  const body = { ...hook, agencyUid, callbackUrl: receiver.url }
  await ask(side, cold, 'POST', '/api/v3.3/webhooks', body)
  return side
}

const leadQuery = ({ agencyUid }: Side, limit = 20) => ({
  query: `{ leads(agencyUid: "${agencyUid}", _limit: ${limit}) { uid status firstName
    property { name } order { totalGrossOrderValue currency } assignee { firstName } } }`,
})

async function ask(side: Side, origin: string, method: string, path: string, body?: object) {
  const headers = { 'x-hostfully-apikey': side.key, 'content-type': 'application/json' }
  const sent = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(`${origin}${path}`, { method, headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

function stayOf(turn: number) {
  const today = Temporal.Now.plainDateISO('UTC')
  const from = today.add({ days: firstDay + Math.floor(turn / places) * (nights + 6) })
  return { from: from.toString(), to: from.add({ days: nights }).toString() }
}

/** Before all that are booked. */
const quotedTurn = -places

/** A booked stay of nights that no other turn wants. */
async function create(side: Side, turn: number): Promise<void> {
  const { from, to } = stayOf(turn)
  await ask(side, side.cold, 'POST', '/api/v3.3/leads', {
    ...{ agencyUid: side.agencyUid, propertyUid: side.propertyUids[turn % places] },
    ...{ status: 'BOOKED', checkInLocalDate: from, checkOutLocalDate: to },
    guestInformation: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' },
  })
}

async function askQuote(side: Side, origin: string, turn: number): Promise<void> {
  const { from, to } = stayOf(quotedTurn)
  await ask(side, origin, 'POST', '/api/v3.3/quotes', {
    propertyUid: side.propertyUids[turn % places],
    ...{ checkInDate: from, checkOutDate: to, guests: 2 },
  })
}

const rows: Row[] = [
  {
    name: 'create lead',
    act: async (side, turn) => void (await create(side, turn)),
    targetMax: 2.5,
  },
  {
    name: 'delivery',
    async act(side, turn) {
      const before = side.receiver.received.length
      await create(side, turn)
      while (side.receiver.received.length <= before) {
        await new Promise(resolve => setTimeout(resolve, 1))
      }
      return performance.now()
    },
    targetMax: null,
    isAlone: true,
  },
  {
    name: 'GET lead',
    act: async side => void (await ask(side, side.cold, 'GET', `/api/v3.3/leads/${side.leadUid}`)),
    targetMax: 2,
  },
  {
    name: 'lead query, cold',
    act: async side => void (await ask(side, side.cold, 'POST', '/v2/leadsql', leadQuery(side))),
    targetMax: 2,
  },
  {
    name: 'lead query, kept',
    act: async side => void (await ask(side, side.kept, 'POST', '/v2/leadsql', leadQuery(side))),
    targetMax: 1.3,
  },
  {
    name: 'quote',
    act: async (side, turn) => void (await askQuote(side, side.cold, turn)),
    targetMax: 2,
  },
  {
    name: 'quote, kept',
    act: async (side, turn) => void (await askQuote(side, side.kept, turn)),
    targetMax: null,
  },
]

let turnsBegun = 0

/**
 * Asks one side after the other, so that each has its caches and the processor to itself, and so
 * again, so that a noisy minute hits not one alone. The first turns of a block only warm up.
 *
 * @returns the milliseconds of each turn, of each side
 */
async function inBlocks(
  row: Row,
  sides: Side[],
  turns: number,
  atOnce: number,
): Promise<number[][]> {
  const warming = Math.ceil(turns / 4)
  const first = turnsBegun
  const taken = sides.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    const begins = first + round * (warming + turns)
    for (const [i, side] of sides.entries()) {
      let turn = begins
      const ask = async () => {
        while (turn < begins + warming + turns) {
          const mine = turn++
          const began = performance.now()
          const done = (await row.act(side, mine)) ?? performance.now()
          if (mine >= begins + warming) taken[i]!.push(done - began)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, ask))
    }
    turnsBegun = begins + warming + turns
  }
  return taken
}

/** Some work is done each minute. */
const idleSeconds = 60
const calmSeconds = 20

/** At most so many statements ask several parts in ten seconds, of each process that works. */
const fanOutsMax = 1

/** What is done while nobody asks anything, by all processes of a side; one of them works. */
async function printIdle(sides: Side[]): Promise<void> {
  const count = async ({ url }: Side) => {
    const [row] = await query(
      url,
      `select (xact_commit + xact_rollback)::int as n from pg_stat_database
       where datname = current_database()`,
    )
    return Number(row!.n)
  }
  const spread = sides.at(-1)!
  await new Promise(resolve => setTimeout(resolve, calmSeconds * 1_000))
  const [before, fanOutsBefore] = [await Promise.all(sides.map(count)), await fanOutsOf(spread)]
  await new Promise(resolve => setTimeout(resolve, idleSeconds * 1_000))
  const [after, fanOutsAfter] = [await Promise.all(sides.map(count)), await fanOutsOf(spread)]
  const fanOuts = ((fanOutsAfter - fanOutsBefore) / idleSeconds) * 10
  printTable(
    ['idle', ...sides.map(({ name }) => name)],
    [
      [
        'transactions a second',
        ...after.map((n, i) => ((n - before[i]!) / idleSeconds).toFixed(2)),
      ],
      [`statements to all parts in 10 s (≤ ${fanOutsMax})`, '', fanOuts.toFixed(2)],
    ],
  )
  printRatio('cluster.idle.fan-outs', fanOuts / fanOutsMax)
}

/** How many statements have asked several parts of a table. */
async function fanOutsOf({ url }: Side): Promise<number> {
  const [row] = await query(
    url,
    `select query_execution_multi_shard::int as n from citus_stat_counters
     where name = current_database()`,
  )
  return Number(row!.n)
}
