import pg from 'pg'
import { migrate } from '../test/support/lodgepole.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { expectSameLeads } from './support/lead-query.ts'
import { medianOf } from './support/load.ts'
import { type Cell, cpuPerAnswer, measure } from './support/measure.ts'
import type { Options } from './support/options.ts'
import { loadRows, measuredSizes, otherLeads, type Rows } from './support/rows.ts'
import {
  type Floor,
  type Server,
  send,
  startFloor,
  startOurs,
  startPeers,
} from './support/servers.ts'

const connectionCounts = [1, 8]

/** The same server that keeps no answers. */
const cold = { name: 'lodgepole-cold', settings: { ANSWER_MEMORY_MB: '0' } }

/** What is printed of a server that answers 304. */
const known = 'lodgepole-304'

/** One row of the table: a server, a size of answer, a number of connections. */
interface LeadsCell extends Cell {
  leads: number
  /** One of the leads changes after every tenth answer. */
  changes: boolean
}

/** The whole lead query against three other GraphQL servers over the same rows of one database. */
export async function readLeads(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const rows = await loadRows(postgres.url, otherLeads)
    console.log(`PostgreSQL ${postgres.version}, ${rows.leads} leads, ${rows.orders} orders`)
    const servers = [
      await startOurs(cleanup, postgres.url, rows),
      await startOurs(cleanup, postgres.url, rows, cold),
      ...(await startPeers(cleanup, postgres.url, rows)),
    ]
    const leadUid = await checkAnswers(servers, rows)
    const floor = await startFloor(cleanup, postgres.url, rows, leadUid)
    const writer = new pg.Client({ connectionString: postgres.url })
    await writer.connect()
    cleanup.add(() => writer.end())
    const cells = cellsOf(servers, rows, floor, options.seconds)
    const changing = changingOf(cells, () => changeLead(writer, rows))
    cells.push(...changing, ...(await knownOf(cells)))
    await measure(cleanup, cells, postgres.pid)
    printFigures(cells)
  })
}

/** Nothing is timed before all servers have given the same answers. */
async function checkAnswers(servers: Server[], rows: Rows): Promise<string> {
  let leadUid = ''
  for (const size of measuredSizes) {
    const [expected, ...others] = await Promise.all(
      servers.map(async server => server.leadsOf(await send(server.call(rows.propertyUids[size])))),
    )
    if (expected?.length !== size) throw new Error(`${expected?.length} leads instead of ${size}`)
    for (const [i, leads] of others.entries()) {
      expectSameLeads(servers[i + 1]!.name, expected, leads)
    }
    if (size === 1) leadUid = String(expected[0]!.uid)
  }
  const names = servers.map(server => server.name).join(', ')
  console.log(`Same answers of ${measuredSizes.join(', ')} leads from ${names}.`)
  return leadUid
}

function cellsOf(servers: Server[], rows: Rows, floor: Floor, seconds: number): LeadsCell[] {
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

/** A hundred leads once more, of which one changes again and again. */
function changingOf(cells: LeadsCell[], act: () => Promise<unknown>): LeadsCell[] {
  const hundred = cells.filter(({ leads, connections }) => leads === 100 && connections > 1)
  return hundred.map(cell => ({
    ...cell,
    changes: true,
    call: { ...cell.call, tick: { every: 10, act } },
    rounds: [],
  }))
}

/** A lead that nobody changes for who has it already and says so: 304 without a body. */
async function knownOf(cells: LeadsCell[]): Promise<LeadsCell[]> {
  const one = cells.filter(({ leads, server }) => leads === 1 && server === 'lodgepole')
  return Promise.all(
    one.map(async cell => {
      const { url, method, headers, body } = cell.call
      const asking = { ...headers, 'if-none-match': '"none"' }
      const etag = (await fetch(url, { method, headers: asking, body: body! })).headers.get('etag')
      const call = {
        ...cell.call,
        headers: { ...headers, 'if-none-match': etag! },
        statuses: [304],
      }
      return { ...cell, server: known, call, rounds: [] }
    }),
  )
}

/** Changes a lead as a server does, whose answers know by the mark that they are outdated. */
async function changeLead(writer: pg.Client, { agencyUid, propertyUids }: Rows): Promise<void> {
  await writer.query(`
    begin;
    update leads set adult_count = 1 + (adult_count % 5) where (agency_uid, uid) = (
      select agency_uid, uid from leads where agency_uid = '${agencyUid}'
        and property_uid = '${propertyUids[100]}' order by uid limit 1);
    update marks set mark = floor(random() * 9007199254740991)::bigint
      where agency_uid = '${agencyUid}';
    commit`)
}

function printFigures(cells: LeadsCell[]): void {
  const cpuHeadings = ['server CPU ms', 'database CPU ms']
  const results = cells.map(cell => ({
    ...cell,
    figures: medianOf(cell.rounds),
    cpu: cpuPerAnswer(cell),
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
  for (const { connections, figures } of results.filter(({ server }) => server === known)) {
    const floor = results.find(each => each.server === 'floor' && each.connections === connections)!
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
    const which = ours.server === 'lodgepole' ? '' : '.cold'
    for (const { server, leads, changes, connections, figures, cpu } of peers) {
      const more = `${which}${changes ? '.changing' : ''}${connections === 1 ? '.c1' : ''}`
      const name = `read-leads.${leads}${more}.${server}`
      printRatio(name, ours.figures.perSecond / figures.perSecond)
      if (connections > 1)
        printRatio(`${name}.cpu`, (cpu[0] + cpu[1]) / (ours.cpu[0] + ours.cpu[1]))
    }
  }
}
