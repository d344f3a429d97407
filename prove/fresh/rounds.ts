/**
 * Rounds of writes, after each of which every cached response is compared with that of a reference
 * server on the same database without a cache.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectionsMax } from '../../src/platform/db/postgres/connection-limits.ts'
import { grant, makePartner, type TestPartner } from '../../test/fixtures/rows.ts'
import { exampleNow, type TestServer } from '../../test/support/server.ts'
import { writes } from '../../test/write-cases/all.ts'
import { writes as jobWrites } from '../../test/write-cases/job-writes.ts'
import { writes as leadWrites } from '../../test/write-cases/lead-writes.ts'
import { writes as messageWrites } from '../../test/write-cases/message-writes.ts'
import { type Case, makeCase, type Write, type Writes } from '../../test/write-cases/write.ts'
import {
  type Caller,
  compare,
  isUnavailable,
  type RoundVerdict,
  type RunContext,
  send,
} from './compare.ts'
import { listReads, type Read } from './reads.ts'

/** Maximum delay between the first write and the disconnection of a worker. */
const disconnectMsMax = 300

/** Runs one round: fills the caches, writes, lets time pass, and compares all responses. */
export async function playRound(
  context: RunContext,
  concurrentWrites: number,
): Promise<RoundVerdict> {
  const verdict: RoundVerdict = { comparisons: 0, unavailable: 0, stale: [], failed: [] }
  const { reference } = context
  await setClocks(context, new Date(exampleNow))
  const dispatcher = createDispatcher(context)
  const testCase = await makeCase(dispatcher)
  const leadUids = [await testCase.leadIn('BK'), await testCase.leadIn('NW')]
  const partner = await makePartner(reference)
  const callers = await createCallers(context, testCase, partner)
  const reads = pickReads(context, listReads(testCase, leadUids))
  await compare(context, { reads, callers, label: 'initially' }, verdict)
  const chosen = Array.from({ length: concurrentWrites }, () => chooseWrite(context))
  const names = chosen.map(([name]) => name).join(', ')
  const disconnecting = disconnectOne(context)
  await Promise.all([
    ...chosen.map(([name, all]) => write(testCase, name, all, verdict)),
    warm(context, reads, callers),
  ])
  const reconnect = await disconnecting
  if (reconnect) {
    await compare(
      context,
      { reads, callers, label: `with an unavailable node, after ${names}` },
      verdict,
    )
    await reconnect()
    await replaceLostConnections(reference)
  }
  await compare(context, { reads, callers, label: `after ${names}` }, verdict)
  const routes = Object.keys(scopedWrites)
  const scopedRoute = routes[context.random(routes.length)]!
  // The rows of the write are created first; all responses are cached again before the write.
  const performWrite = await prepare(testCase, scopedRoute, scopedWrites, verdict)
  await compare(context, { reads, callers, label: `before ${scopedRoute}` }, verdict)
  await performWrite()
  await compare(context, { reads, callers, label: `after ${scopedRoute}` }, verdict)
  await changeGrant(context, testCase, partner)
  await compare(context, { reads, callers, label: 'after a changed grant' }, verdict)
  for (const instant of await listBoundaries(context, testCase)) {
    await setClocks(context, instant)
    await compare(context, { reads, callers, label: `at ${instant.toISOString()}` }, verdict)
  }
  return verdict
}

/** Writes that concern one property or two, and invalidate nothing of other properties. */
const scopedWrites: Writes = {
  ...leadWrites,
  ...messageWrites,
  ...jobWrites,
  'POST /leads': ({ agencyUid, propertyUid }) => {
    const guestInformation = { firstName: 'Ada', adultCount: 2 }
    const stay = { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-22' }
    const body = { agencyUid, propertyUid, status: 'BOOKED', ...stay, guestInformation }
    return { body, tells: [] }
  },
  'POST /leads/:uid/alteration': async ({ leadIn, typeUid }) => {
    return { params: { uid: await leadIn('BK') }, body: { propertyUid: typeUid }, tells: [] }
  },
  'POST /pricing-periods': writes.v3['POST /pricing-periods']!,
}

/** Disconnects a worker after a delay. Returns a function that reconnects it; null: no workers. */
async function disconnectOne({
  workers,
  random,
}: RunContext): Promise<(() => Promise<void>) | null> {
  if (!workers) return null
  await sleep(random(disconnectMsMax))
  return workers.disconnectOne()
}

/** Opens enough connections to replace dead ones: direct queries of the proof are not retried. */
async function replaceLostConnections({ database }: TestServer): Promise<void> {
  const probe = () => sql`/* every tenant */ select count(*) from agencies`.execute(database.kysely)
  for (let left = 20; left > 0; left--) {
    const results = await Promise.allSettled(
      Array.from({ length: 2 * connectionsMax.write }, probe),
    )
    if (results.every(({ status }) => status === 'fulfilled')) return
  }
}

function pickReads({ random, readsMax }: RunContext, all: Read[]): Read[] {
  const left = [...all]
  // The first read depends most on the clock, the second one is of one property.
  while (readsMax !== undefined && left.length > readsMax) {
    left.splice(2 + random(left.length - 2), 1)
  }
  return left
}

/** Returns a server that sends each request to a random caching server. */
function createDispatcher({ reference, servers, random }: RunContext): TestServer {
  const request: TestServer['request'] = (...args) => {
    const all = servers()
    return all[random(all.length)]!.request(...args)
  }
  return { ...reference, request }
}

async function createCallers(
  { reference }: RunContext,
  { agencyUid, propertyUid, key }: Case,
  partner: TestPartner,
): Promise<Caller[]> {
  await grant(reference, {
    agencyUid,
    partnerUid: partner.partnerUid,
    objectUid: propertyUid,
    personalData: true,
  })
  const other = await makePartner(reference)
  await grant(reference, { agencyUid, partnerUid: other.partnerUid, objectUid: propertyUid })
  // Shares cached responses with the first partner until the grant of that one changes.
  const twin = await makePartner(reference)
  await grant(reference, {
    agencyUid,
    partnerUid: twin.partnerUid,
    objectUid: propertyUid,
    personalData: true,
  })
  return [
    { name: 'agency', key },
    { name: 'partner', key: partner.key },
    { name: 'twin', key: twin.key },
    { name: 'blind partner', key: other.key },
  ]
}

function chooseWrite({ random }: RunContext): [name: string, all: Writes] {
  const all = [
    ...Object.keys(writes.v3).map(name => [name, writes.v3] as [string, Writes]),
    ...Object.keys(writes.v2).map(name => [name, writes.v2] as [string, Writes]),
  ]
  return all[random(all.length)]!
}

/** Performs a write on the case; concurrent writes may make each other fail. */
async function write(
  testCase: Case,
  route: string,
  all: Writes,
  verdict: RoundVerdict,
): Promise<void> {
  const performWrite = await prepare(testCase, route, all, verdict)
  await performWrite()
}

/** Creates the rows of a write, and returns a function that performs it. */
async function prepare(
  testCase: Case,
  route: string,
  all: Writes,
  verdict: RoundVerdict,
): Promise<() => Promise<void>> {
  const input: Write | null = await Promise.resolve()
    .then(() => all[route]!(testCase))
    .catch(() => null)
  return async () => {
    const prefix = all === writes.v2 ? '/v2' : '/api/v3.3'
    if (input) await perform(testCase, route, { input, prefix }, verdict)
  }
}

async function perform(
  testCase: Case,
  route: string,
  { input, prefix }: { input: Write; prefix: string },
  verdict: RoundVerdict,
): Promise<void> {
  try {
    const [method, template] = route.split(' ') as [string, string]
    const path = template.replace(/:(\w+)/g, (_, name: string) => input.params![name]!)
    const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
    const options = { key: testCase.key, ...(input.body ? { body: input.body } : {}) }
    const response = await testCase.server.request(method, `${prefix}${path}${query}`, options)
    if (response.status >= 500 && !isUnavailable(response))
      verdict.failed.push(`${route}: ${response.status}`)
  } catch {
    // The process was killed, or another write has removed a row that this one needs.
  }
}

async function warm(context: RunContext, reads: Read[], callers: Caller[]): Promise<void> {
  for (const server of context.servers()) {
    await Promise.all(
      reads.map(read =>
        send(server.request, read, callers[context.random(callers.length)]!).catch(() => null),
      ),
    )
  }
}

async function changeGrant(
  { reference, random }: RunContext,
  { agencyUid }: Case,
  { partnerUid }: TestPartner,
): Promise<void> {
  const { kysely } = reference.database
  const isRevoked = random(2) === 0
  const grantKey = { agency_uid: agencyUid, partner_uid: partnerUid }
  const redaction = kysely.updateTable('grants').set({ personal_data: false })
  const query = isRevoked ? kysely.deleteFrom('grants') : redaction
  await (query as typeof redaction)
    .where('agency_uid', '=', grantKey.agency_uid)
    .where('partner_uid', '=', grantKey.partner_uid)
    .execute()
}

/** Lists instants just before and after one at which some response changes by time alone. */
async function listBoundaries(
  { reference, random }: RunContext,
  { agencyUid }: Case,
): Promise<Date[]> {
  const nowMs = reference.clock.now().getTime()
  const leads = await reference.database.kysely
    .selectFrom('leads')
    .select(['timer_ends_at', 'check_in_at', 'check_out_at'])
    .where('agency_uid', '=', agencyUid)
    .execute()
  const instants = leads
    .flatMap(row => [row.timer_ends_at, row.check_in_at, row.check_out_at])
    .flatMap(instant => (instant && instant.getTime() > nowMs ? [instant.getTime()] : []))
  const quarter = Math.ceil((nowMs + 1) / 900_000) * 900_000
  const all = [...new Set([...instants, quarter, nowMs + 60_000])]
  const chosen = all[random(all.length)]!
  const candidates = [chosen - 30_000, chosen - 1, chosen, chosen + 1]
  return candidates.filter(ms => ms > nowMs).map(ms => new Date(ms))
}

async function setClocks({ reference, servers }: RunContext, now: Date): Promise<void> {
  reference.clock.set(now)
  await Promise.all(servers().map(server => server.setClock(now)))
}

export function seeded(seed: number): RunContext['random'] {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
