/** Beds, pricing rules and picture in writes to `/v2/properties`: contract/properties.md §5.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noBeds } from '../../../../test/fixtures/flat-property.ts'
import { grant, makeAgency, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const call = (method: string, path: string, body?: unknown, by = key) =>
  server.request(method, path, body === undefined ? { key: by } : { key: by, body })
const put = (uid: string, body: unknown) => call('PUT', `/v2/properties/${uid}`, body)
const post = (body: object, by = key) =>
  call('POST', `/v2/properties?agencyUid=${agencyUid}`, body, by)
const get = async (uid: string) => (await call('GET', `/v2/properties/${uid}`)).body
const rooms = async (uid: string) =>
  (await call('GET', `/api/v3.3/rooms?propertyUid=${uid}`)).body.rooms
const changedAt = async (uid: string) =>
  (await call('GET', `/api/v3.3/properties/${uid}`)).body.property.updatedUtcDateTime
const photos = async (uid: string) => (await call('GET', `/v2/photos?propertyUid=${uid}`)).body
const urls = async (uid: string) => (await photos(uid)).map(({ url }: { url: string }) => url)
const numbers = async (uid: string) =>
  (await photos(uid)).map(({ displayOrder }: { displayOrder: number }) => displayOrder)

const bedroom = { roomType: 'BEDROOM', hasPrivateBathroom: true }
const image = (n: number | string) => `https://img.example.org/${n}.jpg`

async function addRoom(propertyUid: string, roomNumber: number, bedCounts: object) {
  const room = { propertyUid, roomNumber, ...bedroom, bedCounts }
  assert.equal((await call('POST', '/api/v3.3/rooms', room)).status, 201)
}

async function addPhoto(propertyUid: string, url: string, more = {}) {
  assert.equal((await call('POST', '/v2/photos', { propertyUid, url, ...more })).status, 201)
}

describe('bedTypes of PUT /v2/properties/{uid}', () => {
  it('200: stores the beds in the implicit room, and deletes it for null', async () => {
    const uid = await make({ beds: 1 })
    const { status, body } = await put(uid, { bedTypes: { kingBed: 2, crib: 1 } })
    assert.equal(status, 200)
    assert.deepEqual([body.bedTypes, body.bedCount], [{ ...noBeds, kingBed: 2, crib: 1 }, 3])
    const [room, ...more] = await rooms(uid)
    assert.deepEqual([room.roomNumber, room.bedCounts.kingBed, more.length], [0, 2, 0])
    await put(uid, { bedTypes: { couch: 1 } })
    assert.deepEqual((await get(uid)).bedTypes, { ...noBeds, couch: 1 })
    assert.deepEqual((await put(uid, { bedTypes: null })).body.bedTypes, noBeds)
    assert.deepEqual(await rooms(uid), [])
  })

  it('200: the returned sum does not change real rooms', async () => {
    const uid = await make()
    await addRoom(uid, 1, { kingBed: 1 })
    await addRoom(uid, 2, { kingBed: 1, couch: 1 })
    const before = await rooms(uid)
    const bedTypes = { kingBed: 2, couch: 1 }
    assert.equal((await put(uid, { name: 'New', bedTypes })).body.name, 'New')
    assert.deepEqual(await rooms(uid), before)
  })

  it('409: rejects other beds for a property with real rooms, and writes nothing', async () => {
    const uid = await make()
    await addRoom(uid, 1, { kingBed: 1 })
    const before = await get(uid)
    const wishes = { name: 'New', pricingRules: { increaseRate: 5 }, picture: image(1) }
    for (const bedTypes of [{ kingBed: 2 }, {}, null]) {
      const { status, body } = await put(uid, { ...wishes, bedTypes })
      assert.deepEqual([status, body.code, body.state], [409, 'STATE_CONFLICT', 'HAS_ROOMS'])
    }
    assert.deepEqual(await get(uid), before)
    assert.deepEqual(await urls(uid), [])
  })
})

describe('pricingRules of PUT /v2/properties/{uid}', () => {
  const rules = {
    increaseRate: 15.5,
    increaseRateLowerBound: 3,
    decreaseRate: 10,
    decreaseRateHigherBound: 7,
  }
  const newer = async (uid: string) =>
    (await call('GET', `/api/v3.3/property-pricing-rules/${uid}`)).body

  it('200: sets rules in percent, omitted ones to 0; null resets them', async () => {
    const uid = await make()
    assert.deepEqual((await put(uid, { pricingRules: rules })).body.pricingRules, rules)
    assert.match(JSON.stringify(await newer(uid)), /0\.155\b/)
    const { body } = await put(uid, { pricingRules: { decreaseRate: 5 } })
    const none = { increaseRate: 0, increaseRateLowerBound: 0, decreaseRateHigherBound: 0 }
    assert.deepEqual(body.pricingRules, { ...none, decreaseRate: 5 })
    assert.equal((await put(uid, { pricingRules: null })).body.pricingRules, null)
    assert.deepEqual((await call('GET', `/v2/pricingrules?propertyUid=${uid}`)).body, {
      ...none,
      decreaseRate: 0,
    })
  })

  it('200: the same rules change nothing', async () => {
    const uid = await make()
    const untouched = await changedAt(uid)
    await put(uid, { pricingRules: null })
    assert.equal(await changedAt(uid), untouched)
    await put(uid, { pricingRules: rules })
    const changed = await changedAt(uid)
    assert.notEqual(changed, untouched)
    server.clock.advance(300_000)
    await put(uid, { pricingRules: rules })
    assert.equal(await changedAt(uid), changed)
  })

  it('400: rejects a rate below 0 or a reduction above 100, and writes nothing', async () => {
    const uid = await make()
    const before = await get(uid)
    for (const bad of [{ increaseRate: -1 }, { decreaseRate: 101 }, 5]) {
      const { status } = await put(uid, { name: 'New', bedTypes: { crib: 1 }, pricingRules: bad })
      assert.equal(status, 400, JSON.stringify(bad))
    }
    assert.deepEqual(await get(uid), before)
  })
})

describe('picture of PUT /v2/properties/{uid}', () => {
  it('200: moves the photo with this URL to the front', async () => {
    const uid = await make()
    for (const n of [1, 2, 3]) await addPhoto(uid, image(n), { description: `No. ${n}` })
    const before = await photos(uid)
    assert.equal((await put(uid, { picture: image(3) })).body.picture, image(3))
    assert.deepEqual(await urls(uid), [image(3), image(1), image(2)])
    assert.deepEqual(await numbers(uid), [0, 1, 2])
    assert.deepEqual((await photos(uid))[0], { ...before[2], displayOrder: 0 })
    await put(uid, { picture: image(1) })
    assert.deepEqual(await urls(uid), [image(1), image(3), image(2)])
  })

  it('200: adds a photo with a new URL as the first one', async () => {
    const uid = await make()
    assert.equal((await put(uid, { picture: image(1) })).body.picture, image(1))
    await addPhoto(uid, image(2), { displayOrder: 0 })
    assert.equal((await put(uid, { picture: image('new') })).body.picture, image('new'))
    assert.equal((await urls(uid))[0], image('new'))
    assert.equal((await urls(uid)).length, 3)
  })

  it('200: null, "", and the current picture change nothing', async () => {
    const uid = await make()
    await addPhoto(uid, image(1), { displayOrder: 5 })
    await addPhoto(uid, image(2), { displayOrder: 7 })
    const before = [await photos(uid), await changedAt(uid)]
    server.clock.advance(300_000)
    for (const picture of [null, '', image(1)]) {
      assert.equal((await put(uid, { picture })).body.picture, image(1))
    }
    assert.deepEqual([await photos(uid), await changedAt(uid)], before)
  })

  it('400: rejects an invalid URL or too many photos, and writes nothing', async () => {
    const uid = await make()
    for (const picture of ['here', 'ftp://img.example.org/1.jpg', 5]) {
      assert.equal((await put(uid, { name: 'New', picture })).status, 400)
    }
    const now = new Date()
    const many = Array.from({ length: 200 }, (_, n) => ({
      agency_uid: agencyUid,
      uid: crypto.randomUUID(),
      property_uid: uid,
      display_order: n,
      original_image_url: image(n),
      created_at: now,
      updated_at: now,
    }))
    await server.database.kysely.insertInto('photos').values(many).execute()
    const before = await get(uid)
    const more = { name: 'New', bedTypes: { crib: 1 }, picture: image('new') }
    const { status, body } = await put(uid, more)
    assert.deepEqual([status, body.code], [400, 'PAYLOAD_RULE_VIOLATION'])
    assert.deepEqual(await get(uid), before)
    assert.equal((await put(uid, { picture: image(199) })).status, 200)
    assert.equal((await urls(uid))[0], image(199))
  })
})

describe('POST /v2/properties', () => {
  const content = {
    bedTypes: { queenBed: 1 },
    pricingRules: { increaseRate: 20, increaseRateLowerBound: 3 },
    picture: image(1),
  }

  it('201: stores beds, rules and picture, also for a partner', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: await make() })
    for (const by of [key, partner.key]) {
      const { status, body } = await post({ name: 'New', bedCount: 9, ...content }, by)
      assert.equal(status, 201)
      assert.deepEqual([body.bedTypes, body.bedCount], [{ ...noBeds, queenBed: 1 }, 1])
      assert.deepEqual([body.pricingRules.increaseRate, body.picture], [20, image(1)])
      assert.deepEqual(await get(body.uid), body)
      assert.deepEqual(await urls(body.uid), [image(1)])
    }
  })

  it('400: creates no property', async () => {
    const count = async () =>
      (await call('GET', `/v2/properties?agencyUid=${agencyUid}&limit=100`)).body
    const before = await count()
    for (const bad of [{ bedTypes: { crib: -1 } }, { pricingRules: 5 }, { picture: 'here' }]) {
      assert.equal((await post({ name: 'New', ...content, ...bad })).status, 400)
    }
    assert.deepEqual(await count(), before)
  })
})
