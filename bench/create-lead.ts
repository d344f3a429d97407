import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { type Call, type Figures, medianFigures } from './support/load.ts'
import { type Cell, cpuPerResponse, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { bookingBody } from './support/polling/booking.ts'
import { pricesSql } from './support/prices.sql.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { send, startInsertFloor, startLodgepole } from './support/servers.ts'

const connections = 8
const properties = 400
/** Number of bodies per second of a round, more than it can send: no night is requested twice. */
const bodiesPerSecond = 5_000
/** Nights of a stay, its turnover, and a free night. */
const nightsPerStay = 4
/** First day of stays, after the nights that prices.sql.ts occupies. */
const firstDay = 400
const contendedProperties = 4
const contendedNights = 20
/** Number of agencies; writers wait only for others of the same agency. */
const agencies = 20
const propertiesPerAgency = 20

/** Compares creations of booked, priced leads with one inserted row over the same HTTP server. */
export async function createLead(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup, { durable: true })
    await migrate(cleanup, postgres.url)
    const group = { agency: measuredAgency, properties, leadsPerProperty: 20 }
    const otherAgencies = Array.from({ length: agencies - 1 }, (_, i) => {
      return {
        agency: measuredAgency + 1 + i,
        properties: propertiesPerAgency,
        leadsPerProperty: 5,
      }
    })
    const rows = await loadRows(postgres.url, [group, ...otherAgencies])
    await query(postgres.url, pricesSql(rows.propertyUids[1]))
    await query(postgres.url, 'vacuum (analyze, freeze)')
    const propertyUids = await listProperties(postgres.url, rows.agencyUid)
    const targets = await rotateProperties(postgres.url, rows.agencyUid)
    const ours = await startLodgepole(cleanup, postgres.url, rows)
    const floor = await startInsertFloor(cleanup, postgres.url, rows)
    const { agencyUid } = rows
    const bodies = Math.ceil((bodiesPerSecond * options.seconds) / agencies) * agencies
    const distinct = distinctStays(
      propertyUids.slice(contendedProperties + propertiesPerAgency).map(uid => [agencyUid, uid]),
    )
    const rotatedStays = distinctStays(targets)
    const rotatingHeaders = targets.slice(0, agencies).map(([uid]) => ours.createKeyHeader(uid))
    const contended = contendedStays(agencyUid, propertyUids.slice(0, contendedProperties))
    const created = { statuses: [201] }
    const create: Call = { ...ours.post('/api/v3.3/leads', {}), ...created }
    const inserted: Call = { ...floor.call, ...created }
    await send({ ...inserted, body: distinct.next().value })
    await checkResponse(postgres.url, { ...create, body: distinct.next().value })
    const base = { connections, seconds: options.seconds, serverMs: 0, databaseMs: 0 }
    const next = () => take(distinct, bodies)
    const { pid } = ours.process
    const mixed = { ...create, statuses: [201, 409] }
    const rotated = { ...create, rotatingHeaders }
    const nextRotated = () => take(rotatedStays, bodies)
    const cells: Cell[] = [
      { ...base, server: 'distinct', pid, call: create, bodies: next, rounds: [] },
      { ...base, server: 'agencies', pid, call: rotated, bodies: nextRotated, rounds: [] },
      { ...base, server: 'contended', pid, call: mixed, bodies: () => contended, rounds: [] },
      { ...base, server: 'floor', ...floor, call: inserted, bodies: next, rounds: [] },
    ]
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

async function listProperties(url: string, agencyUid: string): Promise<string[]> {
  const rows = await query(
    url,
    `select uid from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  return rows.map(({ uid }) => String(uid))
}

/** Lists pairs of agency and property, alternating between agencies. */
async function rotateProperties(url: string, measured: string): Promise<[string, string][]> {
  const rows = await query(url, 'select agency_uid from agencies order by agency_uid')
  const byAgency = await Promise.all(
    rows.map(async ({ agency_uid }) => {
      const uids = await listProperties(url, String(agency_uid))
      const first = String(agency_uid) === measured ? contendedProperties : 0
      return uids
        .slice(first, first + propertiesPerAgency)
        .map((uid): [string, string] => [String(agency_uid), uid])
    }),
  )
  return Array.from({ length: propertiesPerAgency }, (_, i) =>
    byAgency.map(uids => uids[i]!),
  ).flat()
}

/** Checks that the created lead is booked, and has occupancies and a priced order. */
async function checkResponse(url: string, call: Call): Promise<void> {
  const { lead } = JSON.parse(await send(call))
  const rows = await query(
    url,
    `select l.status from leads l join occupancies on lead_uid = l.uid
     join orders o on o.lead_uid = l.uid
     where l.uid = '${lead.uid}' and o.total_amount > 0 and o.fee_lines <> '[]'`,
  )
  if (rows[0]?.status !== 'BOOKED') throw new Error(`Incomplete lead: ${JSON.stringify(lead)}`)
}

/** Generates bodies of stays that never overlap. */
function* distinctStays(targets: [string, string][]): Generator<string, never> {
  for (let day = firstDay; ; day += nightsPerStay) {
    for (const [agencyUid, propertyUid] of targets) yield bookingBody(agencyUid, propertyUid, day)
  }
}

/** Lists bodies of stays on the same few nights. */
function contendedStays(agencyUid: string, propertyUids: string[]): string[] {
  return Array.from({ length: contendedNights }, (_, night) =>
    propertyUids.map(propertyUid => bookingBody(agencyUid, propertyUid, firstDay + night)),
  ).flat()
}

function take(bodies: Generator<string, never>, count: number): string[] {
  return Array.from({ length: count }, () => bodies.next().value)
}

function printFigures(cells: Cell[]): void {
  const results = cells.map(cell => ({
    ...cell,
    figures: medianFigures(cell.rounds, { isUniform: cell.server !== 'contended' }),
    cpu: cpuPerResponse(cell),
  }))
  printTable(
    ['nights', 'req/s', 'p50 ms', 'p99 ms', '201', '409', 'server CPU ms', 'database CPU ms'],
    results.map(({ server, figures, cpu }) => [
      server,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      figures.statusCounts[201] ?? 0,
      figures.statusCounts[409] ?? 0,
      ...cpu.map(ms => ms.toFixed(2)),
    ]),
  )
  const readPerSecond = (name: string) => findFigures(results, name).perSecond
  const totalCpu = (name: string) => {
    const [server, database] = results.find(({ server }) => server === name)!.cpu
    return server + database
  }
  for (const name of ['distinct', 'agencies', 'contended']) {
    printRatio(`create-lead.${name}`, readPerSecond(name) / readPerSecond('floor'))
    printRatio(`create-lead.${name}.cpu`, totalCpu('floor') / totalCpu(name))
  }
}

function findFigures(results: { server: string; figures: Figures }[], name: string): Figures {
  return results.find(({ server }) => server === name)!.figures
}
