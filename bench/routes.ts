import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, settingsOf, startProcess } from '../test/support/lodgepole.ts'
import { type Postgres, query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { freePort, ready } from '../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { type Agency, type RouteCall, refusedBy, rowsOf, send } from './support/agency-requests.ts'
import { cpuMs } from './support/cpu.ts'
import { startSink } from './support/delivering.ts'
import type { Options } from './support/options.ts'
import { routeCalls } from './support/route-calls.ts'
import { makeRouteRows } from './support/route-rows.ts'
import { startFloor } from './support/servers.ts'

/** What is measured: the demo on an engine. */
interface Variant {
  name: string
  engine: 'postgres' | 'embedded'
  properties: number
  /** Without what the planner knows of the tables. */
  isUnknown?: boolean
}

const variants: Variant[] = [
  { name: 'postgres.26', engine: 'postgres', properties: 26 },
  { name: 'postgres.26.no-statistics', engine: 'postgres', properties: 26, isUnknown: true },
  { name: 'postgres.500', engine: 'postgres', properties: 500 },
  { name: 'embedded.26', engine: 'embedded', properties: 26 },
  { name: 'embedded.500', engine: 'embedded', properties: 500 },
]

/** Above this, a route needs a reason in README.md. */
const floorsMax = 30

/** Processor time is counted in steps of 10 ms. */
const answersMin = 20

interface Figure {
  name: string
  rows: number
  ms: number
}

/**
 * Every read and the common writes of v3.3, by processor time, against one look-up over HTTP.
 *
 * @throws Error when one is refused
 */
export async function routes({ seconds }: Options): Promise<void> {
  let floorMs = 0
  for (const variant of variants) {
    await withCleanup(async cleanup => {
      const place = await prepare(cleanup, variant)
      const figures: Figure[] = []
      let calls: RouteCall[] = []
      // Background work would be counted as that of a route, so it is done only where one waits
      // for it.
      for (const hasWorker of [false, true]) {
        await withServer(place, hasWorker, async (agency, pids) => {
          const { database, rows } = place
          if (database) floorMs ||= await measureFloor(cleanup, agency, database.url, pids)
          // Once, as writes may take away what a read was found to ask for.
          if (!hasWorker) calls = await routeCalls(agency, rows)
          for (const each of calls.filter(({ needsWorker = false }) => needsWorker === hasWorker))
            figures.push(await measure(each, pids, seconds / 4))
        })
      }
      print(variant, figures, floorMs)
    })
  }
}

/** A database that holds the demo. */
interface Place {
  env: NodeJS.ProcessEnv
  agency: Agency
  /** Where it is a server of its own. */
  database: Postgres | null
}

/** The demo on an engine, and what it has none of. */
async function prepare(cleanup: Cleanup, { engine, properties, isUnknown }: Variant) {
  const database = engine === 'postgres' ? await startPostgres(cleanup) : null
  const port = await freePort()
  const settings = await settingsOf(cleanup, database?.url ?? '', port)
  const env: NodeJS.ProcessEnv = { ...settings, ALLOW_PRIVATE_CALLBACKS: 'true' }
  runCommand(env, ['demo', '--properties', String(properties)])
  const demo = readFileSync(join(settings.DATA_DIR!, 'demo.json'), 'utf8')
  const place: Place = { env, agency: JSON.parse(demo), database }
  const sink = await startSink(cleanup, 1)
  const rows = await withServer(place, true, agency => makeRouteRows(agency, sink.urls[0]!))
  if (database && isUnknown) await query(database.url, forget)
  return { ...place, rows }
}

/** Runs something before a server, which ends after it. */
async function withServer<T>(
  { env, agency, database }: Place,
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

const forget = `delete from pg_statistic where starelid >= 16384;
  update pg_class set reltuples = -1, relpages = 0 where oid >= 16384`

async function measureFloor(cleanup: Cleanup, agency: Agency, url: string, [, database]: number[]) {
  const { agencyUid } = agency
  const leads = await query(url, `select uid from leads where agency_uid = '${agencyUid}' limit 1`)
  const floor = await startFloor(cleanup, url, { agencyUid }, String(leads[0]!.uid))
  const each = { name: 'floor', call: () => floor.call }
  return (await measure(each, [floor.pid, database!], 2)).ms
}

/** Processor time of an answer: after some to warm up, the mean over some seconds. */
async function measure(
  { name, call }: RouteCall,
  pids: number[],
  seconds: number,
): Promise<Figure> {
  let n = 0
  const next = async () => {
    const answer = await send(call(n++))
    if (answer.status >= 300) throw refusedBy(name, answer.status, answer.body)
    return answer
  }
  const { body } = await next()
  for (let i = 0; i < 3; i++) await next()
  const used = () => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0)
  const [before, began, first] = [used(), performance.now(), n]
  while (n - first < answersMin || performance.now() - began < seconds * 1_000) await next()
  const ms = (used() - before) / (n - first)
  return { name, rows: rowsOf(body).length, ms }
}

function print({ name }: Variant, figures: Figure[], floorMs: number): void {
  const results = figures
    .map(each => ({ ...each, floors: each.ms / floorMs / Math.max(1, each.rows / 100) }))
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
