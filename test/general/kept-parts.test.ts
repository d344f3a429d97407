/** Answers about single properties, and those that callers share: contract/general.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { shownTables } from '../../src/rental/table-kinds.ts'
import {
  type GrantRights,
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  type TestPartner,
} from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'
import { hearQueries } from '../support/tenancy.ts'

const server = await startServer({ SANDBOX: 'true' })
let agencyUid: string
let key: string
let here: string
let there: string

beforeEach(async () => {
  ;({ agencyUid, key } = await makeAgency(server))
  here = await makeProperty(server, agencyUid)
  there = await makeProperty(server, agencyUid)
  for (const property_uid of [here, there]) {
    await makeLead(server, agencyUid, { property_uid, notes: 'before' })
  }
})

/** Writes past the marks, so that an answer shows whether it was kept. */
const past = (sql: string) => server.database.exclusively(script => script(sql))

const v3 = '/api/v3.3'
const days = 'from=2026-09-01&to=2026-09-10'

const get = async (path: string, as = key) => (await server.request('GET', path, { key: as })).text
const post = async (path: string, body: string, as = key) =>
  (await server.request('POST', path, { key: as, body })).text

/** Everything that is about one property alone. */
const reads: Record<string, (uid: string, as?: string) => Promise<string>> = {
  'the lead query': (uid, as) =>
    post('/v2/leadsql', `{ leads(propertyUid: "${uid}") { uid notes status } }`, as),
  'v3 GraphQL': (uid, as) =>
    post(`${v3}/graphql`, `{ leads(propertyUid: "${uid}") { uid notes } }`, as),
  leads: (uid, as) => get(`${v3}/leads?propertyUid=${uid.toUpperCase()}`, as),
  orders: (uid, as) => get(`${v3}/orders?propertyUid=${uid}`, as),
  'pricing periods': (uid, as) => get(`${v3}/pricing-periods?propertyUid=${uid}&${days}`, as),
  'a calendar': (uid, as) => get(`${v3}/property-calendar/${uid}?${days}`, as),
  'some calendars': (uid, as) => get(`${v3}/property-calendar?propertiesUids=${uid}&${days}`, as),
}

const book = async (propertyUid: string, checkIn: string, checkOut: string) => {
  const guestInformation = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }
  const stay = { checkInLocalDate: checkIn, checkOutLocalDate: checkOut }
  const body = { agencyUid, propertyUid, status: 'BOOKED', ...stay, guestInformation }
  const answer = await server.request('POST', `${v3}/leads`, { key, body })
  assert.equal(answer.status, 201, answer.text)
}

const setPrice = async (propertyUid: string) => {
  const pricingPeriod = { propertyUid, date: '2026-09-04', price: 77 }
  const body = { operation: 'SET', pricingPeriod }
  const answer = await server.request('POST', `${v3}/pricing-periods`, { key, body })
  assert.equal(answer.status, 200, answer.text)
}

/** Asks for all reads of a property; what else is asked for is who was found to have been kept. */
async function readAll(uid: string): Promise<Record<string, string>> {
  const all = Object.entries(reads).map(async ([name, read]) => [name, await read(uid)])
  return Object.fromEntries(await Promise.all(all))
}

/** How many of the reads of a property are kept. */
async function keptOf(uid: string): Promise<number> {
  const { kept } = server.cache.requests
  await readAll(uid)
  return server.cache.requests.kept - kept
}

const all = Object.keys(reads).length

describe('an answer about one property', () => {
  it('is kept while others are booked and priced', async () => {
    await readAll(there)
    assert.equal(await keptOf(there), all)
    for (const act of [() => book(here, '2026-09-03', '2026-09-06'), () => setPrice(here)]) {
      await act()
      assert.equal(await keptOf(there), all)
    }
  })

  it('is made anew when it is booked or priced itself', async () => {
    for (const act of [() => book(here, '2026-09-03', '2026-09-06'), () => setPrice(here)]) {
      const before = await readAll(here)
      await act()
      assert.equal(await keptOf(here), 0)
      assert.notDeepEqual(await readAll(here), before)
    }
  })

  it('is made anew by any other write of its agency', async () => {
    await readAll(there)
    await server.database.kysely
      .updateTable('agency_settings')
      .set({ inquiry_response_hours: 12 })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal(await keptOf(there), 0)
  })

  it('is made anew by a write on leads of two of which one alone is said', async () => {
    await readAll(there)
    await server.database.kysely
      .updateTable('leads')
      .set({ notes: 'after' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal(await keptOf(there), 0)
  })

  it('of a master is made anew when its sub is booked, and the other way round', async () => {
    await server.database.kysely
      .updateTable('properties')
      .set({ parent_uid: here })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', there)
      .execute()
    const calendar = reads['a calendar']!
    for (const [booked, other, night] of [
      [there, here, 3],
      [here, there, 7],
    ] as const) {
      const before = await calendar(other)
      await book(booked, `2026-09-0${night}`, `2026-09-0${night + 1}`)
      assert.notEqual(await calendar(other), before)
    }
  })

  it('shows nothing of the tables that such answers are said not to show', async () => {
    const asked = new Set<string>()
    const stop = hearQueries(sql => {
      for (const [, table] of sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)) asked.add(table!)
    })
    await readAll(here)
    stop()
    for (const table of ['leads', 'orders', 'pricing_periods', 'occupancies']) {
      assert.ok(asked.has(table), table)
    }
    assert.deepEqual([...shownTables.wide.intersection(asked)], [])
  })
})

describe('an answer about several properties', () => {
  it('is made of those calendars that are kept, and of those that have changed', async () => {
    const calendars = async () => {
      const path = `${v3}/property-calendar?propertiesUids=${here},${there}&${days}`
      const { calendars } = JSON.parse(await get(path))
      return calendars.map(({ entries }: { entries: object[] }) => JSON.stringify(entries))
    }
    const [, before] = await calendars()
    await past(`insert into pricing_periods (agency_uid, property_uid, date, price)
      select agency_uid, uid, '2026-09-02', 55 from properties where agency_uid = '${agencyUid}'`)
    await setPrice(here)
    const [changed, kept] = await calendars()
    assert.match(changed, /55/)
    assert.match(changed, /77/)
    assert.equal(kept, before)
    await setPrice(there)
    const [same, now] = await calendars()
    assert.equal(same, changed)
    assert.match(now, /55/)
  })

  it('is made anew at the instant at which one of the kept changes by itself', async () => {
    const both = () => get(`${v3}/property-calendar?propertiesUids=${here},${there}&${days}`)
    const first = await both()
    await past(`insert into pricing_periods (agency_uid, property_uid, date, price)
      select agency_uid, uid, '2026-09-02', 55 from properties where agency_uid = '${agencyUid}'`)
    await setPrice(here)
    const second = await both()
    assert.notEqual(second, first)
    const now = server.clock.now()
    server.clock.set(new Date(now.getTime() + 900_000))
    const third = await both()
    server.clock.set(now)
    assert.equal(third.match(/:55[,}]/g)?.length, 2)
    assert.equal(second.match(/:55[,}]/g)?.length, 1)
  })
})

describe('an answer about all of an agency', () => {
  it('is made anew when one property is booked, or a thread is read', async () => {
    const list = () => get(`${v3}/leads?agencyUid=${agencyUid}`)
    const before = await list()
    await book(here, '2026-09-03', '2026-09-06')
    assert.notEqual(await list(), before)
  })
})

describe('partners', () => {
  let partners: TestPartner[]

  const partnerWith = async (options: GrantRights, ...uids: string[]) => {
    const partner = await makePartner(server)
    for (const uid of uids)
      await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: uid, ...options })
    return partner
  }
  const notesOf = async ({ key }: TestPartner) =>
    JSON.parse(await reads['the lead query']!(here, key)).data?.leads[0]?.notes

  beforeEach(async () => {
    const options = { personalData: true }
    partners = [await partnerWith(options, here, there), await partnerWith(options, there, here)]
  })

  it('of equal grants share what is kept', async () => {
    const [one, other] = partners
    assert.equal(await notesOf(one!), 'before')
    await past(`update leads set notes = 'after' where agency_uid = '${agencyUid}'`)
    assert.equal(await notesOf(other!), 'before')
  })

  it('of other grants do not', async () => {
    const others = [
      await partnerWith({ personalData: true }, here),
      await partnerWith({ personalData: true, access: 'READ' }, here, there),
      await partnerWith({ personalData: false }, here, there),
      await partnerWith({ personalData: false }, here, there),
    ]
    await notesOf(partners[0]!)
    for (const other of others) await notesOf(other)
    const { kept } = server.cache.requests
    for (const other of others) assert.notEqual(await notesOf(other), undefined)
    assert.equal(server.cache.requests.kept - kept, others.length)
    const made = server.cache.requests.made
    assert.equal(await notesOf(others[2]!), 'HIDDEN')
    assert.equal(server.cache.requests.made, made)
  })

  it('stop to share when a grant of one changes', async () => {
    const [one, other] = partners
    await notesOf(one!)
    await server.database.kysely
      .updateTable('grants')
      .set({ personal_data: false })
      .where('agency_uid', '=', agencyUid)
      .where('partner_uid', '=', other!.partnerUid)
      .execute()
    assert.equal(await notesOf(one!), 'before')
    assert.equal(await notesOf(other!), 'HIDDEN')
  })
})
