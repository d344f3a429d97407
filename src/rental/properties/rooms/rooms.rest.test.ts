/** Rooms and beds: contract/properties.md §5.3, §6.6. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path.startsWith('/v2') ? path : `/api/v3.3${path}`, { key: as, body })

const noBeds = Object.fromEntries(
  [
    ...['kingBed', 'queenBed', 'doubleBed', 'singleBed', 'sofaBed', 'futonBed', 'floorMattress'],
    ...['bunkBed', 'toddlerBed', 'crib', 'hammockBed', 'airMattress', 'waterBed', 'couch'],
  ].map(kind => [kind, 0]),
)
const bedroom = (roomNumber: number, extra: object = {}) => ({
  roomNumber,
  roomType: 'BEDROOM',
  hasPrivateBathroom: false,
  ...extra,
})

async function makeRooms(rooms: object[]) {
  const propertyUid = await makeProperty(server, agencyUid)
  const { status, body } = await request('PUT', '/rooms-bulk', { propertyUid, rooms })
  assert.equal(status, 200, JSON.stringify(body))
  return { propertyUid, rooms: body.rooms }
}

const list = async (propertyUid: string) =>
  (await request('GET', `/rooms?propertyUid=${propertyUid}`)).body.rooms

const bulk = (propertyUid: string, rooms: unknown, as = key) =>
  request('PUT', '/rooms-bulk', { propertyUid, rooms }, as)

describe('PUT /rooms-bulk', () => {
  it('200: creates rooms, listed by number', async () => {
    const expected = [bedroom(2, { bedCounts: { kingBed: 1 } }), bedroom(-1, { name: 'Cellar' })]
    const { propertyUid, rooms } = await makeRooms(expected)
    const [cellar, other] = rooms
    assert.deepEqual(rooms, [
      { ...expected[1], uid: cellar.uid, propertyUid, airbnbRoomId: null, bedCounts: noBeds },
      {
        ...bedroom(2),
        uid: other.uid,
        propertyUid,
        name: null,
        airbnbRoomId: null,
        bedCounts: { ...noBeds, kingBed: 1 },
      },
    ])
    assert.deepEqual(await list(propertyUid), rooms)
  })

  it('200: matches rooms by uid, then by number; deletes the others', async () => {
    const { propertyUid, rooms } = await makeRooms([1, 2, 3, 4].map(n => bedroom(n)))
    const [one, two, three] = rooms
    const { body } = await bulk(propertyUid, [
      bedroom(7, { uid: one.uid }),
      bedroom(3, { name: 'By number' }),
      bedroom(1, { name: 'New' }),
      bedroom(9, { uid: randomUUID(), name: 'New, too' }),
    ])
    const roomNumbers = body.rooms.map(
      (room: { uid: string; roomNumber: number }) => room.roomNumber,
    )
    assert.deepEqual(roomNumbers, [1, 3, 7, 9])
    const uids = new Set(body.rooms.map((room: { uid: string }) => room.uid))
    assert.equal(body.rooms[2].uid, one.uid)
    assert.equal(body.rooms[1].uid, three.uid)
    assert.deepEqual([uids.size, uids.has(two.uid)], [4, false])
  })

  it('200: rooms swap their numbers', async () => {
    const { propertyUid, rooms } = await makeRooms([bedroom(1), bedroom(2)])
    const [one, two] = rooms
    const swapped = [bedroom(2, { uid: one.uid }), bedroom(1, { uid: two.uid })]
    const { status, body } = await bulk(propertyUid, swapped)
    const uids = body.rooms.map((room: { uid: string }) => room.uid)
    assert.deepEqual([status, uids], [200, [two.uid, one.uid]])
  })
})

describe('repeated PUT /rooms-bulk', () => {
  it('200: an empty list deletes all rooms, the same list changes nothing', async () => {
    const { propertyUid, rooms } = await makeRooms([bedroom(1, { bedCounts: { crib: 2 } })])
    const before = await updatedAt(server, 'properties', agencyUid, propertyUid)
    await bulk(propertyUid, rooms)
    assert.equal(await updatedAt(server, 'properties', agencyUid, propertyUid), before)
    assert.deepEqual((await bulk(propertyUid, [])).body.rooms, [])
    assert.equal(await updatedAt(server, 'properties', agencyUid, propertyUid), before + 1)
  })

  it('200: one of several concurrent lists wins', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const lists = [
      [1, 2],
      [2, 3],
      [3, 4],
      [1, 4],
    ]
    const all = lists.map(numbers =>
      bulk(
        propertyUid,
        numbers.map(n => bedroom(n)),
      ),
    )
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    assert.deepEqual(statuses, [200, 200, 200, 200])
    const stored = (await list(propertyUid)).map((room: { roomNumber: number }) => room.roomNumber)
    assert.ok(
      lists.some(numbers => String(numbers) === String(stored)),
      String(stored),
    )
  })
})

describe('refusals of rooms', () => {
  const uid = randomUUID()
  const bad: [string, unknown][] = [
    ['one number twice', [bedroom(1), bedroom(2), bedroom(1)]],
    ['one uid twice', [bedroom(1, { uid }), bedroom(2, { uid: uid.toUpperCase() })]],
    ['101 rooms', Array.from({ length: 101 }, (_, i) => bedroom(i))],
    ['no list', undefined],
    ['a list of numbers', [1]],
    ['a number beyond 32 bits', [bedroom(2_147_483_648)]],
    ['half a number', [bedroom(1.5)]],
    ['an unknown type', [bedroom(1, { roomType: 'MOAT' })]],
    ['no bathroom', [bedroom(1, { hasPrivateBathroom: undefined })]],
    ['negative beds', [bedroom(1, { bedCounts: { crib: -1 } })]],
    ['half a bed', [bedroom(1, { bedCounts: { crib: 0.5 } })]],
    ['vast beds', [bedroom(1, { bedCounts: { crib: 1e12 } })]],
  ]
  for (const [what, rooms] of bad) {
    it(`400: rejects ${what}, and writes nothing`, async () => {
      const { propertyUid, rooms: before } = await makeRooms([bedroom(5)])
      assert.equal((await bulk(propertyUid, rooms)).status, 400)
      assert.deepEqual(await list(propertyUid), before)
    })
  }

  it('403 for the room of an inaccessible property, and for a READ grant', async () => {
    const { propertyUid } = await makeRooms([])
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const { agencyUid: _, key: foreignKey } = await makeAgency(server)
    assert.equal((await bulk(propertyUid, [], foreignKey)).body.code, 'ACCESS_DENIED')
    const other = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: other, access: 'READ' })
    assert.equal((await bulk(propertyUid, [], token)).body.code, 'ACCESS_DENIED')
    assert.equal((await bulk(other, [], token)).body.code, 'READ_ONLY_GRANT')
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await bulk(propertyUid, [bedroom(1)], token)).status, 200)
  })
})

/** Returns the body of a request for one room. */
const sent = (method: string) => (method === 'PUT' ? bedroom(1) : undefined)

describe('/rooms/{uid}', () => {
  it('201, 200, 204: creates, returns, replaces and deletes a room', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, ...bedroom(1, { name: 'Loft', bedCounts: { couch: 1 } }) }
    const created = await request('POST', '/rooms', body)
    const { room } = created.body
    assert.deepEqual([created.status, room.bedCounts.couch, room.name], [201, 1, 'Loft'])
    assert.deepEqual((await request('GET', `/rooms/${room.uid}`)).body, { room })
    const put = await request('PUT', `/rooms/${room.uid}`, bedroom(3))
    const replaced = { ...room, roomNumber: 3, name: null, bedCounts: noBeds }
    assert.deepEqual([put.status, put.body.room], [200, replaced])
    assert.equal((await request('DELETE', `/rooms/${room.uid}`)).status, 204)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, body } = await request(method, `/rooms/${room.uid}`, sent(method))
      assert.deepEqual([status, body.code], [404, 'ROOM_NOT_FOUND'])
    }
  })

  it('409 ALREADY_EXISTS for a number that another room has', async () => {
    const { propertyUid, rooms } = await makeRooms([bedroom(1), bedroom(2)])
    const responses = [
      await request('POST', '/rooms', { propertyUid, ...bedroom(1) }),
      await request('PUT', `/rooms/${rooms[1].uid}`, bedroom(1)),
    ]
    for (const { status, body } of responses) {
      assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', rooms[0].uid])
    }
    assert.equal((await request('PUT', `/rooms/${rooms[1].uid}`, bedroom(2))).status, 200)
  })

  it('201: concurrent requests for one number create one room', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const post = () => request('POST', '/rooms', { propertyUid, ...bedroom(1) })
    const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409, 409])
  })

  it('404 for another agency and without a grant, 403 with a READ grant', async () => {
    const { propertyUid, rooms } = await makeRooms([bedroom(1)])
    const { key: foreignKey } = await makeAgency(server)
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: await makeProperty(server, agencyUid) })
    for (const as of [foreignKey, token]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status } = await request(method, `/rooms/${rooms[0].uid}`, sent(method), as)
        assert.equal(status, 404)
      }
    }
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const { status, body } = await request('DELETE', `/rooms/${rooms[0].uid}`, undefined, token)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await request('GET', `/rooms/${rooms[0].uid}`, undefined, token)).status, 200)
  })
})
