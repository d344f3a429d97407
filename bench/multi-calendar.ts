import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { gzipLevel } from '../src/platform/cache/send-cached.ts'
import { anyUid } from '../src/platform/db/marks/marking.ts'
import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { loadCalendars, loadStayDetails } from './support/calendar-rows.ts'
import { cpuMs } from './support/cpu.ts'
import { medianOf } from './support/load.ts'
import { type Cell, cpuPerAnswer, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { type OurServer, send, startOurs } from './support/servers.ts'

const connectionCounts = [1, 4]
const properties = 500
/** How often a house is changed to see what that takes. */
const changes = 500

/** What is asked, and what it may cost. */
interface Asked extends Pick<Cell, 'server' | 'call' | 'pid'> {
  name: string
  /** Processor time of server and database for one answer, in milliseconds; 0: not limited. */
  cpuMax: number
  /** The answer by gzip, in bytes; 0: not limited. */
  gzipMax: number
}

/** Many calendars in columns beside the same nights as entries. */
export async function multiCalendar(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const groups = [{ agency: measuredAgency, properties: properties - 3, leadsEach: 20 }]
    const others = { agency: measuredAgency + 1, properties: 500, leadsEach: 40 }
    const rows = await loadRows(postgres.url, [...groups, others])
    await loadCalendars(postgres.url, rows.agencyUid)
    await loadStayDetails(postgres.url, rows.agencyUid)
    const settings = { ANSWER_MEMORY_MB: '0' }
    const cold = await startOurs(cleanup, postgres.url, rows, { name: 'cold', settings })
    const kept = await startOurs(cleanup, postgres.url, rows)
    const changing = await changingOf(cleanup, kept, postgres.url, rows.agencyUid)
    const asked = [
      ...(await askedOf(cold, postgres.url, rows.agencyUid)),
      ...(await askedOf(kept, postgres.url, rows.agencyUid)).map(each => {
        return { ...each, name: `${each.name}.unchanged` }
      }),
      ...changing,
    ]
    const sizes = await sizesOf(asked)
    const { seconds } = options
    const cells = asked.flatMap(each =>
      (each.call.before ? [1] : connectionCounts).map((connections): Cell & Asked => {
        return { ...each, connections, seconds, rounds: [], serverMs: 0, databaseMs: 0 }
      }),
    )
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells, sizes, await costOfChange(changing[0]!, postgres.pid))
  })
}

async function askedOf(ours: OurServer, url: string, agencyUid: string): Promise<Asked[]> {
  const found = await query(
    url,
    `select uid, current_date::text as from, (current_date + 91)::text as quarter,
      (current_date + 59)::text as nights
    from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  const { from, quarter, nights } = found[0]!
  const uids = found.map(({ uid }) => uid)
  const columns = (to: unknown, limit: number) =>
    `/api/v3.3/multi-calendar?agencyUid=${agencyUid}&from=${from}&to=${to}&_limit=${limit}`
  const entries = (to: unknown, limit: number) =>
    `/api/v3.3/property-calendar?propertiesUids=${uids.slice(0, limit)}&from=${from}&to=${to}`
  const asked = { server: ours.name, pid: ours.process.pid, cpuMax: 0, gzipMax: 0 }
  return [
    { ...asked, name: '50x92', call: ours.get(columns(quarter, 50)), cpuMax: 8, gzipMax: 30_000 },
    { ...asked, name: '50x92.entries', call: ours.get(entries(quarter, 50)) },
    {
      ...asked,
      name: '500x60',
      call: ours.get(columns(nights, properties)),
      cpuMax: 60,
      gzipMax: 170_000,
    },
    { ...asked, name: '500x60.entries', call: ours.get(entries(nights, properties)) },
  ]
}

/** The columns once more, while before each answer one of the houses shown is changed. */
async function changingOf(
  cleanup: Cleanup,
  ours: OurServer,
  url: string,
  agencyUid: string,
): Promise<Asked[]> {
  const writer = new pg.Client(url)
  await writer.connect()
  cleanup.add(() => writer.end())
  const columns = (await askedOf(ours, url, agencyUid)).filter(({ cpuMax }) => cpuMax > 0)
  return Promise.all(
    columns.map(async each => {
      const { rows } = JSON.parse(await send(each.call)).multiCalendar
      let turn = 0
      const act = () => {
        const { propertyUid } = rows[turn++ % rows.length]
        return writer.query(movesMarks, [agencyUid, [propertyUid, anyUid]])
      }
      return { ...each, name: `${each.name}.changing`, call: { ...each.call, before: act } }
    }),
  )
}

/** What the commit that changes a house takes of the database by itself, in milliseconds. */
async function costOfChange({ call }: Asked, databasePid: number): Promise<number> {
  for (let i = 0; i < changes; i++) await call.before!()
  const used = cpuMs(databasePid) ?? 0
  for (let i = 0; i < changes; i++) await call.before!()
  return ((cpuMs(databasePid) ?? 0) - used) / changes
}

/** As a server does that books or prices a house. */
const movesMarks = `insert into marks (agency_uid, scope_uid, mark)
  select $1::uuid, uid, floor(random() * 9007199254740991)::bigint from unnest($2::uuid[]) uid
  on conflict (agency_uid, scope_uid) do update set mark = excluded.mark`

/** Nothing is timed before every answer is whole; gives its bytes, and those by gzip. */
async function sizesOf(asked: Asked[]): Promise<Map<string, [number, number]>> {
  const sizes = new Map<string, [number, number]>()
  for (const { name, call } of asked) {
    const text = await send(call)
    const { multiCalendar, calendars } = JSON.parse(text)
    const wanted = Number(name.split('x')[0])
    const given = multiCalendar?.rows ?? calendars
    if (given.length !== wanted) throw new Error(`${name}: ${given.length} rows`)
    if (multiCalendar) {
      const stays = multiCalendar.stays.leadUids.length
      const runs = given.flatMap(({ jobs }: { jobs: [number, number, string][] }) => jobs)
      const jobs = runs.reduce((sum: number, [, count]: [number, number]) => sum + count, 0)
      console.log(`${name}: ${stays} stays, ${jobs} jobs, event ${multiCalendar.asOfSeq}`)
      if (stays === 0 || jobs === 0) throw new Error(`${name}: no stays or jobs`)
    }
    sizes.set(name, [text.length, gzipSync(text, { level: gzipLevel }).length])
  }
  return sizes
}

/** @param changeMs of the database's time in front of an answer that is not for the answer */
function printFigures(
  cells: (Cell & Asked)[],
  sizes: Map<string, [number, number]>,
  changeMs: number,
): void {
  const results = cells.map(cell => {
    const [server, database] = cpuPerAnswer(cell)
    const cpu = [server, database - (cell.call.before ? changeMs : 0)] as const
    return { ...cell, ...medianOf(cell.rounds), cpu, sizes: sizes.get(cell.name)! }
  })
  console.log(`to change a house takes ${changeMs.toFixed(2)} ms of the database, taken away below`)
  const ms = (n: number) => n.toFixed(2)
  printTable(
    [
      'asked',
      'connections',
      'req/s',
      'p50 ms',
      'p99 ms',
      'bytes',
      'gzip',
      'server CPU',
      'database',
    ],
    results.map(({ name, connections, perSecond, p50, p99, sizes, cpu }) => [
      ...[name, connections, perSecond.toFixed(1), ms(p50), ms(p99), ...sizes, ...cpu.map(ms)],
    ]),
  )
  for (const { name, connections, cpu, cpuMax, gzipMax, sizes } of results) {
    if (cpuMax === 0 || connections > 1) continue
    const [size, kind] = name.split('.')
    const same = kind === 'unchanged' ? `${size}.entries.unchanged` : `${size}.entries`
    const entries = results.find(each => each.name === same && each.connections === 1)!
    const total = cpu[0] + cpu[1]
    printRatio(`multi-calendar.${name}.cpu`, total / cpuMax)
    printRatio(`multi-calendar.${name}.gzip`, sizes[1] / gzipMax)
    printRatio(`multi-calendar.${name}.entries.cpu`, total / (entries.cpu[0] + entries.cpu[1]))
  }
}
