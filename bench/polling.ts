import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate, runCommand, serverSettings } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../test/support/temporary.ts'
import { medianFigures } from './support/load.ts'
import type { Options } from './support/options.ts'
import { bookingBody } from './support/polling/booking.ts'
import { measurePolls, type PollingCell } from './support/polling/polling.ts'
import { makePartners, occupyNights } from './support/polling/polling-rows.ts'
import { pricesSql } from './support/prices.sql.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import {
  type LodgepoleServer,
  type Server,
  send,
  startLodgepole,
  startPeers,
} from './support/servers.ts'

const properties = 500
const leadsPerProperty = 40
const partners = 50
const calendarNights = 30
/** Minimum duration of a round, so that each has bookings. */
const secondsMin = 4
/** First day of stays, after the occupied nights. */
const firstDay = 400
const nightsPerStay = 4
const memoryMaxMb = { postgres: 400, embedded: 700 }

type PollRequests = NonNullable<PollingCell['call']['pollRequests']>

/** Measures many partners that poll leads and calendars, which rarely change. */
export async function pollingBench(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const group = { agency: measuredAgency, properties, leadsPerProperty }
    const rows = await loadRows(postgres.url, [group])
    const uids = await listProperties(postgres.url)
    await query(postgres.url, pricesSql(rows.propertyUids[1]))
    await occupyNights(postgres.url, rows.agencyUid)
    const secret = randomBytes(32).toString('base64')
    const headers = await makePartners(postgres.url, rows.agencyUid, partners, secret)
    await query(postgres.url, 'vacuum (analyze, freeze)')
    const start = (name: string, settings: NodeJS.ProcessEnv = {}) => {
      const ownSettings = { ...settings, SECRET_KEY: secret }
      return startLodgepole(cleanup, settings.DATABASE_URL ?? postgres.url, rows, {
        name,
        settings: ownSettings,
      })
    }
    const cached = await start('cached')
    const uncached = await start('uncached', { RESPONSE_CACHE_MB: '0' })
    const writer = await start('writer')
    const folder = await restoreEmbedded(cleanup, postgres.url, secret)
    const embedded = await start('embedded', { DATABASE_URL: 'embedded', DATA_DIR: folder })
    const [peer] = await startPeers(cleanup, postgres.url, rows, ['postgraphile'])
    const stays = staysIn(rows.agencyUid, uids)
    const createCell = (server: Server, pollRequests: PollRequests, at = writer): PollingCell => ({
      ...{ name: server.name, pid: server.process.pid, rounds: [], usedMs: [0, 0], residentMb: 0 },
      call: { ...server.call(uids[0]!), pollRequests, rotatingHeaders: headers },
      book: () => send({ ...at.post('/api/v3.3/leads', {}), body: stays.next().value, ...created }),
      cacheCounts: null,
    })
    const cells = [
      { ...createCell(cached, leadsAndCalendars(cached, uids)), metrics: cached.get('/metrics') },
      createCell(uncached, leadsAndCalendars(uncached, uids)),
      { ...createCell(cached, leads(cached, uids)), name: 'cached, leads' },
      { ...createCell(peer!, leads(peer!, uids)), name: 'postgraphile, leads' },
      {
        ...createCell(embedded, leadsAndCalendars(embedded, uids), embedded),
        metrics: embedded.get('/metrics'),
      },
    ]
    await checkResponses(cached, uncached, uids, headers)
    const seconds = Math.max(secondsMin, options.seconds)
    await measurePolls(cleanup, cells, { databasePid: postgres.pid, seconds })
    printFigures(cells)
  })
}

const created = { statuses: [201] }

async function listProperties(url: string): Promise<string[]> {
  const rows = await query(
    url,
    `select bench_rows.uid('property', no) as uid from bench_rows.plan
    where leads = ${leadsPerProperty} order by no`,
  )
  return rows.map(({ uid }) => String(uid))
}

function leads(server: Server, uids: string[]): PollRequests {
  return uids.map(uid => {
    const { url, body } = server.call(uid)
    return { method: 'POST', path: new URL(url).pathname, body: body! }
  })
}

/** Lists the requests of the leads and of the calendar of each property. */
function leadsAndCalendars(server: LodgepoleServer, uids: string[]): PollRequests {
  const from = Temporal.Now.plainDateISO('UTC')
  const to = from.add({ days: calendarNights - 1 })
  return leads(server, uids).flatMap((lead, i) => {
    const path = `/api/v3.3/property-calendar/${uids[i]}?from=${from}&to=${to}`
    return [lead, { method: 'GET', path }] as const
  })
}

/** Restores the rows to an embedded database. Returns its folder. */
async function restoreEmbedded(cleanup: Cleanup, url: string, secret: string): Promise<string> {
  const folder = await temporaryFolder(cleanup)
  const ownSettings = { SECRET_KEY: secret }
  const saved = join(folder, 'saved')
  runCommand({ ...(await serverSettings(cleanup, url)), ...ownSettings }, ['backup', saved])
  const data = join(folder, 'data')
  const env = { ...(await serverSettings(cleanup, '')), ...ownSettings, DATA_DIR: data }
  runCommand(env, ['restore', saved])
  return data
}

/** Generates bodies of stays that never overlap. */
function* staysIn(agencyUid: string, uids: string[]): Generator<string, never> {
  for (let day = firstDay; ; day += nightsPerStay) {
    for (const uid of uids) yield bookingBody(agencyUid, uid, day)
  }
}

/** Checks before any measurement that a partner gets no cached response of another. */
async function checkResponses(
  cached: LodgepoleServer,
  uncached: LodgepoleServer,
  uids: string[],
  partnerHeaders: Record<string, string>[],
): Promise<void> {
  const request = async (server: LodgepoleServer, i: number) => {
    const { origin } = new URL(server.get('/').url)
    const { path, ...rest } = leadsAndCalendars(server, uids)[i]!
    const { headers } = server.call(uids[0]!)
    const ownHeaders = {
      'content-type': headers['content-type']!,
      ...partnerHeaders[i % partnerHeaders.length],
    }
    return send({ ...rest, url: origin + path, headers: ownHeaders })
  }
  for (let i = 0; i < 100; i++) {
    const [a, b] = [await request(cached, i), await request(uncached, i)]
    if (a !== b) throw new Error(`Different responses: ${a.slice(0, 200)} ${b.slice(0, 200)}`)
    const { data, calendar } = JSON.parse(a)
    const items = data ? data.leads.length : calendar.entries.length
    if (items !== (data ? leadsPerProperty : calendarNights)) throw new Error(`${items} items`)
  }
}

function printFigures(cells: PollingCell[]): void {
  const results = cells.map(cell => {
    const figures = medianFigures(cell.rounds, { isUniform: false })
    const responses = cell.rounds.reduce((sum, round) => sum + round.responses, 0)
    const [server, database] = cell.usedMs.map(ms => ms / responses) as [number, number]
    return { ...cell, figures, server, database, cpu: server + database }
  })
  printTable(
    ['server', 'req/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'database CPU ms', 'hits %', 'MB'],
    results.map(({ name, figures, server, database, cacheCounts, residentMb }) => [
      name,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      server.toFixed(3),
      database.toFixed(3),
      cacheCounts
        ? ((100 * cacheCounts.hits) / (cacheCounts.hits + cacheCounts.misses)).toFixed(1)
        : '',
      residentMb.toFixed(0),
    ]),
  )
  const [cached, uncached, cachedLeads, peer, embedded] = results
  printRatio('polling.cpu', uncached!.cpu / cached!.cpu)
  printRatio('polling', cached!.figures.perSecond / uncached!.figures.perSecond)
  printRatio('polling.postgraphile.cpu', peer!.cpu / cachedLeads!.cpu)
  printRatio('polling.postgraphile', cachedLeads!.figures.perSecond / peer!.figures.perSecond)
  printRatio('polling.memory.postgres', cached!.residentMb / memoryMaxMb.postgres)
  printRatio('polling.memory.embedded', embedded!.residentMb / memoryMaxMb.embedded)
}
