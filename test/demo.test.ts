/** The demo agency: its data over HTTP, which only depends on the seed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type DemoOptions, makeDemo, readDemo } from '../demo/demo.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/rental/tables.ts'
import { createDatabase } from './support/database.ts'
import { clusterUrl } from './support/databases/cluster.ts'
import { startServer, type TestResponse } from './support/server.ts'
import { removeFolder } from './support/temporary.ts'

const today = '2026-05-20'
const server = await startServer()
const log = () => undefined
await makeDemo(server.database, server.config, { today, log })
const demo = (await readDemo(server.config))!
const get = (path: string) => server.request('GET', path, { key: demo.apiKey })
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-demo-'))
after(() => removeFolder(folder))

/** Creates a demo in a separate database for a function. */
async function withDemo<T>(
  options: DemoOptions,
  use: (database: Database<Tables>) => Promise<T>,
): Promise<T> {
  const database = await createDatabase()
  try {
    const config = { ...server.config, dataDir: folder }
    await makeDemo(database, config, { today, log, ...options })
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Tables whose rows depend on the seed alone. */
const decided = [
  ...(['employees', 'hotels', 'properties', 'units', 'leads', 'occupancies', 'orders'] as const),
  ...(['order_adjustments', 'payments', 'pricing_periods', 'fees', 'photos'] as const),
  ...(['property_descriptions', 'amenities', 'rooms', 'property_rules', 'messages'] as const),
  ...(['services', 'jobs', 'owners', 'property_ownerships', 'owner_adjustments'] as const),
  ...(['reviews', 'custom_data', 'property_channel_links', 'tags'] as const),
]

async function hashTables(
  { kysely }: Database<Tables>,
  tables: readonly (keyof Tables)[] = decided,
): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const { rows } = await sql<{ t: string }>`/* every tenant */
      select to_jsonb(t)::text as t from ${sql.table(table)} t order by 1`.execute(kysely)
    assert.ok(rows.length > 0, table)
    hash.update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}

/** Orders whose total differs from the sum of its items, or is less than the payments. */
const wrongTotals = sql`/* every tenant */ select o.uid from orders o
  where o.total_amount <> o.rent_gross_price + o.all_fees_gross_amount + (
      select coalesce(sum(case a.transaction_type when 'CHARGE' then a.amount else -a.amount end), 0)
      from order_adjustments a where a.agency_uid = o.agency_uid and a.order_uid = o.uid)
    or o.total_amount < (
      select coalesce(sum(t.amount), 0) from payments t
      where t.agency_uid = o.agency_uid and t.order_uid = o.uid)`

describe('the data of a demo', () => {
  it('is the same for the same seed, day and number, and other data otherwise', async () => {
    const properties = 10
    const first = await withDemo({ seed: 5, properties }, hashTables)
    assert.equal(await withDemo({ seed: 5, properties }, hashTables), first)
    const hashLeads = (options: DemoOptions) =>
      withDemo({ ...options, properties: 1 }, database => hashTables(database, ['leads']))
    const one = await hashLeads({ seed: 5 })
    assert.notEqual(await hashLeads({ seed: 6 }), one)
    assert.notEqual(await hashLeads({ seed: 5, today: '2026-05-21' }), one)
  })

  for (const count of [1, 28]) {
    it(`has ${count} properties on request, and orders that add up`, async () => {
      await withDemo({ properties: count }, async ({ kysely }) => {
        const { rows } = await sql<{ count: number; pages: number }>`/* every tenant */
          select count(*)::int, count(distinct web_link)::int as pages
          from properties`.execute(kysely)
        assert.deepEqual(rows, [{ count, pages: count }])
        assert.deepEqual((await wrongTotals.execute(kysely)).rows, [])
        // Each node only has statistics of its own shards.
        if (clusterUrl !== null) return
        const statistics = await sql`select 1 from pg_stats
          where tablename = 'leads' and attname = 'status'`.execute(kysely)
        assert.equal(statistics.rows.length, 1, 'its leads are analyzed')
      })
    })
  }

  for (const properties of [0, 2.5, 5_001, Number.NaN]) {
    it(`is refused for ${properties} properties`, async () => {
      await assert.rejects(
        withDemo({ properties }, hashTables),
        /--properties must be a whole number/,
      )
    })
  }
})

/** Returns all entries of a list. */
async function all(path: string, name: string): Promise<TestResponse['body'][]> {
  const { status, body } = await get(`/api/v3.3/${path}agencyUid=${demo.agencyUid}&_limit=1000`)
  assert.equal(status, 200, path)
  return body[name]
}

const list = (name: string) => all(`${name}?`, name)

describe('the properties of the demo', () => {
  it('have an address, a type, links and rules', async () => {
    const properties = await list('properties')
    assert.equal(properties.length, demo.propertyUids.length)
    const distinct = { strategies: new Set(), stays: new Set(), blocks: 0 }
    for (const property of properties) {
      const { address, availability, name } = property
      assert.ok(Math.abs(address.latitude) > 1 && Math.abs(address.longitude) > 1, name)
      const required = [address.zipCode, address.state, address.city, property.listingType]
      const texts = [property.roomType, property.wifiNetwork, property.wifiPassword]
      const links = [property.webLink, property.guideBookUrl, property.cancellationPolicy]
      for (const value of [...required, ...texts, ...links]) assert.ok(value, name)
      distinct.strategies.add(availability.hostfullyBookingStrategy)
      distinct.stays.add(availability.minimumStay)
      const { body } = await get(`/api/v3.3/property-channel-links?propertyUid=${property.uid}`)
      const at = body.propertyChannelLinks.map((link: { channel: string }) => link.channel)
      assert.equal(property.airbnbData?.active ?? false, at.includes('AIRBNB'), name)
      assert.equal(property.bookingDotComData.active, at.includes('BOOKINGDOTCOM'), name)
      assert.equal(property.vrboData.active, at.includes('VRBO'), name)
      assert.equal(property.hvmiData.active, at.includes('HVMI'), name)
      if (property.airbnbData?.active) distinct.blocks++
    }
    assert.equal(distinct.strategies.size, 3)
    assert.ok(distinct.stays.size >= 4)
    assert.ok(distinct.blocks > 5)
  })

  it('have pictures that load, each with a front of its own', async () => {
    const distinctHashes = new Set<string>()
    for (const propertyUid of demo.propertyUids) {
      const { body } = await get(`/api/v3.3/photos?propertyUid=${propertyUid}`)
      assert.equal(body.photos.length, 5)
      const { property } = (await get(`/api/v3.3/properties/${propertyUid}`)).body
      assert.equal(property.pictureLink, body.photos[0].largeScaleImageUrl)
      const file = await fetch(`${server.url}/files/photos/${body.photos[0].uid}`)
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/jpeg'])
      const bytes = Buffer.from(await file.arrayBuffer())
      assert.ok(bytes.length > 10_000 && bytes.length <= 60_000)
      distinctHashes.add(createHash('sha256').update(bytes).digest('hex'))
    }
    // Three unit types share the pictures of a hotel, and four units those of an estate.
    assert.equal(distinctHashes.size, demo.propertyUids.length - 5)
  })

  it('have an owner with a phone number', async () => {
    const owners = new Map((await list('owners')).map(owner => [owner.uid, owner]))
    for (const uid of demo.propertyUids) {
      const { propertyOwnership } = (await get(`/api/v3.3/property-ownership/${uid}`)).body
      const { phoneNumber, phoneNumberAreaCode } = owners.get(propertyOwnership.ownerUid)!
      assert.match(phoneNumber, /^\d{10}$/)
      assert.equal(phoneNumberAreaCode, '1')
    }
    const { agency } = (await get(`/api/v3.3/agencies/${demo.agencyUid}`)).body
    assert.match(agency.phoneNumber, /^\+1 /)
  })
})

describe('compatibility of the demo', () => {
  it('has the objects of channels, even if a channel is not used', async () => {
    const properties = await list('properties')
    const count = (has: (property: TestResponse['body']) => boolean) =>
      properties.filter(has).length
    for (const { name, airbnbData, ...property } of properties) {
      for (const block of ['bookingDotComData', 'vrboData', 'hvmiData']) {
        assert.equal(typeof property[block].active, 'boolean', name)
      }
      const { cancellationPolicy, checkInOptionType } = airbnbData ?? {}
      for (const code of [cancellationPolicy, checkInOptionType]) {
        assert.match(code ?? 'moderate', /^[a-z_]+$/)
      }
    }
    assert.ok(count(({ airbnbData }) => airbnbData === null) < properties.length / 5)
    assert.ok(count(({ vrboData }) => !vrboData.active) > 0)
    const tours = count(({ integrationsData }) => integrationsData?.panoramicDataUrl !== undefined)
    assert.ok(tours > properties.length / 3 && tours < properties.length)
  })

  it('has one locale for each property', async () => {
    for (const uid of demo.propertyUids) {
      const { body } = await get(`/api/v3.3/property-descriptions?propertyUid=${uid}`)
      const locales = body.propertyDescriptions.map(({ locale }: { locale: string }) => locale)
      assert.deepEqual(locales, ['en_US'])
    }
  })

  it('has references and commissions of channels', async () => {
    const bookings = (await list('leads')).filter(({ status }) => status === 'BOOKED')
    const references: Record<string, RegExp> = {
      DIRECT_AIRBNB: /^HM[A-Z2-8]{8}$/,
      DIRECT_BOOKINGDOTCOM: /^\d{10}$/,
      DIRECT_VRBO: /^HA-[A-Z2-8]{6}$/,
    }
    const distinctHashes = new Set<string>()
    for (const { source, externalBookingId } of bookings) {
      const reference = references[source]
      if (reference) distinctHashes.add(source)
      if (reference) assert.match(externalBookingId, reference)
      else assert.equal(externalBookingId, null)
    }
    assert.equal(distinctHashes.size, 3)
    const perProperty = demo.propertyUids.map(uid => all(`orders?propertyUid=${uid}&`, 'orders'))
    const orders = new Map((await Promise.all(perProperty)).flat().map(one => [one.leadUid, one]))
    for (const { uid, source } of bookings) {
      const { channelCommission, totalAmount, adjustmentItems } = orders.get(uid)!
      assert.equal(channelCommission !== null, source in references, source)
      if (channelCommission) assert.ok(channelCommission.amount < totalAmount / 4)
      for (const { externalId } of adjustmentItems) assert.match(externalId, /^adj_/)
    }
  })

  it('has employees with pictures and phone numbers', async () => {
    const employees = await list('employees')
    const pictures = employees.filter(({ pictureUrl }) => pictureUrl !== null)
    assert.ok(pictures.length > 2 && pictures.length < employees.length)
    for (const { pictureUrl } of pictures) {
      const { status, headers } = await fetch(`${server.url}${new URL(pictureUrl).pathname}`)
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
    }
    for (const { phoneNumber, phoneAreaCode } of employees) {
      assert.match(phoneNumber, /^\d{10}$/)
      assert.equal(phoneAreaCode, '1')
    }
  })
})

describe('the messages of the demo', () => {
  it('are distributed over time and varied, without placeholders', async () => {
    const messages = await list('messages')
    assert.ok(messages.length > 200)
    const texts = new Set(messages.map(({ content }) => content.text))
    assert.ok(texts.size > 100, String(texts.size))
    for (const { content } of messages) assert.doesNotMatch(content.text, /[{}]|undefined/)
    const days = new Set(messages.map(({ createdUtcDateTime }) => createdUtcDateTime.slice(0, 10)))
    assert.ok(days.size > 40)
  })

  it('are followed by varied reviews', async () => {
    const reviews = await list('reviews')
    assert.ok(new Set(reviews.map(({ content }) => content)).size > 20)
    assert.ok(new Set(reviews.map(({ rating }) => rating)).size >= 4)
  })
})
