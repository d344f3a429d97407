import pg from 'pg'
import { migrate } from '../test/support/lodgepole.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { expectSameLeads } from './support/lead-query.ts'
import { medianFigures } from './support/load.ts'
import { type Cell, cpuPerResponse, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { loadRows, measuredSizes, otherLeads, type Rows } from './support/rows.ts'
import {
  type Floor,
  type Server,
  send,
  startFloor,
  startLodgepole,
  startPeers,
} from './support/servers.ts'

const connectionCounts = [1, 8]

const cold = { name: 'lodgepole-cold', settings: { RESPONSE_CACHE_MB: '0' } }

/** Printed name of a server that responds with 304. */
const conditional = 'lodgepole-304'

/** One row of the table: a server, a response size, a number of connections. */
interface LeadsCell extends Cell {
  leads: number
  /** True if one of the leads changes after every tenth response. */
  changes: boolean
}

/** Compares the lead query with three other GraphQL servers on the same database. */
export async function readLeads(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const rows = await loadRows(postgres.url, otherLeads)
    console.log(`PostgreSQL ${postgres.version}, ${rows.leads} leads, ${rows.orders} orders`)
    const servers = [
      await startLodgepole(cleanup, postgres.url, rows),
      await startLodgepole(cleanup, postgres.url, rows, cold),
      ...(await startPeers(cleanup, postgres.url, rows)),
    ]
    const leadUid = await checkResponses(servers, rows)
    const floor = await startFloor(cleanup, postgres.url, rows, leadUid)
    const writer = new pg.Client({ connectionString: postgres.url })
    await writer.connect()
    cleanup.add(() => writer.end())
    const cells = createCells(servers, rows, floor, options.seconds)
    const changing = createChanging(cells, () => changeLead(writer, rows))
    cells.push(...changing, ...(await createConditional(cells)))
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

/** Checks before any measurement that all servers return the same responses. */
async function checkResponses(servers: Server[], rows: Rows): Promise<string> {
  let leadUid = ''
  for (const size of measuredSizes) {
    const [expected, ...others] = await Promise.all(
      servers.map(async server =>
        server.parseLeads(await send(server.call(rows.propertyUids[size]))),
      ),
    )
    if (expected?.length !== size) throw new Error(`${expected?.length} leads instead of ${size}`)
    for (const [i, leads] of others.entries()) {
      expectSameLeads(servers[i + 1]!.name, expected, leads)
    }
    if (size === 1) leadUid = String(expected[0]!.uid)
  }
  const names = servers.map(server => server.name).join(', ')
  console.log(`Same responses of ${measuredSizes.join(', ')} leads from ${names}.`)
  return leadUid
}

function createCells(servers: Server[], rows: Rows, floor: Floor, seconds: number): LeadsCell[] {
  return measuredSizes.flatMap(leads =>
    connectionCounts.flatMap(connections => {
      const longer = leads > 100 ? 1.5 : 1
      const cpu = { serverMs: 0, databaseMs: 0 }
      const base = { leads, changes: false, connections, seconds: seconds * longer, ...cpu }
      const cells: LeadsCell[] = servers.map(server => {
        const call = server.call(rows.propertyUids[leads])
        return { ...base, server: server.name, pid: server.process.pid, call, rounds: [] }
      })
      if (leads === 1) cells.push({ ...base, server: 'floor', ...floor, rounds: [] })
      return cells
    }),
  )
}

/** Lists the cells of a hundred leads again, with an action after every tenth response. */
function createChanging(cells: LeadsCell[], action: () => Promise<unknown>): LeadsCell[] {
  const hundred = cells.filter(({ leads, connections }) => leads === 100 && connections > 1)
  return hundred.map(cell => ({
    ...cell,
    changes: true,
    call: { ...cell.call, tick: { every: 10, action } },
    rounds: [],
  }))
}

/** Lists cells of conditional requests of an unchanged lead: 304 without a body. */
async function createConditional(cells: LeadsCell[]): Promise<LeadsCell[]> {
  const single = cells.filter(({ leads, server }) => leads === 1 && server === 'lodgepole')
  return Promise.all(
    single.map(async cell => {
      const { url, method, headers, body } = cell.call
      const unmatched = { ...headers, 'if-none-match': '"none"' }
      const etag = (await fetch(url, { method, headers: unmatched, body: body! })).headers.get(
        'etag',
      )
      const call = {
        ...cell.call,
        headers: { ...headers, 'if-none-match': etag! },
        statuses: [304],
      }
      return { ...cell, server: conditional, call, rounds: [] }
    }),
  )
}

/** Changes a lead and invalidates cached responses, as a server does. */
async function changeLead(writer: pg.Client, { agencyUid, propertyUids }: Rows): Promise<void> {
  await writer.query(`
    begin;
    update leads set adult_count = 1 + (adult_count % 5) where (agency_uid, uid) = (
      select agency_uid, uid from leads where agency_uid = '${agencyUid}'
        and property_uid = '${propertyUids[100]}' order by uid limit 1);
    update cache_tag_versions set version = floor(random() * 9007199254740991)::bigint
      where agency_uid = '${agencyUid}';
    commit`)
}

function printFigures(cells: LeadsCell[]): void {
  const cpuHeadings = ['server CPU ms', 'database CPU ms']
  const results = cells.map(cell => ({
    ...cell,
    figures: medianFigures(cell.rounds),
    cpu: cpuPerResponse(cell),
  }))
  printTable(
    [
      'leads',
      'changes',
      'connections',
      'server',
      'req/s',
      'p50 ms',
      'p99 ms',
      'bytes',
      ...cpuHeadings,
    ],
    results.map(({ leads, changes, connections, server, figures, cpu }) => [
      leads,
      changes ? 'every 10th' : 'none',
      connections,
      server,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      figures.bytesMax,
      ...cpu.map(ms => ms.toFixed(2)),
    ]),
  )
  for (const { connections, figures } of results.filter(({ server }) => server === conditional)) {
    const floor = results.find(
      result => result.server === 'floor' && result.connections === connections,
    )!
    const name = `read-leads.304${connections === 1 ? '.c1' : ''}.floor`
    printRatio(name, figures.perSecond / floor.figures.perSecond)
  }
  for (const ours of results.filter(({ server }) => /^lodgepole(-cold)?$/.test(server))) {
    const peers = results.filter(
      ({ leads, changes, connections, server }) =>
        !server.startsWith('lodgepole') &&
        leads === ours.leads &&
        changes === ours.changes &&
        connections === ours.connections,
    )
    const variant = ours.server === 'lodgepole' ? '' : '.cold'
    for (const { server, leads, changes, connections, figures, cpu } of peers) {
      const suffix = `${variant}${changes ? '.changing' : ''}${connections === 1 ? '.c1' : ''}`
      const name = `read-leads.${leads}${suffix}.${server}`
      printRatio(name, ours.figures.perSecond / figures.perSecond)
      if (connections > 1)
        printRatio(`${name}.cpu`, (cpu[0] + cpu[1]) / (ours.cpu[0] + ours.cpu[1]))
    }
  }
}
