import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { gzipLevel } from '../src/platform/cache/send-cached.ts'
import { allTag } from '../src/platform/db/cache-tags/bump-versions.ts'
import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { loadCalendars, loadStayDetails } from './support/calendar-rows.ts'
import { medianFigures } from './support/load.ts'
import { type Cell, cpuPerResponse, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { cpuMs } from './support/process-cpu.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { type LodgepoleServer, send, startLodgepole } from './support/servers.ts'

const connectionCounts = [1, 4]
const properties = 500
/** Number of changes of a property whose cost is measured. */
const changes = 500

/** A request, and the limits of its cost. */
interface MeasuredRequest extends Pick<Cell, 'server' | 'call' | 'pid'> {
  name: string
  /** Maximum CPU time of server and database per response, in milliseconds; 0: not limited. */
  cpuMax: number
  /** Maximum size of the response by gzip, in bytes; 0: not limited. */
  gzipMax: number
}

/** Compares many calendars in columns with the same nights as entries. */
export async function multiCalendar(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const groups = [{ agency: measuredAgency, properties: properties - 3, leadsPerProperty: 20 }]
    const otherAgency = { agency: measuredAgency + 1, properties: 500, leadsPerProperty: 40 }
    const rows = await loadRows(postgres.url, [...groups, otherAgency])
    await loadCalendars(postgres.url, rows.agencyUid)
    await loadStayDetails(postgres.url, rows.agencyUid)
    const settings = { RESPONSE_CACHE_MB: '0' }
    const cold = await startLodgepole(cleanup, postgres.url, rows, { name: 'cold', settings })
    const cached = await startLodgepole(cleanup, postgres.url, rows)
    const changing = await createChanging(cleanup, cached, postgres.url, rows.agencyUid)
    const requests = [
      ...(await listRequests(cold, postgres.url, rows.agencyUid)),
      ...(await listRequests(cached, postgres.url, rows.agencyUid)).map(request => {
        return { ...request, name: `${request.name}.unchanged` }
      }),
      ...changing,
    ]
    const sizes = await measureSizes(requests)
    const { seconds } = options
    const cells = requests.flatMap(request =>
      (request.call.before ? [1] : connectionCounts).map((connections): Cell & MeasuredRequest => {
        return { ...request, connections, seconds, rounds: [], serverMs: 0, databaseMs: 0 }
      }),
    )
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells, sizes, await measureChangeCost(changing[0]!, postgres.pid))
  })
}

async function listRequests(
  ours: LodgepoleServer,
  url: string,
  agencyUid: string,
): Promise<MeasuredRequest[]> {
  const rows = await query(
    url,
    `select uid, current_date::text as from, (current_date + 91)::text as quarter,
      (current_date + 59)::text as nights
    from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  const { from, quarter, nights } = rows[0]!
  const uids = rows.map(({ uid }) => uid)
  const columns = (to: unknown, limit: number) =>
    `/api/v3.3/multi-calendar?agencyUid=${agencyUid}&from=${from}&to=${to}&_limit=${limit}`
  const entries = (to: unknown, limit: number) =>
    `/api/v3.3/property-calendar?propertiesUids=${uids.slice(0, limit)}&from=${from}&to=${to}`
  const base = { server: ours.name, pid: ours.process.pid, cpuMax: 0, gzipMax: 0 }
  return [
    { ...base, name: '50x92', call: ours.get(columns(quarter, 50)), cpuMax: 8, gzipMax: 30_000 },
    { ...base, name: '50x92.entries', call: ours.get(entries(quarter, 50)) },
    {
      ...base,
      name: '500x60',
      call: ours.get(columns(nights, properties)),
      cpuMax: 60,
      gzipMax: 170_000,
    },
    { ...base, name: '500x60.entries', call: ours.get(entries(nights, properties)) },
  ]
}

/** Lists the requests of columns again, each after a change of one of their properties. */
async function createChanging(
  cleanup: Cleanup,
  ours: LodgepoleServer,
  url: string,
  agencyUid: string,
): Promise<MeasuredRequest[]> {
  const writer = new pg.Client(url)
  await writer.connect()
  cleanup.add(() => writer.end())
  const columns = (await listRequests(ours, url, agencyUid)).filter(({ cpuMax }) => cpuMax > 0)
  return Promise.all(
    columns.map(async request => {
      const { rows } = JSON.parse(await send(request.call)).multiCalendar
      let calls = 0
      const invalidate = () => {
        const { propertyUid } = rows[calls++ % rows.length]
        return writer.query(bumpTagVersions, [agencyUid, [propertyUid, allTag]])
      }
      return {
        ...request,
        name: `${request.name}.changing`,
        call: { ...request.call, before: invalidate },
      }
    }),
  )
}

/** Measures the CPU milliseconds of the database for a change of a property. */
async function measureChangeCost({ call }: MeasuredRequest, databasePid: number): Promise<number> {
  for (let i = 0; i < changes; i++) await call.before!()
  const used = cpuMs(databasePid) ?? 0
  for (let i = 0; i < changes; i++) await call.before!()
  return ((cpuMs(databasePid) ?? 0) - used) / changes
}

/** Statement that invalidates cached responses, as a booking or a new price does. */
const bumpTagVersions = `insert into cache_tag_versions (agency_uid, tag_uid, version)
  select $1::uuid, uid, floor(random() * 9007199254740991)::bigint from unnest($2::uuid[]) uid
  on conflict (agency_uid, tag_uid) do update set version = excluded.version`

/** Checks before any measurement that every response is complete. Returns sizes, plain and gzip. */
async function measureSizes(requests: MeasuredRequest[]): Promise<Map<string, [number, number]>> {
  const sizes = new Map<string, [number, number]>()
  for (const { name, call } of requests) {
    const text = await send(call)
    const { multiCalendar, calendars } = JSON.parse(text)
    const expectedRows = Number(name.split('x')[0])
    const rows = multiCalendar?.rows ?? calendars
    if (rows.length !== expectedRows) throw new Error(`${name}: ${rows.length} rows`)
    if (multiCalendar) {
      const stays = multiCalendar.stays.leadUids.length
      const runs = rows.flatMap(({ jobs }: { jobs: [number, number, string][] }) => jobs)
      const jobs = runs.reduce((sum: number, [, count]: [number, number]) => sum + count, 0)
      console.log(`${name}: ${stays} stays, ${jobs} jobs, event ${multiCalendar.asOfSeq}`)
      if (stays === 0 || jobs === 0) throw new Error(`${name}: no stays or jobs`)
    }
    sizes.set(name, [text.length, gzipSync(text, { level: gzipLevel }).length])
  }
  return sizes
}

/** @param changeMs CPU milliseconds of the database for a change, which are subtracted */
function printFigures(
  cells: (Cell & MeasuredRequest)[],
  sizes: Map<string, [number, number]>,
  changeMs: number,
): void {
  const results = cells.map(cell => {
    const [server, database] = cpuPerResponse(cell)
    const cpu = [server, database - (cell.call.before ? changeMs : 0)] as const
    return { ...cell, ...medianFigures(cell.rounds), cpu, sizes: sizes.get(cell.name)! }
  })
  console.log(
    `a change of a property takes ${changeMs.toFixed(2)} ms of the database, subtracted below`,
  )
  const ms = (n: number) => n.toFixed(2)
  printTable(
    [
      'request',
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
    const counterpart = kind === 'unchanged' ? `${size}.entries.unchanged` : `${size}.entries`
    const entries = results.find(other => other.name === counterpart && other.connections === 1)!
    const total = cpu[0] + cpu[1]
    printRatio(`multi-calendar.${name}.cpu`, total / cpuMax)
    printRatio(`multi-calendar.${name}.gzip`, sizes[1] / gzipMax)
    printRatio(`multi-calendar.${name}.entries.cpu`, total / (entries.cpu[0] + entries.cpu[1]))
  }
}
