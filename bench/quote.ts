import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { medianFigures } from './support/load.ts'
import { type Cell, cpuPerResponse, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { pricesSql } from './support/prices.sql.ts'
import { loadRows, otherLeads } from './support/rows.ts'
import { type LodgepoleServer, send, startFloor, startLodgepole } from './support/servers.ts'

const connectionCounts = [1, 8]

/** Start of the week that prices.sql.ts leaves free, in days from today. */
const freeWeek = 70
const nights = 4

/** Compares a quote with one indexed lookup over HTTP on the same database. */
export async function quote(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const rows = await loadRows(postgres.url, otherLeads)
    const propertyUid = rows.propertyUids[100]
    await query(postgres.url, pricesSql(propertyUid))
    await query(postgres.url, 'vacuum (analyze, freeze)')
    const ours = await startLodgepole(cleanup, postgres.url, rows)
    const settings = { RESPONSE_CACHE_MB: '0' }
    const cold = await startLodgepole(cleanup, postgres.url, rows, { name: 'cold', settings })
    const call = await quoteCall(ours, propertyUid)
    const coldCall = await quoteCall(cold, propertyUid)
    const [lead] = ours.parseLeads(await send(ours.call(rows.propertyUids[1])))
    const floor = await startFloor(cleanup, postgres.url, rows, String(lead!.uid))
    const cells = connectionCounts.flatMap((connections): Cell[] => {
      const base = { connections, seconds: options.seconds, serverMs: 0, databaseMs: 0 }
      return [
        { ...base, server: 'lodgepole', pid: ours.process.pid, call, rounds: [] },
        { ...base, server: 'cold', pid: cold.process.pid, call: coldCall, rounds: [] },
        { ...base, server: 'floor', ...floor, rounds: [] },
      ]
    })
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

/** Returns the call after a check of its response. */
async function quoteCall(ours: LodgepoleServer, propertyUid: string) {
  const checkIn = Temporal.Now.plainDateISO('UTC').add({ days: freeWeek })
  const call = ours.post('/api/v3.3/quotes', {
    propertyUid,
    checkInDate: checkIn.toString(),
    checkOutDate: checkIn.add({ days: nights }).toString(),
    guests: 4,
  })
  const response = JSON.parse(await send(call)).quote
  const { rentBreakdowns } = response.rent
  if (rentBreakdowns.length !== nights || response.fees.otherFees.length !== 5) {
    throw new Error(`Incomplete quote: ${JSON.stringify(response)}`)
  }
  return call
}

function printFigures(cells: Cell[]): void {
  const results = cells.map(cell => ({
    ...cell,
    figures: medianFigures(cell.rounds),
    cpu: cpuPerResponse(cell),
  }))
  const cpuHeadings = ['server CPU ms', 'database CPU ms']
  printTable(
    ['connections', 'server', 'req/s', 'p50 ms', 'p99 ms', 'bytes', ...cpuHeadings],
    results.map(({ connections, server, figures, cpu }) => [
      connections,
      server,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      figures.bytesMax,
      ...cpu.map(ms => ms.toFixed(2)),
    ]),
  )
  for (const connections of connectionCounts) {
    const [ours, cold, floor] = results.filter(result => result.connections === connections)
    for (const result of [ours!, cold!]) {
      const label = result === cold ? 'quote.cold' : 'quote'
      const name = connections === 1 ? `${label}.c1.floor` : `${label}.floor`
      printRatio(name, floor!.figures.perSecond / result.figures.perSecond)
      const [total, floorTotal] = [result, floor!].map(({ cpu }) => cpu[0] + cpu[1])
      printRatio(`${name}.cpu`, total! / floorTotal!)
    }
  }
}
