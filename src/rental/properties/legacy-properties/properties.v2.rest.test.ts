/** Legacy `/v2/properties`: contract/properties.md §5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { columns, flat, noBeds } from '../../../../test/fixtures/flat-property.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { propertyTypes } from '../properties/property.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const foreign = await makeAgency(server)

const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const send = (method: string, path: string, body?: unknown, by = key) =>
  server.request(
    method,
    `/v2/properties${path}`,
    body === undefined ? { key: by } : { key: by, body },
  )
const get = async (uid: string) => (await send('GET', `/${uid}`)).body

describe('GET /v2/properties/{uid}', () => {
  it('200: returns every key of the flat object', async () => {
    const uid = await make(columns)
    const { availabilityCalendarUrl, ...rest } = await get(uid)
    assert.deepEqual(rest, { uid, ...flat })
    const feed = new RegExp(`^${server.config.publicUrl}/calendar/[0-9a-f]{32}\\.ics$`)
    assert.match(availabilityCalendarUrl, feed)
  })

  it("200: returns the agency's currency and its symbol if the property has none", async () => {
    const symbols: [string, string, string][] = [
      ['NONE', 'EUR', '€'],
      ['USD', 'USD', '$'],
      ['CAD', 'CAD', '$'],
      ['JPY', 'JPY', '¥'],
      ['CHF', 'CHF', 'CHF'],
    ]
    for (const [currency, shown, symbol] of symbols) {
      const property = await get(await make({ currency }))
      assert.deepEqual([property.currency, property.currencySymbol], [shown, symbol])
    }
  })

  it('200: returns the sum of beds of all rooms, and pricing rules in percent', async () => {
    const uid = await make({ beds: 1 })
    const now = new Date()
    const room = {
      agency_uid: agencyUid,
      property_uid: uid,
      room_type: 'BEDROOM',
      has_private_bathroom: false,
      created_at: now,
      updated_at: now,
    }
    const beds = [{ kingBed: 1, crib: 1 }, { kingBed: 2 }]
    const rows = beds.map((bed_counts, i) => {
      return { ...room, uid: randomUUID(), room_number: i, bed_counts: JSON.stringify(bed_counts) }
    })
    await db.insertInto('rooms').values(rows).execute()
    const rules = {
      agency_uid: agencyUid,
      property_uid: uid,
      increase_rate: '0.155',
      increase_rate_lower_bound: 3,
      decrease_rate: '0.1',
      decrease_rate_higher_bound: 7,
    }
    await db.insertInto('property_pricing_rules').values(rules).execute()
    const property = await get(uid)
    assert.equal(property.bedCount, 4)
    assert.deepEqual(property.bedTypes, { ...noBeds, kingBed: 3, crib: 1 })
    assert.deepEqual(property.pricingRules, {
      increaseRate: 15.5,
      increaseRateLowerBound: 3,
      decreaseRate: 10,
      decreaseRateHigherBound: 7,
    })
  })
})

describe('values without an equivalent in v2', () => {
  it('200: returns an empty address2 if there is none, and accepts it', async () => {
    const uid = await make({ address2: null })
    assert.equal((await get(uid)).address2, '')
    const { status, body } = await send('PUT', `/${uid}`, { address2: '' })
    assert.deepEqual([status, body.address2], [200, ''])
    const newer = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
    assert.equal(newer.body.property.address.address2, null)
  })

  it("200: returns v2's names of types", async () => {
    const texts: Record<string, string> = {
      BEDANDBREAKFAST: 'BED_AND_BREAKFAST',
      GUESTHOUSE: 'GUEST_HOUSE',
      MOTELROOM: 'MOTEL_ROOM',
      COUNTRYHOUSE: 'COUNTRY_HOUSE',
    }
    for (const [i, property_type] of propertyTypes.entries()) {
      const { type } = await get(await make({ property_type }))
      assert.equal(type, i < 29 ? (texts[property_type] ?? property_type) : 'OTHER')
    }
    assert.equal((await get(await make())).type, null)
  })

  it('409 PROPERTY_REMOVED for a deleted property; 404 for an unknown or foreign one', async () => {
    const deleted = await send('GET', `/${await make({ deleted_at: new Date() })}`)
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'PROPERTY_REMOVED'])
    const deleted_at = new Date()
    const foreignUid = await makeProperty(server, foreign.agencyUid, { deleted_at })
    for (const uid of [
      randomUUID(),
      'x',
      foreignUid,
      await makeProperty(server, foreign.agencyUid),
    ]) {
      const { status, body } = await send('GET', `/${uid}`)
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'])
    }
  })
})

describe('GET /v2/properties', () => {
  it('200: lists uids, newest first, 20 by default, 100 at most', async () => {
    const other = await makeAgency(server)
    const created: string[] = []
    for (let n = 0; n < 22; n++) {
      const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n))
      created.unshift(
        await makeProperty(server, other.agencyUid, { created_at, max_guests: n + 1 }),
      )
    }
    const uids = async (query = '') =>
      (await send('GET', `/?agencyUid=${other.agencyUid}${query}`, undefined, other.key)).body
    assert.deepEqual(await uids(), { propertiesUids: created.slice(0, 20) })
    assert.deepEqual((await uids('&limit=3&offset=20')).propertiesUids, created.slice(20))
    assert.equal((await uids('&limit=5000')).propertiesUids.length, 22)
    assert.deepEqual((await uids('&minimumGuests=21')).propertiesUids, created.slice(0, 2))
  })

  it('400 for no agency, an invalid limit or offset; 403 for a foreign agency', async () => {
    assert.equal((await send('GET', '')).status, 400)
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'minimumGuests=many']) {
      assert.equal((await send('GET', `?agencyUid=${agencyUid}&${query}`)).status, 400, query)
    }
    assert.equal((await send('GET', `?agencyUid=${foreign.agencyUid}`)).status, 403)
  })
})
