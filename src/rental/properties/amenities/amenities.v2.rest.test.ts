/** Amenities in v2: contract/properties.md §5.3, contract/amenities.md §2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path, { key: as, body })
const v3 = '/api/v3.3'

describe('GET /v2/amenities/{propertyUid}', () => {
  it('200: returns a flag for every amenity and rule of the property', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { body } = await request('GET', `/v2/amenities/${propertyUid}`)
    assert.ok(Object.values(body).every(has => has === false))
    const file = new URL('../../../../docs/contract/amenities.md', import.meta.url)
    const promised = (await readFile(file, 'utf8')).split('## 2. ')[1]!.split('```')[1]!
    const keys = promised.trim().split(/\s+/)
    assert.equal(keys.length, 186)
    assert.deepEqual(
      keys.filter(key => !(key in body)),
      [],
    )
    const { body: v3Body } = await request('GET', `${v3}/available-amenities`)
    assert.equal(Object.keys(body).length, v3Body.availableAmenities.length + 7, 'and 7 rules')
  })
})

describe('keys of PUT /v2/amenities/{propertyUid}', () => {
  it('200: accepts every key that GET returns', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { body: none } = await request('GET', `/v2/amenities/${propertyUid}`)
    const all = Object.fromEntries(Object.keys(none).map(key => [key, true]))
    const { body } = await request('PUT', `/v2/amenities/${propertyUid}`, all)
    assert.deepEqual(body, all)
    const some = { hasShardedDryer: false, isOceanfront: false, allowsChildren: false }
    const fewer = await request('PUT', `/v2/amenities/${propertyUid}`, some)
    assert.deepEqual(fewer.body, { ...all, ...some })
    const list = await request('GET', `${v3}/amenities?propertyUid=${propertyUid}`)
    const codes = list.body.amenities.map((row: { amenity: string }) => row.amenity)
    assert.ok(codes.includes('HAS_FENCED_POOL') && !codes.includes('HAS_SHARED_DRYER'))
  })

  it('200: accepts keys in any case, and keys of earlier releases', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const put = async (change: object) => {
      const { status, body } = await request('PUT', `/v2/amenities/${propertyUid}`, change)
      assert.equal(status, 200)
      return Object.keys(body).filter(key => body[key])
    }
    const assigned = { hasTv: true, HASCABLETV: true, hasRefrigerator: true, hassharedDRYER: true }
    const had = ['hasTV', 'hasCableTV', 'hasShardedDryer', 'hasFridge']
    assert.deepEqual(await put(assigned), had)
    assert.deepEqual(await put({ hasBalcony: true, hasTerrace: false }), [
      ...had,
      'hasBalconyTerrasse',
    ])
    assert.deepEqual(await put({ hasBalcony: false, hasTerrace: false, hasrefrigerator: false }), [
      ...had.slice(0, 3),
    ])
  })
})

describe('PUT /v2/amenities/{propertyUid}', () => {
  it('200: adds and removes the named amenities', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const fields = { propertyUid, amenity: 'HAS_TV', description: 'Large' }
    await request('POST', `${v3}/amenities`, fields)
    await request('POST', `${v3}/amenities`, { propertyUid, amenity: 'HAS_POOL' })
    const change = { hasPool: false, hasSauna: true, hasTV: true, allowsPets: true, hasMoat: true }
    const { status, body } = await request('PUT', `/v2/amenities/${propertyUid}`, change)
    const had = Object.keys(body).filter(name => body[name])
    assert.deepEqual([status, had], [200, ['hasTV', 'hasSauna', 'allowsPets']])
    assert.deepEqual((await request('GET', `/v2/amenities/${propertyUid}`)).body, body)
    const list = await request('GET', `${v3}/amenities?propertyUid=${propertyUid}`)
    const [first, second] = list.body.amenities
    assert.deepEqual([first.description, second.amenity], ['Large', 'HAS_SAUNA'])
    const rules = await request('GET', `${v3}/property-rules?propertyUid=${propertyUid}`)
    assert.equal(rules.body.propertyRules[0].rule, 'ALLOWS_PETS')
  })

  it('200: applies concurrent changes of different codes', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const put = (body: object) => request('PUT', `/v2/amenities/${propertyUid}`, body)
    const changes = [{ hasTV: true }, { hasOven: true, hasTV: true }, { allowsSmoking: true }]
    const responses = await Promise.all(changes.map(put))
    assert.ok(responses.every(({ status }) => status === 200))
    const { body } = await request('GET', `/v2/amenities/${propertyUid}`)
    const had = Object.keys(body).filter(name => body[name])
    assert.deepEqual(had, ['hasTV', 'hasOven', 'allowsSmoking'])
  })

  it('400: rejects a value that is not a boolean, and writes nothing', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const change = { hasTV: true, hasOven: 'perhaps' }
    const { status, body } = await request('PUT', `/v2/amenities/${propertyUid}`, change)
    assert.deepEqual([status, body.parameter], [400, 'hasOven'])
    assert.equal((await request('GET', `/v2/amenities/${propertyUid}`)).body.hasTV, false)
  })

  it('404 for an unknown property, 403 for a READ grant', async () => {
    assert.equal((await request('GET', `/v2/amenities/${randomUUID()}`)).status, 404)
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const path = `/v2/amenities/${propertyUid}`
    assert.equal((await request('GET', path, undefined, token)).status, 200)
    const { status, body } = await request('PUT', path, { hasTV: true }, token)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
  })
})
