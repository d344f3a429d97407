/** Order of all photos of an owner: contract/properties.md §6.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const path = '/api/v3.3/photos'

type Owner = { propertyUid: string } | { hotelUid: string }

async function add(owner: Owner, name: string, options: object = {}): Promise<string> {
  const originalImageUrl = `https://img.example.org/${name}.jpg`
  const body = { ...owner, originalImageUrl, ...options }
  return (await server.request('POST', path, { key, body })).body.photo.uid
}

async function makeOwner(kind: 'property' | 'hotel') {
  const uid = await (kind === 'hotel' ? makeHotel : makeProperty)(server, agencyUid)
  const owner: Owner = kind === 'hotel' ? { hotelUid: uid } : { propertyUid: uid }
  const photoUids = []
  for (const name of ['pier', 'deck', 'lake']) photoUids.push(await add(owner, name))
  return { owner, uid, photoUids }
}

const reorder = (owner: object, photoUids: unknown, as = key) =>
  server.request('PUT', `${path}/order`, { key: as, body: { ...owner, photoUids } })

const list = async (owner: Owner) =>
  (await server.request('GET', `${path}?${new URLSearchParams(owner)}`, { key })).body.photos

const uidsOf = (photos: { uid: string }[]) => photos.map(({ uid }) => uid)

async function listEvents(): Promise<string[]> {
  return (await readEventLog(server, agencyUid)).map(({ type }) => type)
}

for (const [kind, type] of [
  ['property', 'UPDATED_PROPERTY'],
  ['hotel', 'HOTEL_UPDATED'],
] as const) {
  describe(`PUT /photos/order of a ${kind}`, () => {
    it('200: numbers the photos in the new order and emits one event', async () => {
      const { owner, photoUids } = await makeOwner(kind)
      const eventsBefore = await listEvents()
      const [pier, deck, lake] = photoUids as [string, string, string]
      const { status, body } = await reorder(owner, [lake, pier.toUpperCase(), deck])
      assert.equal(status, 200)
      assert.deepEqual(uidsOf(body.photos), [lake, pier, deck])
      const orders = body.photos.map((photo: { displayOrder: number }) => photo.displayOrder)
      assert.deepEqual(orders, [0, 1, 2])
      assert.deepEqual(body.photos, await list(owner))
      assert.deepEqual((await listEvents()).slice(eventsBefore.length), [type])
    })

    it('200: makes the new first photo the picture', async () => {
      const { owner, uid, photoUids } = await makeOwner(kind)
      await reorder(owner, photoUids.toReversed())
      const one =
        kind === 'hotel' ? `/multi-units/multi-unit-properties/${uid}` : `/properties/${uid}`
      const { body } = await server.request('GET', `/api/v3.3${one}`, { key })
      const { pictureLink, mainPicture } = body.property ?? body.multiUnitProperty
      assert.equal(pictureLink ?? mainPicture, 'https://img.example.org/lake.jpg')
    })

    it('200 without an event if the order is unchanged', async () => {
      const { owner, photoUids } = await makeOwner(kind)
      const eventsBefore = await listEvents()
      assert.deepEqual(uidsOf((await reorder(owner, photoUids)).body.photos), photoUids)
      assert.deepEqual(await listEvents(), eventsBefore)
    })
  })
}

describe('numbers of PUT /photos/order', () => {
  it('200: numbers photos from 0 that had gaps and equal numbers', async () => {
    const { owner } = await makeOwner('property')
    await add(owner, 'sauna', { displayOrder: 7 })
    await add(owner, 'porch', { displayOrder: 7 })
    const { body } = await reorder(owner, uidsOf(await list(owner)))
    const orders = body.photos.map((photo: { displayOrder: number }) => photo.displayOrder)
    assert.deepEqual(orders, [0, 1, 2, 3, 4])
  })

  it('200: two simultaneous orders leave one of them', async () => {
    const { owner, photoUids } = await makeOwner('property')
    const reversed = photoUids.toReversed()
    await Promise.all([reorder(owner, photoUids), reorder(owner, reversed)])
    const left = uidsOf(await list(owner))
    assert.ok(
      [photoUids, reversed].some(order => order.join() === left.join()),
      left.join(),
    )
  })

  it('200 for an owner without photos', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    assert.deepEqual((await reorder({ propertyUid }, [])).body.photos, [])
  })
})

describe('refusals of PUT /photos/order', () => {
  it('400 for missing, repeated, foreign and unknown photos, and nothing changes', async () => {
    const { owner, photoUids } = await makeOwner('property')
    const [pier, deck, lake] = photoUids as [string, string, string]
    const other = (await makeOwner('property')).photoUids[0]!
    const cases: [unknown[], string, RegExp][] = [
      [[lake, pier], 'photoUids', new RegExp(`also ${deck}`)],
      [[], 'photoUids', new RegExp(`also ${pier}`)],
      [[lake, deck, lake], 'photoUids[2]', /repeated/],
      [[lake, other, pier, deck], 'photoUids[1]', /must be a photo of/],
      [[lake, deck, pier, randomUUID()], 'photoUids[3]', /must be a photo of/],
      [['porch', lake, deck, pier], 'photoUids[0]', /porch/],
    ]
    for (const [uids, parameter, message] of cases) {
      const { status, body } = await reorder(owner, uids)
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
      assert.equal(body.parameter, parameter)
      assert.match(body.apiErrorMessage, message)
    }
    assert.deepEqual(uidsOf(await list(owner)), photoUids)
  })

  it('400 for no list, too long a list, and no or two owners', async () => {
    const { owner, photoUids } = await makeOwner('property')
    const code = async (body: object) =>
      (await server.request('PUT', `${path}/order`, { key, body })).body.code
    assert.equal(await code(owner), 'REQUIRED_PARAMETER')
    assert.equal(await code({ ...owner, photoUids: null }), 'REQUIRED_PARAMETER')
    assert.equal(await code({ ...owner, photoUids: photoUids[0] }), 'INVALID_PARAMETER')
    const tooMany = Array.from({ length: 201 }, () => randomUUID())
    assert.equal(await code({ ...owner, photoUids: tooMany }), 'INVALID_PARAMETER')
    const token = 'HOTEL_OR_PROPERTY_UID_REQUIRED'
    assert.equal(await code({ photoUids }), token)
    assert.equal(await code({ ...owner, hotelUid: randomUUID(), photoUids }), token)
  })

  it('403 for a property of another agency', async () => {
    const { owner, photoUids } = await makeOwner('property')
    const { status, body } = await reorder(owner, photoUids, foreign.key)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })

  it('404 below v3.3', async () => {
    const { owner, photoUids } = await makeOwner('property')
    const body = { ...owner, photoUids }
    const { status } = await server.request('PUT', '/api/v3.2/photos/order', { key, body })
    assert.equal(status, 404)
  })
})
