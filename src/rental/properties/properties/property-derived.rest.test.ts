/** Derived fields of a property: contract/properties.md §1, §2.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeEmployee,
  makeHotel,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const uid = await makeProperty(server, agencyUid)

const patch = (body: object, of = uid, version = 'v3.3') =>
  server.request('PATCH', `/api/${version}/properties/${of}`, { key, body })

describe('agentUid', () => {
  it('200: accepts an employee of the agency, with a uid in any case', async () => {
    const agentUid = await makeEmployee(server, agencyUid)
    const { status, body } = await patch({ agentUid: agentUid.toUpperCase() })
    assert.deepEqual([status, body.property.agentUid], [200, agentUid])
  })

  it('404 EMPLOYEE_NOT_FOUND for an unknown, foreign or malformed uid', async () => {
    const foreignEmployee = await makeEmployee(server, foreign.agencyUid)
    for (const agentUid of [randomUUID(), foreignEmployee, 'nobody']) {
      const { status, body } = await patch({ agentUid })
      assert.deepEqual([status, body.code], [404, 'EMPLOYEE_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Employee not found: ${agentUid}`)
    }
  })
})

describe('an empty link', () => {
  it('200: is returned as it was sent, in every version', async () => {
    const links = { webLink: '', guideBookUrl: '', guideBookRecsOnlyUrl: '' }
    const { status, body } = await patch(links)
    assert.equal(status, 200)
    for (const [name, link] of Object.entries(links)) assert.equal(body.property[name], link)
    const v2 = await server.request('GET', `/v2/properties/${uid}`, { key })
    assert.deepEqual([v2.body.webLink, v2.body.guideBookUrl], ['', ''])
    await patch({ webLink: 'https://cedar.example/', guideBookUrl: null })
    const flat = { webLink: '', guideBookUrl: '' }
    const put = await server.request('PUT', `/v2/properties/${uid}`, { key, body: flat })
    assert.deepEqual([put.status, put.body.webLink, put.body.guideBookUrl], [200, '', ''])
    assert.equal((await patch({ webLink: ' ' })).body.property.webLink, '')
  })
})

describe('derived fields', () => {
  const get = async (of: string) =>
    (await server.request('GET', `/api/v3.3/properties/${of}`, { key })).body.property

  it('beds: the sum of all rooms; the stored number if the rooms have none', async () => {
    const of = await makeProperty(server, agencyUid, { beds: 7 })
    await makeRoom(of, 1, {})
    assert.equal((await get(of)).beds, 7)
    await makeRoom(of, 2, { kingBed: 1, crib: 2 })
    await makeRoom(of, 3, { couch: 1 })
    assert.equal((await get(of)).beds, 4)
    assert.equal((await patch({ beds: 9 }, of)).body.property.beds, 4)
    await db
      .deleteFrom('rooms')
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', of)
      .execute()
    assert.equal((await get(of)).beds, 9)
  })

  it('businessType and units of each kind of property', async () => {
    const master = await makeProperty(server, agencyUid)
    const sub = await makeProperty(server, agencyUid, { parent_uid: master })
    const hotel_uid = await makeHotel(server, agencyUid)
    const unitType = await makeProperty(server, agencyUid, { hotel_uid })
    await makeUnit(db, agencyUid, unitType, { is_active: false })
    await makeUnit(db, agencyUid, unitType, { deleted_at: new Date() })
    const kinds = []
    for (const propertyUid of [uid, master, sub, unitType]) {
      const { businessType, numberOfUnits, numberOfActiveUnits } = await get(propertyUid)
      kinds.push([businessType, numberOfUnits, numberOfActiveUnits])
    }
    assert.deepEqual(kinds, [
      ['STANDALONE_PROPERTY', 1, 1],
      ['MULTI_UNIT', 1, 1],
      ['SUB_UNIT', 1, 1],
      ['MULTI_UNIT', 2, 1],
    ])
    assert.deepEqual(
      [(await get(sub)).parentUid, (await get(unitType)).hotelUid],
      [master, hotel_uid],
    )
  })

  it('a property without remaining sub-properties is not a master', async () => {
    const master = await makeProperty(server, agencyUid)
    await makeProperty(server, agencyUid, { parent_uid: master, deleted_at: new Date() })
    assert.equal((await get(master)).businessType, 'STANDALONE_PROPERTY')
  })

  it('read-only and unknown fields are ignored', async () => {
    const before = await get(uid)
    const written = {
      uid: 'x',
      agencyUid: foreign.agencyUid,
      businessType: 'X',
      pictureLink: 5,
      hotelUid: randomUUID(),
      numberOfUnits: 9,
      createdUtcDateTime: 'x',
      updatedUtcDateTime: {},
      rooms: 'x',
      anything: true,
    }
    const { status } = await patch(written)
    assert.deepEqual([status, await get(uid)], [200, before])
  })
})

async function makeRoom(property_uid: string, room_number: number, bedCounts: object) {
  const now = new Date()
  const room = {
    agency_uid: agencyUid,
    uid: randomUUID(),
    property_uid,
    room_number,
    room_type: 'BEDROOM',
    has_private_bathroom: false,
    bed_counts: JSON.stringify(bedCounts),
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('rooms').values(room).execute()
}
