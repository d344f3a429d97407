/**
 * Rounds of writes, after each of which every answer that a server has kept is compared with one
 * that is made anew by a judge, a server on the same database that keeps none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectionsMax } from '../../src/platform/db/postgres/open-postgres.ts'
import { grant, makePartner, type TestPartner } from '../../test/fixtures/rows.ts'
import { exampleNow, type TestServer } from '../../test/support/server.ts'
import { writes } from '../../test/writes/all.ts'
import { writes as jobWrites } from '../../test/writes/job-writes.ts'
import { writes as leadWrites } from '../../test/writes/lead-writes.ts'
import { writes as messageWrites } from '../../test/writes/message-writes.ts'
import { type Case, makeCase, type Write, type Writes } from '../../test/writes/write.ts'
import { ask, type Caller, compare, type Ground, isAway, type RoundVerdict } from './compare.ts'
import { type Read, readsOf } from './reads.ts'

/** So long after the first of its writes at most a worker is cut off, in milliseconds. */
const cutMsMax = 300

/** One round: answers are kept, something is written, time passes, and all are compared. */
export async function playRound(ground: Ground, writesAtOnce: number): Promise<RoundVerdict> {
  const verdict: RoundVerdict = { comparisons: 0, away: 0, stale: [], failed: [] }
  const { judge } = ground
  await setClocks(ground, new Date(exampleNow))
  const server = dispatching(ground)
  const it = await makeCase(server)
  const leadUids = [await it.leadIn('BK'), await it.leadIn('NW')]
  const partner = await makePartner(judge)
  const callers = await callersOf(ground, it, partner)
  const reads = someOf(ground, readsOf(it, leadUids))
  await compare(ground, { reads, callers, what: 'at first' }, verdict)
  const chosen = Array.from({ length: writesAtOnce }, () => chooseWrite(ground))
  const names = chosen.map(([name]) => name).join(', ')
  const cutting = cutOff(ground)
  await Promise.all([
    ...chosen.map(([name, all]) => write(it, name, all, verdict)),
    warm(ground, reads, callers),
  ])
  const comeBack = await cutting
  if (comeBack) {
    await compare(ground, { reads, callers, what: `with a node away, after ${names}` }, verdict)
    await comeBack()
    await findLost(judge)
  }
  await compare(ground, { reads, callers, what: `after ${names}` }, verdict)
  const ofOne = Object.keys(aboutOne)
  const scoped = ofOne[ground.random(ofOne.length)]!
  // What it is done to is made in the database; all is kept once more before it is done.
  const act = await prepare(it, scoped, aboutOne, verdict)
  await compare(ground, { reads, callers, what: `before ${scoped}` }, verdict)
  await act()
  await compare(ground, { reads, callers, what: `after ${scoped}` }, verdict)
  await changeGrant(ground, it, partner)
  await compare(ground, { reads, callers, what: 'after a changed grant' }, verdict)
  for (const instant of await boundaries(ground, it)) {
    await setClocks(ground, instant)
    await compare(ground, { reads, callers, what: `at ${instant.toISOString()}` }, verdict)
  }
  return verdict
}

/** Writes that concern one property or two, and outdate nothing about others. */
const aboutOne: Writes = {
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

/** Cuts a worker off in a moment. @returns what brings it back; null: there is none */
async function cutOff({ workers, random }: Ground): Promise<(() => Promise<void>) | null> {
  if (!workers) return null
  await sleep(random(cutMsMax))
  return workers.cutOff()
}

/** What the proof itself does in the database is not repeated, so no connection may be dead. */
async function findLost({ database }: TestServer): Promise<void> {
  const ask = () => sql`/* every tenant */ select count(*) from agencies`.execute(database.kysely)
  for (let left = 20; left > 0; left--) {
    const asked = await Promise.allSettled(Array.from({ length: 2 * connectionsMax.write }, ask))
    if (asked.every(({ status }) => status === 'fulfilled')) return
  }
}

function someOf({ random, readsMax }: Ground, all: Read[]): Read[] {
  const left = [...all]
  // The first is the one that the clock changes most, the second is about one property.
  while (readsMax !== undefined && left.length > readsMax) {
    left.splice(2 + random(left.length - 2), 1)
  }
  return left
}

/** A server whose requests go to any of those that keep answers. */
function dispatching({ judge, keepers, random }: Ground): TestServer {
  const request: TestServer['request'] = (...asked) => {
    const all = keepers()
    return all[random(all.length)]!.request(...asked)
  }
  return { ...judge, request }
}

async function callersOf(
  { judge }: Ground,
  { agencyUid, propertyUid, key }: Case,
  partner: TestPartner,
): Promise<Caller[]> {
  await grant(judge, {
    agencyUid,
    partnerUid: partner.partnerUid,
    objectUid: propertyUid,
    personalData: true,
  })
  const other = await makePartner(judge)
  await grant(judge, { agencyUid, partnerUid: other.partnerUid, objectUid: propertyUid })
  // Shares answers with the first, until the grant of that one changes.
  const twin = await makePartner(judge)
  await grant(judge, {
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

function chooseWrite({ random }: Ground): [name: string, all: Writes] {
  const all = [
    ...Object.keys(writes.v3).map(name => [name, writes.v3] as [string, Writes]),
    ...Object.keys(writes.v2).map(name => [name, writes.v2] as [string, Writes]),
  ]
  return all[random(all.length)]!
}

/** A write on the case; two of them may stand in each other's way, which is no matter. */
async function write(it: Case, route: string, all: Writes, verdict: RoundVerdict): Promise<void> {
  const act = await prepare(it, route, all, verdict)
  await act()
}

/** Makes what a write is done to, and gives what does it. */
async function prepare(
  it: Case,
  route: string,
  all: Writes,
  verdict: RoundVerdict,
): Promise<() => Promise<void>> {
  const made: Write | null = await Promise.resolve()
    .then(() => all[route]!(it))
    .catch(() => null)
  return async () => {
    const prefix = all === writes.v2 ? '/v2' : '/api/v3.3'
    if (made) await perform(it, route, { made, prefix }, verdict)
  }
}

async function perform(
  it: Case,
  route: string,
  { made, prefix }: { made: Write; prefix: string },
  verdict: RoundVerdict,
): Promise<void> {
  try {
    const [method, template] = route.split(' ') as [string, string]
    const path = template.replace(/:(\w+)/g, (_, name: string) => made.params![name]!)
    const query = made.query ? `?${new URLSearchParams(made.query)}` : ''
    const options = { key: it.key, ...(made.body ? { body: made.body } : {}) }
    const answer = await it.server.request(method, `${prefix}${path}${query}`, options)
    if (answer.status >= 500 && !isAway(answer)) verdict.failed.push(`${route}: ${answer.status}`)
  } catch {
    // Its process was killed, or another write has taken what it needs.
  }
}

/** Has answers kept while something is written. */
async function warm(ground: Ground, reads: Read[], callers: Caller[]): Promise<void> {
  for (const keeper of ground.keepers()) {
    await Promise.all(
      reads.map(read =>
        ask(keeper.request, read, callers[ground.random(callers.length)]!).catch(() => null),
      ),
    )
  }
}

async function changeGrant(
  { judge, random }: Ground,
  { agencyUid }: Case,
  { partnerUid }: TestPartner,
): Promise<void> {
  const { kysely } = judge.database
  const ends = random(2) === 0
  const of = { agency_uid: agencyUid, partner_uid: partnerUid }
  const theirs = kysely.updateTable('grants').set({ personal_data: false })
  const query = ends ? kysely.deleteFrom('grants') : theirs
  await (query as typeof theirs)
    .where('agency_uid', '=', of.agency_uid)
    .where('partner_uid', '=', of.partner_uid)
    .execute()
}

/** An instant at which something changes by itself, with some before and one just after it. */
async function boundaries({ judge, random }: Ground, { agencyUid }: Case): Promise<Date[]> {
  const nowMs = judge.clock.now().getTime()
  const leads = await judge.database.kysely
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
  const around = [chosen - 30_000, chosen - 1, chosen, chosen + 1]
  return around.filter(ms => ms > nowMs).map(ms => new Date(ms))
}

async function setClocks({ judge, keepers }: Ground, now: Date): Promise<void> {
  judge.clock.set(now)
  await Promise.all(keepers().map(keeper => keeper.setClock(now)))
}

/** Numbers that follow from a seed. */
export function seeded(seed: number): Ground['random'] {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
