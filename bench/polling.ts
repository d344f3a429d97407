import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate, runCommand, settingsOf } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../test/support/temporary.ts'
import { medianOf } from './support/load.ts'
import type { Options } from './support/options.ts'
import { bookingOf } from './support/polling/booking.ts'
import { measurePolling, type PollingCell } from './support/polling/polling.ts'
import { makePartners, takeNights } from './support/polling/polling-rows.ts'
import { pricesSql } from './support/prices.sql.ts'
import { loadRows, measuredAgency } from './support/rows.ts'
import { type OurServer, type Server, send, startOurs, startPeers } from './support/servers.ts'

const properties = 500
const leadsEach = 40
const partners = 50
const calendarNights = 30
/** There are to be bookings in each round. */
const secondsMin = 4
/** Stays begin after the nights that are taken, each after a turnover. */
const firstDay = 400
const nightsEach = 4
/** What a server may have in memory, by engine. */
const memoryMaxMb = { postgres: 400, embedded: 700 }

type Asked = NonNullable<PollingCell['call']['asked']>

/** Many partners ask for leads and calendars that have nearly never changed. */
export async function polling(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    await migrate(cleanup, postgres.url)
    const group = { agency: measuredAgency, properties, leadsEach }
    const rows = await loadRows(postgres.url, [group])
    const uids = await listProperties(postgres.url)
    await query(postgres.url, pricesSql(rows.propertyUids[1]))
    await takeNights(postgres.url, rows.agencyUid)
    const secret = randomBytes(32).toString('base64')
    const headers = await makePartners(postgres.url, rows.agencyUid, partners, secret)
    await query(postgres.url, 'vacuum (analyze, freeze)')
    const start = (name: string, settings: NodeJS.ProcessEnv = {}) => {
      const own = { ...settings, SECRET_KEY: secret }
      return startOurs(cleanup, settings.DATABASE_URL ?? postgres.url, rows, {
        name,
        settings: own,
      })
    }
    const kept = await start('kept')
    const anew = await start('made anew', { ANSWER_MEMORY_MB: '0' })
    const writer = await start('writer')
    const folder = await restored(cleanup, postgres.url, secret)
    const embedded = await start('embedded', { DATABASE_URL: 'embedded', DATA_DIR: folder })
    const [peer] = await startPeers(cleanup, postgres.url, rows, ['postgraphile'])
    const stays = staysIn(rows.agencyUid, uids)
    const cellOf = (server: Server, asked: Asked, at = writer): PollingCell => ({
      ...{ name: server.name, pid: server.process.pid, rounds: [], usedMs: [0, 0], residentMb: 0 },
      call: { ...server.call(uids[0]!), asked, headersInTurn: headers },
      book: () => send({ ...at.post('/api/v3.3/leads', {}), body: stays.next().value, ...made }),
      given: null,
    })
    const cells = [
      { ...cellOf(kept, both(kept, uids)), metrics: kept.get('/metrics') },
      cellOf(anew, both(anew, uids)),
      { ...cellOf(kept, leads(kept, uids)), name: 'kept, leads' },
      { ...cellOf(peer!, leads(peer!, uids)), name: 'postgraphile, leads' },
      { ...cellOf(embedded, both(embedded, uids), embedded), metrics: embedded.get('/metrics') },
    ]
    await checkAnswers(kept, anew, uids, headers)
    const seconds = Math.max(secondsMin, options.seconds)
    await measurePolling(cleanup, cells, { databasePid: postgres.pid, seconds })
    printFigures(cells)
  })
}

const made = { statuses: [201] }

async function listProperties(url: string): Promise<string[]> {
  const found = await query(
    url,
    `select bench_rows.uid('property', no) as uid from bench_rows.plan
    where leads = ${leadsEach} order by no`,
  )
  return found.map(({ uid }) => String(uid))
}

/** The leads of each property. */
function leads(server: Server, uids: string[]): Asked {
  return uids.map(uid => {
    const { url, body } = server.call(uid)
    return { method: 'POST', path: new URL(url).pathname, body: body! }
  })
}

/** The leads of each property, and its calendar. */
function both(server: OurServer, uids: string[]): Asked {
  const from = Temporal.Now.plainDateISO('UTC')
  const to = from.add({ days: calendarNights - 1 })
  return leads(server, uids).flatMap((lead, i) => {
    const path = `/api/v3.3/property-calendar/${uids[i]}?from=${from}&to=${to}`
    return [lead, { method: 'GET', path }] as const
  })
}

/** An embedded database with the same rows. @returns its folder */
async function restored(cleanup: Cleanup, url: string, secret: string): Promise<string> {
  const folder = await temporaryFolder(cleanup)
  const own = { SECRET_KEY: secret }
  const saved = join(folder, 'saved')
  runCommand({ ...(await settingsOf(cleanup, url)), ...own }, ['backup', saved])
  const data = join(folder, 'data')
  const env = { ...(await settingsOf(cleanup, '')), ...own, DATA_DIR: data }
  runCommand(env, ['restore', saved])
  return data
}

/** Stays of which no two share a property's nights. */
function* staysIn(agencyUid: string, uids: string[]): Generator<string, never> {
  for (let day = firstDay; ; day += nightsEach) {
    for (const uid of uids) yield bookingOf(agencyUid, uid, day)
  }
}

/** Nothing is timed before a partner is given what is made anew for another. */
async function checkAnswers(
  kept: OurServer,
  anew: OurServer,
  uids: string[],
  everybody: Record<string, string>[],
): Promise<void> {
  const ask = async (server: OurServer, i: number) => {
    const { origin } = new URL(server.get('/').url)
    const { path, ...asked } = both(server, uids)[i]!
    const { headers } = server.call(uids[0]!)
    const own = { 'content-type': headers['content-type']!, ...everybody[i % everybody.length] }
    return send({ ...asked, url: origin + path, headers: own })
  }
  for (let i = 0; i < 100; i++) {
    const [a, b] = [await ask(kept, i), await ask(anew, i)]
    if (a !== b) throw new Error(`Not the same: ${a.slice(0, 200)} ${b.slice(0, 200)}`)
    const { data, calendar } = JSON.parse(a)
    const parts = data ? data.leads.length : calendar.entries.length
    if (parts !== (data ? leadsEach : calendarNights)) throw new Error(`${parts} parts`)
  }
}

function printFigures(cells: PollingCell[]): void {
  const results = cells.map(cell => {
    const figures = medianOf(cell.rounds, { alike: false })
    const answers = cell.rounds.reduce((sum, round) => sum + round.answers, 0)
    const [server, database] = cell.usedMs.map(ms => ms / answers) as [number, number]
    return { ...cell, figures, server, database, cpu: server + database }
  })
  printTable(
    ['server', 'req/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'database CPU ms', 'hits %', 'MB'],
    results.map(({ name, figures, server, database, given, residentMb }) => [
      name,
      figures.perSecond.toFixed(1),
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      server.toFixed(3),
      database.toFixed(3),
      given ? ((100 * given.kept) / (given.kept + given.made)).toFixed(1) : '',
      residentMb.toFixed(0),
    ]),
  )
  const [kept, anew, keptLeads, peer, embedded] = results
  printRatio('polling.cpu', anew!.cpu / kept!.cpu)
  printRatio('polling', kept!.figures.perSecond / anew!.figures.perSecond)
  printRatio('polling.postgraphile.cpu', peer!.cpu / keptLeads!.cpu)
  printRatio('polling.postgraphile', keptLeads!.figures.perSecond / peer!.figures.perSecond)
  printRatio('polling.memory.postgres', kept!.residentMb / memoryMaxMb.postgres)
  printRatio('polling.memory.embedded', embedded!.residentMb / memoryMaxMb.embedded)
}
