/** Legacy `/v2/bedtypes`: contract/properties.md §5.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, body })
const beds = (method: string, propertyUid: string, body?: unknown) =>
  request(method, `/v2/bedtypes?propertyUid=${propertyUid}`, body)

describe('/v2/bedtypes', () => {
  it('200: returns fourteen kinds of beds, 0 by default', async () => {
    const { status, body } = await beds('GET', await makeProperty(server, agencyUid))
    const counts = Object.values(body)
    assert.deepEqual([status, counts.length], [200, 14])
    assert.ok(counts.every(count => count === 0))
  })

  for (const [method, expected] of [
    ['PUT', 200],
    ['POST', 201],
  ] as const) {
    it(`${expected}: ${method} puts the beds into one bedroom of number 0`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      await beds(method, propertyUid, { crib: 4 })
      const { status, body } = await beds(method, propertyUid, { kingBed: 2, couch: '1' })
      assert.deepEqual([status, body.kingBed, body.couch, body.crib], [expected, 2, 1, 0])
      assert.deepEqual((await beds('GET', propertyUid)).body, body)
      const list = await request('GET', `/api/v3.3/rooms?propertyUid=${propertyUid}`)
      const [room, ...others] = list.body.rooms
      assert.deepEqual([room.roomNumber, room.roomType, others.length], [0, 'BEDROOM', 0])
      assert.deepEqual(room.bedCounts, body)
    })
  }

  it('204: deletes the beds', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await beds('PUT', propertyUid, { kingBed: 2 })
    assert.equal((await beds('DELETE', propertyUid)).status, 204)
    assert.equal((await beds('GET', propertyUid)).body.kingBed, 0)
  })

  it('409 STATE_CONFLICT: rejects writes if there are rooms of v3; GET counts them', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const room = { roomType: 'BEDROOM', hasPrivateBathroom: true, bedCounts: { kingBed: 1 } }
    const rooms = [1, 2].map(roomNumber => ({ ...room, roomNumber }))
    await request('PUT', '/api/v3.3/rooms-bulk', { propertyUid, rooms })
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const { status, body } = await beds(method, propertyUid, { kingBed: 3 })
      assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
    }
    assert.equal((await beds('GET', propertyUid)).body.kingBed, 2)
  })

  it('400: rejects half a bed and a missing property', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    assert.equal((await beds('PUT', propertyUid, { kingBed: 0.5 })).status, 400)
    const { status, body } = await request('PUT', '/v2/bedtypes', { kingBed: 1 })
    assert.deepEqual([status, body.parameter], [400, 'propertyUid'])
  })
})
