/** Custom amenities: contract/properties.md §5.3, §6.4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path, { key: as, body })
const path = '/api/v3.3/custom-amenities'

describe('/custom-amenities', () => {
  for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
    it(`adds, lists and deletes in ${version}`, async () => {
      const path = `/api/${version}/custom-amenities`
      const object = { objectUid: await makeProperty(server, agencyUid), objectType: 'PROPERTY' }
      const created = await request('POST', path, { ...object, name: ' Telescope ' })
      const { uid } = created.body.customAmenity
      assert.deepEqual(
        [created.status, created.body],
        [201, { customAmenity: { uid, name: 'Telescope' } }],
      )
      const listed = `${path}?objectUid=${object.objectUid}&objectType=PROPERTY`
      const list = await request('GET', listed)
      assert.deepEqual(list.body.customAmenities, [{ uid, name: 'Telescope' }])
      assert.equal((await request('DELETE', `${path}/${uid}`)).status, 204)
      assert.deepEqual((await request('GET', listed)).body.customAmenities, [])
      const again = await request('DELETE', `${path}/${uid}`)
      assert.deepEqual([again.status, again.body.code], [404, 'CUSTOM_AMENITY_NOT_FOUND'])
    })
  }

  it('accepts a hotel since v3.1; 400 INVALID_ENUM_VALUE in v3.0', async () => {
    const objectUid = await makeHotel(server, agencyUid)
    const body = { objectUid, objectType: 'HOTEL', name: 'Pier' }
    assert.equal((await request('POST', '/api/v3.1/custom-amenities', body)).status, 201)
    const below = await request('POST', '/api/v3.0/custom-amenities', body)
    assert.deepEqual([below.status, below.body.code], [400, 'INVALID_ENUM_VALUE'])
  })

  it('400: rejects a missing name, object or type, and a blank or long name', async () => {
    const objectUid = await makeProperty(server, agencyUid)
    const body = { objectUid, objectType: 'PROPERTY', name: 'Pier' }
    for (const name of ['objectUid', 'objectType', 'name']) {
      const { status, body: error } = await request('POST', path, { ...body, [name]: undefined })
      assert.deepEqual([status, error.code, error.parameter], [400, 'REQUIRED_PARAMETER', name])
    }
    for (const name of [' ', 'x'.repeat(256)]) {
      assert.equal((await request('POST', path, { ...body, name })).status, 400)
    }
    assert.equal((await request('GET', `${path}?objectUid=${objectUid}`)).status, 400)
  })

  it('403: rejects an unknown object, an object of another type, and a READ grant', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const add = (objectUid: string, objectType: string, as = key) =>
      request('POST', path, { objectUid, objectType, name: 'Pier' }, as)
    for (const [uid, type] of [
      [randomUUID(), 'PROPERTY'],
      [propertyUid, 'HOTEL'],
    ] as const) {
      const { status, body } = await add(uid, type)
      assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'objectUid'])
    }
    const { status, body } = await add(propertyUid, 'PROPERTY', token)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
  })
})

describe('/v2/customamenities', () => {
  it('adds, lists, renames and deletes objects without a wrapper', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const created = await request('POST', '/v2/customamenities', { propertyUid, name: 'Pier' })
    const { uid } = created.body
    assert.deepEqual([created.status, created.body], [201, { uid, name: 'Pier' }])
    const renamed = await request('PUT', `/v2/customamenities/${uid}`, { name: 'Jetty' })
    assert.deepEqual([renamed.status, renamed.body], [200, { uid, name: 'Jetty' }])
    const listed = `/v2/customamenities?propertyUid=${propertyUid}`
    assert.deepEqual((await request('GET', listed)).body, [{ uid, name: 'Jetty' }])
    assert.equal((await request('DELETE', `/v2/customamenities/${uid}`)).status, 204)
    assert.deepEqual((await request('GET', listed)).body, [])
  })
})
