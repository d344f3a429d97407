import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, settingsOf, startProcess } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { freePort, ready } from '../test/support/processes.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { cpuMs } from './support/cpu.ts'
import type { Options } from './support/options.ts'
import { type Agency, type RouteCall, routeCalls, rowsOf, send } from './support/route-calls.ts'
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
  status: number
  rows: number
  ms: number
}

/** Every read and the common writes of v3.3, by processor time, against one look-up over HTTP. */
export async function routes({ seconds }: Options): Promise<void> {
  let floorMs = 0
  for (const variant of variants) {
    await withCleanup(async cleanup => {
      const { agency, pids, url } = await open(cleanup, variant)
      floorMs ||= await measureFloor(cleanup, agency, url!, pids)
      const { calls, left } = await routeCalls(agency)
      const figures: Figure[] = []
      for (const each of calls) figures.push(await measure(each, pids, seconds / 4))
      print(variant, figures, floorMs)
      if (left.length > 0) console.log(`The demo has none of these: ${left.join(', ')}\n`)
    })
  }
}

/** The demo on an engine, and the server before it. */
async function open(cleanup: Cleanup, { engine, properties, isUnknown }: Variant) {
  const postgres = engine === 'postgres' ? await startPostgres(cleanup) : null
  const port = await freePort()
  const { DATABASE_URL, ...settings } = await settingsOf(cleanup, postgres?.url ?? '', port)
  // Background work would be counted as that of a route.
  const env = { ...settings, RUN_WORKER: 'false', ...(postgres ? { DATABASE_URL } : {}) }
  runCommand(env, ['demo', '--properties', String(properties)])
  const demo = JSON.parse(readFileSync(join(settings.DATA_DIR!, 'demo.json'), 'utf8'))
  if (postgres && isUnknown) await query(postgres.url, forget)
  const started = startProcess(cleanup, env)
  const origin = `http://127.0.0.1:${port}`
  const agency: Agency = { ...demo, origin }
  await ready('lodgepole', started, async () => {
    if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('not ready')
  })
  const pids = [started.pid, ...(postgres ? [postgres.pid] : [])]
  return { agency, pids, url: postgres?.url }
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
  const next = async () => send(call(n++))
  const { status, body } = await next()
  for (let i = 0; i < 3; i++) await next()
  const used = () => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0)
  const [before, began, first] = [used(), performance.now(), n]
  while (n - first < answersMin || performance.now() - began < seconds * 1_000) await next()
  const ms = (used() - before) / (n - first)
  return { name, status, rows: status < 300 ? rowsOf(body).length : 0, ms }
}

function print({ name }: Variant, figures: Figure[], floorMs: number): void {
  const results = figures
    .map(each => ({ ...each, floors: each.ms / floorMs / Math.max(1, each.rows / 100) }))
    .sort((a, b) => b.floors - a.floors)
  console.log(`${name}: a floor is ${floorMs.toFixed(2)} ms`)
  printTable(
    ['route', 'status', 'rows', 'CPU ms', 'floors per 100 rows'],
    results.map(({ name, status, rows, ms, floors }) => [
      ...[name, status, rows, ms.toFixed(2), floors.toFixed(1)],
    ]),
  )
  printRatio(`routes.${name}.worst`, results[0]!.floors)
  printRatio(`routes.${name}.above`, results.filter(({ floors }) => floors > floorsMax).length)
}
