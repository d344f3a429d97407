import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, serverSettings, startProcess } from '../test/support/lodgepole.ts'
import { type Postgres, query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { freePort, ready } from '../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import {
  type Agency,
  longestList,
  type RouteCall,
  send,
  toError,
} from './support/agency-requests.ts'
import type { Options } from './support/options.ts'
import { cpuMs } from './support/process-cpu.ts'
import { routeCalls } from './support/route-calls.ts'
import { makeRouteRows } from './support/route-rows.ts'
import { startFloor } from './support/servers.ts'
import { startSink } from './support/webhook-load.ts'

interface Variant {
  name: string
  engine: 'postgres' | 'embedded'
  properties: number
  /** True if the planner has no statistics of the tables. */
  hasNoStatistics?: boolean
}

const variants: Variant[] = [
  { name: 'postgres.26', engine: 'postgres', properties: 26 },
  { name: 'postgres.26.no-statistics', engine: 'postgres', properties: 26, hasNoStatistics: true },
  { name: 'postgres.500', engine: 'postgres', properties: 500 },
  { name: 'embedded.26', engine: 'embedded', properties: 26 },
  { name: 'embedded.500', engine: 'embedded', properties: 500 },
]

/** Floors per 100 rows above which a route needs a reason in README.md. */
const floorsMax = 30

/** Minimum number of responses: CPU time is counted in steps of 10 ms. */
const responsesMin = 20

interface Figure {
  name: string
  rows: number
  ms: number
}

/**
 * Compares the CPU time of every read and of common writes of v3.3 with one lookup over HTTP.
 *
 * @throws Error if a request is rejected
 */
export async function routes({ seconds }: Options): Promise<void> {
  let floorMs = 0
  for (const variant of variants) {
    await withCleanup(async cleanup => {
      const environment = await prepare(cleanup, variant)
      const figures: Figure[] = []
      let calls: RouteCall[] = []
      // Background work would be counted as that of a route, so it runs only for routes that wait
      // for it.
      for (const hasWorker of [false, true]) {
        await withServer(environment, hasWorker, async (agency, pids) => {
          const { database, rows } = environment
          if (database) floorMs ||= await measureFloor(cleanup, agency, database.url, pids)
          // Only once, because writes may remove rows that a read needs.
          if (!hasWorker) calls = await routeCalls(agency, rows)
          for (const call of calls.filter(({ needsWorker = false }) => needsWorker === hasWorker))
            figures.push(await measure(call, pids, seconds / 4))
        })
      }
      print(variant, figures, floorMs)
    })
  }
}

/** Demo data on an engine. */
interface Environment {
  env: NodeJS.ProcessEnv
  agency: Agency
  /** The database server; null: embedded. */
  database: Postgres | null
}

/** Creates the demo data on an engine, and adds missing rows. */
async function prepare(cleanup: Cleanup, { engine, properties, hasNoStatistics }: Variant) {
  const database = engine === 'postgres' ? await startPostgres(cleanup) : null
  const port = await freePort()
  const settings = await serverSettings(cleanup, database?.url ?? '', port)
  const env: NodeJS.ProcessEnv = { ...settings, ALLOW_PRIVATE_CALLBACKS: 'true' }
  runCommand(env, ['demo', '--properties', String(properties)])
  const demo = readFileSync(join(settings.DATA_DIR!, 'demo.json'), 'utf8')
  const environment: Environment = { env, agency: JSON.parse(demo), database }
  const sink = await startSink(cleanup, 1)
  const rows = await withServer(environment, true, agency => makeRouteRows(agency, sink.urls[0]!))
  if (database && hasNoStatistics) await query(database.url, dropStatistics)
  return { ...environment, rows }
}

/** Runs a function with a server, which is stopped afterwards. */
async function withServer<T>(
  { env, agency, database }: Environment,
  hasWorker: boolean,
  use: (agency: Agency, pids: number[]) => Promise<T>,
): Promise<T> {
  return withCleanup(async cleanup => {
    const started = startProcess(cleanup, { ...env, RUN_WORKER: String(hasWorker) })
    const origin = `http://127.0.0.1:${env.PORT}`
    await ready('lodgepole', started, async () => {
      if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('not ready')
    })
    const pids = [started.pid, ...(database ? [database.pid] : [])]
    return use({ ...agency, origin }, pids)
  })
}

const dropStatistics = `delete from pg_statistic where starelid >= 16384;
  update pg_class set reltuples = -1, relpages = 0 where oid >= 16384`

async function measureFloor(cleanup: Cleanup, agency: Agency, url: string, [, database]: number[]) {
  const { agencyUid } = agency
  const leads = await query(url, `select uid from leads where agency_uid = '${agencyUid}' limit 1`)
  const floor = await startFloor(cleanup, url, { agencyUid }, String(leads[0]!.uid))
  const floorCall = { name: 'floor', call: () => floor.call }
  return (await measure(floorCall, [floor.pid, database!], 2)).ms
}

/** Measures the mean CPU time of a response over some seconds, after a warm-up. */
async function measure(
  { name, call }: RouteCall,
  pids: number[],
  seconds: number,
): Promise<Figure> {
  let n = 0
  const next = async () => {
    const response = await send(call(n++))
    if (response.status >= 300) throw toError(name, response.status, response.body)
    return response
  }
  const { body } = await next()
  for (let i = 0; i < 3; i++) await next()
  const readCpu = () => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0)
  const [before, startedAt, first] = [readCpu(), performance.now(), n]
  while (n - first < responsesMin || performance.now() - startedAt < seconds * 1_000) await next()
  const ms = (readCpu() - before) / (n - first)
  return { name, rows: longestList(body).length, ms }
}

function print({ name }: Variant, figures: Figure[], floorMs: number): void {
  const results = figures
    .map(figure => ({ ...figure, floors: figure.ms / floorMs / Math.max(1, figure.rows / 100) }))
    .sort((a, b) => b.floors - a.floors)
  console.log(`${name}: a floor is ${floorMs.toFixed(2)} ms`)
  printTable(
    ['route', 'rows', 'CPU ms', 'floors per 100 rows'],
    results.map(({ name, rows, ms, floors }) => [
      ...[name, rows, ms.toFixed(2), floors.toFixed(1)],
    ]),
  )
  printRatio(`routes.${name}.worst`, results[0]!.floors)
  printRatio(`routes.${name}.above`, results.filter(({ floors }) => floors > floorsMax).length)
}
