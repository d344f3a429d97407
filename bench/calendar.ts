import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { loadCalendars } from './support/calendar-rows.ts'
import { medianFigures } from './support/load.ts'
import { type Cell, cpuPerResponse, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { type LodgepoleServer, send, startFloor, startLodgepole } from './support/servers.ts'

const connectionCounts = [1, 8]
const properties = 500

/** A request, and the limit of its cost. */
interface MeasuredRequest extends Pick<Cell, 'server' | 'call' | 'pid'> {
  name: string
  /** Entries of the response; 0 for the floor. */
  entries: number
  /** Maximum CPU time of server and database per response, in milliseconds; 0: not limited. */
  cpuMax: number
}

/** Maximum CPU time of a cold response, and of a cached one. */
const cpuMax = { cold: 45, unchanged: 6 }

/** Compares long calendars with one indexed lookup over HTTP. */
export async function calendar(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const groups = [{ agency: measuredAgency, properties: properties - 3, leadsPerProperty: 20 }]
    const otherAgency = { agency: measuredAgency + 1, properties: 500, leadsPerProperty: 40 }
    const rows = await loadRows(postgres.url, [...groups, otherAgency])
    await loadCalendars(postgres.url, rows.agencyUid)
    const cached = await startLodgepole(cleanup, postgres.url, rows)
    const settings = { RESPONSE_CACHE_MB: '0' }
    const cold = await startLodgepole(cleanup, postgres.url, rows, { name: 'cold', settings })
    const requests = [
      ...(await listRequests(cold, postgres.url, rows.agencyUid, cpuMax.cold)),
      ...(await listRequests(cached, postgres.url, rows.agencyUid, cpuMax.unchanged)).map(
        request => {
          return { ...request, name: `${request.name}.unchanged` }
        },
      ),
    ]
    await checkResponses(requests)
    const [lead] = await query(
      postgres.url,
      `select uid from leads where agency_uid =
      '${rows.agencyUid}' limit 1`,
    )
    const floor = await startFloor(cleanup, postgres.url, rows, String(lead!.uid))
    const { seconds } = options
    const all = [...requests, { name: 'floor', server: 'floor', entries: 0, cpuMax: 0, ...floor }]
    const cells = all.flatMap(request =>
      connectionCounts.map((connections): Cell & MeasuredRequest => {
        return { ...request, connections, seconds, rounds: [], serverMs: 0, databaseMs: 0 }
      }),
    )
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

/** Lists the requests: one property for a month and for three years, and 500 for 60 nights. */
async function listRequests(
  ours: LodgepoleServer,
  url: string,
  agencyUid: string,
  cpuMax: number,
): Promise<MeasuredRequest[]> {
  const rows = await query(
    url,
    `select uid, current_date::text as from, (current_date + 1095)::text as years,
      (current_date + 59)::text as nights, (current_date + 29)::text as month
    from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  const { from, years, nights, month } = rows[0]!
  const uids = rows.map(({ uid }) => uid)
  const singleUrl = (to: unknown) => `/api/v3.3/property-calendar/${uids[0]}?from=${from}&to=${to}`
  const bulkUrl = `/api/v3.3/property-calendar?propertiesUids=${uids}&from=${from}&to=${nights}`
  const base = { server: ours.name, pid: ours.process.pid, cpuMax: 0 }
  return [
    { ...base, name: '1x30', entries: 30, call: ours.get(singleUrl(month)) },
    { ...base, name: '1x1096', entries: 1_096, call: ours.get(singleUrl(years)) },
    { ...base, name: '500x60', entries: uids.length * 60, call: ours.get(bulkUrl), cpuMax },
  ]
}

/** Checks before any measurement that every response has an entry per requested date. */
async function checkResponses(requests: MeasuredRequest[]): Promise<void> {
  for (const { name, entries, call } of requests) {
    const { calendar, calendars = [calendar] } = JSON.parse(await send(call))
    const returned = calendars.flatMap(({ entries }: { entries: Entry[] }) => entries)
    if (returned.length !== entries) throw new Error(`${name}: ${returned.length} entries`)
    const unavailable = returned.filter(
      ({ availability }: Entry) => availability.unavailable,
    ).length
    console.log(`${name}: ${entries} entries, ${unavailable} of them unavailable`)
  }
}

interface Entry {
  availability: { unavailable: boolean }
}

function printFigures(cells: (Cell & MeasuredRequest)[]): void {
  const results = cells.map(cell => ({
    ...cell,
    ...medianFigures(cell.rounds),
    cpu: cpuPerResponse(cell),
  }))
  printTable(
    [
      'request',
      'connections',
      'req/s',
      'p50 ms',
      'p99 ms',
      'bytes',
      'server CPU ms',
      'database CPU ms',
    ],
    results.map(({ name, connections, perSecond, p50, p99, bytesMax, cpu }) => [
      name,
      connections,
      perSecond.toFixed(1),
      p50.toFixed(2),
      p99.toFixed(2),
      bytesMax,
      ...cpu.map(ms => ms.toFixed(2)),
    ]),
  )
  for (const { name, entries, connections, perSecond, cpu, cpuMax } of results) {
    const floor = results.find(other => other.entries === 0 && other.connections === connections)!
    if (entries === 0) continue
    const label = `calendar.${name}${connections === 1 ? '.c1' : ''}.floor`
    printRatio(label, floor.perSecond / perSecond)
    if (connections > 1) printRatio(`${label}.cpu`, sum(cpu) / sum(floor.cpu))
    else if (cpuMax > 0) printRatio(`calendar.${name}.cpu`, sum(cpu) / cpuMax)
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
