/**
 * Rounds of writes, after each of which every answer that a server has kept is compared with one
 * that is made anew by a judge, a server on the same database that keeps none.
 */
import { grant, makePartner, type TestPartner } from '../../test/fixtures/rows.ts'
import { type Answer, exampleNow, type TestServer } from '../../test/support/server.ts'
import { writes } from '../../test/writes/all.ts'
import { writes as jobWrites } from '../../test/writes/job-writes.ts'
import { writes as leadWrites } from '../../test/writes/lead-writes.ts'
import { writes as messageWrites } from '../../test/writes/message-writes.ts'
import { type Case, makeCase, type Write, type Writes } from '../../test/writes/write.ts'
import { type Read, readsOf } from './reads.ts'

/** A server that keeps answers. */
export interface Keeper {
  request: TestServer['request']
  setClock(now: Date): Promise<void>
}

export interface Ground {
  /** A server that keeps no answer; its clock is the one that counts. */
  judge: TestServer
  /** Those that can be asked now. */
  keepers(): Keeper[]
  /** Chooses among several; what is tried follows from it. */
  random(below: number): number
  /** How many of the reads a round asks for, chosen anew each time; none: all. */
  readsMax?: number
}

export interface RoundVerdict {
  comparisons: number
  /** Answers that were not those of the moment. */
  stale: string[]
  failed: string[]
}

type Caller = { name: string; key: string }

/** One round: answers are kept, something is written, time passes, and all are compared. */
export async function playRound(ground: Ground, writesAtOnce: number): Promise<RoundVerdict> {
  const verdict: RoundVerdict = { comparisons: 0, stale: [], failed: [] }
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
  await Promise.all([
    ...chosen.map(([name, all]) => write(it, name, all, verdict)),
    warm(ground, reads, callers),
  ])
  const names = chosen.map(([name]) => name).join(', ')
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
  await grant(judge, agencyUid, partner.partnerUid, propertyUid, { personalData: true })
  const other = await makePartner(judge)
  await grant(judge, agencyUid, other.partnerUid, propertyUid)
  // Shares answers with the first, until the grant of that one changes.
  const twin = await makePartner(judge)
  await grant(judge, agencyUid, twin.partnerUid, propertyUid, { personalData: true })
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
    if (made)
      await perform(it, route, { made, prefix: all === writes.v2 ? '/v2' : '/api/v3.3' }, verdict)
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
    if (answer.status >= 500) verdict.failed.push(`${route}: ${answer.status}`)
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

interface Asked {
  reads: Read[]
  callers: Caller[]
  what: string
}

async function compare(ground: Ground, asked: Asked, verdict: RoundVerdict): Promise<void> {
  const { reads, callers, what } = asked
  for (const caller of callers) {
    await Promise.all(
      reads.map(async read => {
        const fresh = await ask(ground.judge.request, read, caller)
        for (const keeper of ground.keepers()) {
          verdict.comparisons++
          const text = await differing(ground, keeper, read, caller, fresh)
          if (text) verdict.stale.push(`${caller.name}, ${read.path}, ${what}: ${text}`)
        }
      }),
    )
  }
}

/** What a keeper answers otherwise than the judge, again and again; null: nothing. */
async function differing(
  ground: Ground,
  keeper: Keeper,
  read: Read,
  caller: Caller,
  fresh: Answer,
): Promise<string | null> {
  let judged = fresh
  for (let tried = 1; ; tried++) {
    const kept = await ask(keeper.request, read, caller).catch(() => null)
    // Its process is gone: the next one keeps nothing yet.
    if (kept === null || sameAnswer(kept, judged)) return null
    if (tried === 3) return `${differenceOf(kept.text, judged.text)}`
    // What a killed process had begun to commit may have come through since.
    judged = await ask(ground.judge.request, read, caller)
  }
}

function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.status !== b.status || a.status >= 400) return a.status === b.status
  return timeless(a.text) === timeless(b.text)
}

/** Every refusal has a uid of its own. */
function timeless(text: string): string {
  return text.replace(/("status":\d+,"uid":)"[^"]*"/g, '$1')
}

/** Where two texts part. */
function differenceOf(kept: string, fresh: string): string {
  let i = 0
  while (i < kept.length && kept[i] === fresh[i]) i++
  const around = (text: string) => text.slice(Math.max(0, i - 60), i + 60)
  return `kept …${around(kept)}… but is …${around(fresh)}…`
}

function ask(request: TestServer['request'], { method, path, body }: Read, { key }: Caller) {
  return request(method, path, { key, ...(body ? { body } : {}) })
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
