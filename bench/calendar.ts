import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { loadCalendars } from './support/calendar-rows.ts'
import { medianOf } from './support/load.ts'
import { type Cell, cpuPerAnswer, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { type OurServer, send, startFloor, startOurs } from './support/servers.ts'

const connectionCounts = [1, 8]
const properties = 500

/** What is asked of a server. */
interface Asked extends Pick<Cell, 'server' | 'call' | 'pid'> {
  name: string
  /** Entries of the answer; 0 for the floor. */
  entries: number
  /** Processor time of server and database for one answer, in milliseconds; 0: not limited. */
  cpuMax: number
}

/** What an answer may take that is made anew, and one that nobody has changed. */
const cpuMax = { cold: 45, unchanged: 6 }

/** Long calendars against one indexed look-up over HTTP. */
export async function calendar(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const groups = [{ agency: measuredAgency, properties: properties - 3, leadsEach: 20 }]
    const others = { agency: measuredAgency + 1, properties: 500, leadsEach: 40 }
    const rows = await loadRows(postgres.url, [...groups, others])
    await loadCalendars(postgres.url, rows.agencyUid)
    const kept = await startOurs(cleanup, postgres.url, rows)
    const settings = { ANSWER_MEMORY_MB: '0' }
    const cold = await startOurs(cleanup, postgres.url, rows, { name: 'cold', settings })
    const asked = [
      ...(await askedOf(cold, postgres.url, rows.agencyUid, cpuMax.cold)),
      ...(await askedOf(kept, postgres.url, rows.agencyUid, cpuMax.unchanged)).map(each => {
        return { ...each, name: `${each.name}.unchanged` }
      }),
    ]
    await checkAnswers(asked)
    const [lead] = await query(
      postgres.url,
      `select uid from leads where agency_uid =
      '${rows.agencyUid}' limit 1`,
    )
    const floor = await startFloor(cleanup, postgres.url, rows, String(lead!.uid))
    const { seconds } = options
    const all = [...asked, { name: 'floor', server: 'floor', entries: 0, cpuMax: 0, ...floor }]
    const cells = all.flatMap(each =>
      connectionCounts.map((connections): Cell & Asked => {
        return { ...each, connections, seconds, rounds: [], serverMs: 0, databaseMs: 0 }
      }),
    )
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

/** One property for three years, 500 for 60 nights, and for comparison one for a month. */
async function askedOf(
  ours: OurServer,
  url: string,
  agencyUid: string,
  cpuMax: number,
): Promise<Asked[]> {
  const found = await query(
    url,
    `select uid, current_date::text as from, (current_date + 1095)::text as years,
      (current_date + 59)::text as nights, (current_date + 29)::text as month
    from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  const { from, years, nights, month } = found[0]!
  const uids = found.map(({ uid }) => uid)
  const one = (to: unknown) => `/api/v3.3/property-calendar/${uids[0]}?from=${from}&to=${to}`
  const bulk = `/api/v3.3/property-calendar?propertiesUids=${uids}&from=${from}&to=${nights}`
  const asked = { server: ours.name, pid: ours.process.pid, cpuMax: 0 }
  return [
    { ...asked, name: '1x30', entries: 30, call: ours.get(one(month)) },
    { ...asked, name: '1x1096', entries: 1_096, call: ours.get(one(years)) },
    { ...asked, name: '500x60', entries: uids.length * 60, call: ours.get(bulk), cpuMax },
  ]
}

/** Nothing is timed before every answer has as many entries as dates were asked for. */
async function checkAnswers(asked: Asked[]): Promise<void> {
  for (const { name, entries, call } of asked) {
    const { calendar, calendars = [calendar] } = JSON.parse(await send(call))
    const given = calendars.flatMap(({ entries }: { entries: Entry[] }) => entries)
    if (given.length !== entries) throw new Error(`${name}: ${given.length} entries`)
    const taken = given.filter(({ availability }: Entry) => availability.unavailable).length
    console.log(`${name}: ${entries} entries, ${taken} of them unavailable`)
  }
}

interface Entry {
  availability: { unavailable: boolean }
}

function printFigures(cells: (Cell & Asked)[]): void {
  const results = cells.map(cell => ({
    ...cell,
    ...medianOf(cell.rounds),
    cpu: cpuPerAnswer(cell),
  }))
  printTable(
    [
      'asked',
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
    const floor = results.find(each => each.entries === 0 && each.connections === connections)!
    if (entries === 0) continue
    const label = `calendar.${name}${connections === 1 ? '.c1' : ''}.floor`
    printRatio(label, floor.perSecond / perSecond)
    if (connections > 1) printRatio(`${label}.cpu`, sum(cpu) / sum(floor.cpu))
    else if (cpuMax > 0) printRatio(`calendar.${name}.cpu`, sum(cpu) / cpuMax)
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
