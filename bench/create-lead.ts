import { migrate } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { type Call, type Figures, medianOf } from './support/load.ts'
import { type Cell, cpuPerAnswer, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { bookingOf } from './support/polling/booking.ts'
import { pricesSql } from './support/prices.sql.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { send, startInsertFloor, startOurs } from './support/servers.ts'

const connections = 8
const properties = 400
/** More than a round of a second can use, so that no night is asked for twice. */
const bodiesPerSecond = 5_000
/** A stay, its turnover, and a night that stays free. */
const nightsEach = 4
/** Stays begin after the nights that prices.sql.ts has taken. */
const firstDay = 400
const contendedProperties = 4
const contendedNights = 20
/** As in real life: who writes of one agency waits for no other. */
const agencies = 20
const propertiesEach = 20

/** Creations of booked, priced leads, against one inserted row over the same HTTP server. */
export async function createLead(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup, { durable: true })
    await migrate(cleanup, postgres.url)
    const group = { agency: measuredAgency, properties, leadsEach: 20 }
    const others = Array.from({ length: agencies - 1 }, (_, i) => {
      return { agency: measuredAgency + 1 + i, properties: propertiesEach, leadsEach: 5 }
    })
    const rows = await loadRows(postgres.url, [group, ...others])
    await query(postgres.url, pricesSql(rows.propertyUids[1]))
    await query(postgres.url, 'vacuum (analyze, freeze)')
    const propertyUids = await listProperties(postgres.url, rows.agencyUid)
    const places = await placesInTurn(postgres.url, rows.agencyUid)
    const ours = await startOurs(cleanup, postgres.url, rows)
    const floor = await startInsertFloor(cleanup, postgres.url, rows)
    const { agencyUid } = rows
    const bodies = Math.ceil((bodiesPerSecond * options.seconds) / agencies) * agencies
    const distinct = distinctStays(
      propertyUids.slice(contendedProperties + propertiesEach).map(uid => [agencyUid, uid]),
    )
    const ofTwenty = distinctStays(places)
    const headersInTurn = places.slice(0, agencies).map(([uid]) => ours.keyOf(uid))
    const contended = contendedStays(agencyUid, propertyUids.slice(0, contendedProperties))
    const made = { statuses: [201] }
    const create: Call = { ...ours.post('/api/v3.3/leads', {}), ...made }
    const inserted: Call = { ...floor.call, ...made }
    await send({ ...inserted, body: distinct.next().value })
    await checkAnswer(postgres.url, { ...create, body: distinct.next().value })
    const base = { connections, seconds: options.seconds, serverMs: 0, databaseMs: 0 }
    const next = () => take(distinct, bodies)
    const { pid } = ours.process
    const mixed = { ...create, statuses: [201, 409] }
    const inTurn = { ...create, headersInTurn }
    const nextOfTwenty = () => take(ofTwenty, bodies)
    const cells: Cell[] = [
      { ...base, server: 'distinct', pid, call: create, bodies: next, rounds: [] },
      { ...base, server: 'agencies', pid, call: inTurn, bodies: nextOfTwenty, rounds: [] },
      { ...base, server: 'contended', pid, call: mixed, bodies: () => contended, rounds: [] },
      { ...base, server: 'floor', ...floor, call: inserted, bodies: next, rounds: [] },
    ]
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

async function listProperties(url: string, agencyUid: string): Promise<string[]> {
  const found = await query(
    url,
    `select uid from properties where agency_uid = '${agencyUid}' order by uid`,
  )
  return found.map(({ uid }) => String(uid))
}

/** Some properties of each agency, one after the other. */
async function placesInTurn(url: string, measured: string): Promise<[string, string][]> {
  const found = await query(url, 'select agency_uid from agencies order by agency_uid')
  const each = await Promise.all(
    found.map(async ({ agency_uid }) => {
      const uids = await listProperties(url, String(agency_uid))
      const begin = String(agency_uid) === measured ? contendedProperties : 0
      return uids
        .slice(begin, begin + propertiesEach)
        .map((uid): [string, string] => [String(agency_uid), uid])
    }),
  )
  return Array.from({ length: propertiesEach }, (_, i) => each.map(uids => uids[i]!)).flat()
}

/** The call's lead is booked, holds its nights and has a priced order. */
async function checkAnswer(url: string, call: Call): Promise<void> {
  const { lead } = JSON.parse(await send(call))
  const found = await query(
    url,
    `select l.status from leads l join occupancies on lead_uid = l.uid
     join orders o on o.lead_uid = l.uid
     where l.uid = '${lead.uid}' and o.total_amount > 0 and o.fee_lines <> '[]'`,
  )
  if (found[0]?.status !== 'BOOKED') throw new Error(`No whole lead: ${JSON.stringify(lead)}`)
}

/** Stays of which no two share a property's nights, those of one property far apart. */
function* distinctStays(places: [string, string][]): Generator<string, never> {
  for (let day = firstDay; ; day += nightsEach) {
    for (const [agencyUid, propertyUid] of places) yield bookingOf(agencyUid, propertyUid, day)
  }
}

/** Stays that all want the same few nights. */
function contendedStays(agencyUid: string, propertyUids: string[]): string[] {
  return Array.from({ length: contendedNights }, (_, night) =>
    propertyUids.map(propertyUid => bookingOf(agencyUid, propertyUid, firstDay + night)),
  ).flat()
}

function take(bodies: Generator<string, never>, count: number): string[] {
  return Array.from({ length: count }, () => bodies.next().value)
}

function printFigures(cells: Cell[]): void {
  const results = cells.map(cell => ({
    ...cell,
    figures: medianOf(cell.rounds, { alike: cell.server !== 'contended' }),
    cpu: cpuPerAnswer(cell),
  }))
  printTable(
    ['nights', 'req/s', 'p50 ms', 'p99 ms', '201', '409', 'server CPU ms', 'database CPU ms'],
    results.map(({ server, figures, cpu }) => [
      server,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      figures.answered[201] ?? 0,
      figures.answered[409] ?? 0,
      ...cpu.map(ms => ms.toFixed(2)),
    ]),
  )
  const perSecondOf = (name: string) => figuresOf(results, name).perSecond
  const cpuOf = (name: string) => {
    const [server, database] = results.find(({ server }) => server === name)!.cpu
    return server + database
  }
  for (const name of ['distinct', 'agencies', 'contended']) {
    printRatio(`create-lead.${name}`, perSecondOf(name) / perSecondOf('floor'))
    printRatio(`create-lead.${name}.cpu`, cpuOf('floor') / cpuOf(name))
  }
}

function figuresOf(results: { server: string; figures: Figures }[], name: string): Figures {
  return results.find(({ server }) => server === name)!.figures
}
