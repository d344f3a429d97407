/**
 * Cached responses about single properties, and those shared by callers: contract/general.md §10.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { cachedTables } from '../../src/rental/table-placement.ts'
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
import { onQuery } from '../support/tenancy.ts'

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

/** Writes without bumping tag versions, which reveals whether a response was cached. */
const past = (sql: string) => server.database.exclusively(script => script(sql))

const v3 = '/api/v3.3'
const days = 'from=2026-09-01&to=2026-09-10'

const get = async (path: string, as = key) => (await server.request('GET', path, { key: as })).text
const post = async (path: string, body: string, as = key) =>
  (await server.request('POST', path, { key: as, body })).text

/** Requests about a single property. */
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
  const response = await server.request('POST', `${v3}/leads`, { key, body })
  assert.equal(response.status, 201, response.text)
}

const setPrice = async (propertyUid: string) => {
  const pricingPeriod = { propertyUid, date: '2026-09-04', price: 77 }
  const body = { operation: 'SET', pricingPeriod }
  const response = await server.request('POST', `${v3}/pricing-periods`, { key, body })
  assert.equal(response.status, 200, response.text)
}

/** Sends all reads of a property. */
async function readAll(uid: string): Promise<Record<string, string>> {
  const all = Object.entries(reads).map(async ([name, read]) => [name, await read(uid)])
  return Object.fromEntries(await Promise.all(all))
}

/** Counts the reads of a property that come from the cache. */
async function countHits(uid: string): Promise<number> {
  const { hit: hits } = server.cache.requests
  await readAll(uid)
  return server.cache.requests.hit - hits
}

const all = Object.keys(reads).length

describe('a response about one property', () => {
  it('is cached while others are booked and priced', async () => {
    await readAll(there)
    assert.equal(await countHits(there), all)
    for (const write of [() => book(here, '2026-09-03', '2026-09-06'), () => setPrice(here)]) {
      await write()
      assert.equal(await countHits(there), all)
    }
  })

  it('is recomputed when the property is booked or priced', async () => {
    for (const write of [() => book(here, '2026-09-03', '2026-09-06'), () => setPrice(here)]) {
      const before = await readAll(here)
      await write()
      assert.equal(await countHits(here), 0)
      assert.notDeepEqual(await readAll(here), before)
    }
  })

  it('is recomputed after any other write of its agency', async () => {
    await readAll(there)
    await server.database.kysely
      .updateTable('agency_settings')
      .set({ inquiry_response_hours: 12 })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal(await countHits(there), 0)
  })

  it('is recomputed after a write to leads of an unknown property', async () => {
    await readAll(there)
    await server.database.kysely
      .updateTable('leads')
      .set({ notes: 'after' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal(await countHits(there), 0)
  })

  it('of a master is recomputed when its sub is booked, and vice versa', async () => {
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

  it('depends on no table of the agency-wide tag', async () => {
    const queriedTables = new Set<string>()
    const stop = onQuery(sql => {
      for (const [, table] of sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi))
        queriedTables.add(table!)
    })
    await readAll(here)
    stop()
    for (const table of ['leads', 'orders', 'pricing_periods', 'occupancies']) {
      assert.ok(queriedTables.has(table), table)
    }
    assert.deepEqual([...cachedTables.wide.intersection(queriedTables)], [])
  })
})

describe('a response about several properties', () => {
  it('combines cached calendars with recomputed ones', async () => {
    const calendars = async () => {
      const path = `${v3}/property-calendar?propertiesUids=${here},${there}&${days}`
      const { calendars } = JSON.parse(await get(path))
      return calendars.map(({ entries }: { entries: object[] }) => JSON.stringify(entries))
    }
    const [, before] = await calendars()
    await past(`insert into pricing_periods (agency_uid, property_uid, date, price)
      select agency_uid, uid, '2026-09-02', 55 from properties where agency_uid = '${agencyUid}'`)
    await setPrice(here)
    const [changed, unchanged] = await calendars()
    assert.match(changed, /55/)
    assert.match(changed, /77/)
    assert.equal(unchanged, before)
    await setPrice(there)
    const [same, now] = await calendars()
    assert.equal(same, changed)
    assert.match(now, /55/)
  })

  it('is recomputed when a cached calendar expires', async () => {
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

describe('a response about a whole agency', () => {
  it('is recomputed when one property is booked', async () => {
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
  const readNotes = async ({ key }: TestPartner) =>
    JSON.parse(await reads['the lead query']!(here, key)).data?.leads[0]?.notes

  beforeEach(async () => {
    const options = { personalData: true }
    partners = [await partnerWith(options, here, there), await partnerWith(options, there, here)]
  })

  it('of equal grants share cached responses', async () => {
    const [one, other] = partners
    assert.equal(await readNotes(one!), 'before')
    await past(`update leads set notes = 'after' where agency_uid = '${agencyUid}'`)
    assert.equal(await readNotes(other!), 'before')
  })

  it('of different grants do not', async () => {
    const otherPartners = [
      await partnerWith({ personalData: true }, here),
      await partnerWith({ personalData: true, access: 'READ' }, here, there),
      await partnerWith({ personalData: false }, here, there),
      await partnerWith({ personalData: false }, here, there),
    ]
    await readNotes(partners[0]!)
    for (const other of otherPartners) await readNotes(other)
    const { hit: hits } = server.cache.requests
    for (const other of otherPartners) assert.notEqual(await readNotes(other), undefined)
    assert.equal(server.cache.requests.hit - hits, otherPartners.length)
    const misses = server.cache.requests.miss
    assert.equal(await readNotes(otherPartners[2]!), 'HIDDEN')
    assert.equal(server.cache.requests.miss, misses)
  })

  it('stop sharing when a grant changes', async () => {
    const [one, other] = partners
    await readNotes(one!)
    await server.database.kysely
      .updateTable('grants')
      .set({ personal_data: false })
      .where('agency_uid', '=', agencyUid)
      .where('partner_uid', '=', other!.partnerUid)
      .execute()
    assert.equal(await readNotes(one!), 'before')
    assert.equal(await readNotes(other!), 'HIDDEN')
  })
})
