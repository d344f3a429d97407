/** Amenities: contract/properties.md §6.3, contract/amenities.md §1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path, { key: as, body })
const v3 = '/api/v3.3'

describe('POST /amenities', () => {
  it('201: returns the amenity with its category', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const fields = { amenity: 'CHECK_IN_OPTION_INSTRUCTION', description: 'Ring twice', price: 0.5 }
    const { status, body } = await request('POST', `${v3}/amenities`, { propertyUid, ...fields })
    const { uid } = body.amenity
    const amenity = { uid, ...fields, category: 'EXTRAS', propertyUid, hotelUid: null }
    assert.deepEqual([status, body.amenity], [201, amenity])
  })

  it('201: accepts a deprecated code and returns its replacement', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const addAmenity = (amenity: string) =>
      request('POST', `${v3}/amenities`, { propertyUid, amenity })
    const { status, body } = await addAmenity('HAS_BALCONY')
    const { amenity, category } = body.amenity
    assert.deepEqual([status, amenity, category], [201, 'HAS_BALCONY_TERRASSE', 'OUTDOOR'])
    assert.equal((await addAmenity('HAS_TERRACE')).body.existingUid, body.amenity.uid)
    assert.equal((await addAmenity('HAS_CAT')).body.amenity.category, null)
  })

  it('409 ALREADY_EXISTS: rejects a duplicate code, also in concurrent requests', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, amenity: 'HAS_POOL' }
    const all = Array.from({ length: 5 }, () => request('POST', `${v3}/amenities`, body))
    const responses = await Promise.all(all)
    const created = responses.find(({ status }) => status === 201)!
    for (const { status, body } of responses.filter(response => response !== created)) {
      assert.deepEqual([status, body.code], [409, 'ALREADY_EXISTS'])
      assert.equal(body.existingUid, created.body.amenity.uid)
    }
    const other = { propertyUid: await makeProperty(server, agencyUid), amenity: 'HAS_POOL' }
    assert.equal((await request('POST', `${v3}/amenities`, other)).status, 201)
  })

  const bad: [string, object, string][] = [
    ['no code', { amenity: undefined }, 'REQUIRED_PARAMETER'],
    ['an unknown code', { amenity: 'HAS_MOAT' }, 'INVALID_ENUM_VALUE'],
    ['a code in lower case', { amenity: 'has_tv' }, 'INVALID_ENUM_VALUE'],
    ['a rule', { amenity: 'ALLOWS_PETS' }, 'INVALID_ENUM_VALUE'],
    ['a long description', { description: 'x'.repeat(501) }, 'INVALID_PARAMETER'],
    ['a negative price', { price: -1 }, 'INVALID_PARAMETER'],
    ['a vast price', { price: 1e10 }, 'INVALID_PARAMETER'],
    ['a price in words', { price: 'free' }, 'INVALID_PARAMETER'],
  ]
  for (const [what, extra, code] of bad) {
    it(`400 ${code} for ${what}`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const body = { propertyUid, amenity: 'HAS_TV', ...extra }
      const response = await request('POST', `${v3}/amenities`, body)
      assert.deepEqual([response.status, response.body.code], [400, code])
    })
  }
})

describe('GET /available-amenities', () => {
  const listAmenities = async (query = '') => {
    const { status, body } = await request('GET', `${v3}/available-amenities${query}`)
    assert.equal(status, 200)
    return body.availableAmenities
  }

  it('200: lists the codes of the contract first, each once, in known categories', async () => {
    const amenities: { amenity: string; category: string | null }[] = await listAmenities()
    const codes = amenities.map(({ amenity }) => amenity)
    assert.equal(new Set(codes).size, codes.length)
    const promised = await readContractCodes(1)
    assert.equal(promised.length, 200)
    assert.deepEqual(codes.slice(0, 200).sort(), promised.sort())
    const categories = new Set(amenities.map(({ category }) => category))
    assert.deepEqual([...categories], ['INDOOR', 'OUTDOOR', 'FAMILY', 'EXTRAS', null])
    const findCategory = (code: string) =>
      amenities.find(({ amenity }) => amenity === code)?.category
    assert.equal(findCategory('HAS_OVEN'), 'INDOOR')
    assert.equal(findCategory('HAS_SMOKE_DETECTOR'), 'INDOOR')
    assert.equal(findCategory('HAS_LAKE_VIEW'), 'OUTDOOR')
  })

  it('200: channels support all amenities except extras', async () => {
    const everywhere = ['AIRBNB', 'BOOKINGDOTCOM', 'VRBO', 'HVMI', 'GOOGLE']
    for (const { category, channels } of await listAmenities()) {
      const { HOSTFULLY, ...others } = channels
      assert.deepEqual([HOSTFULLY, Object.keys(others)], [true, everywhere])
      const expected = category !== 'EXTRAS'
      assert.ok(Object.values(others).every(knows => knows === expected))
    }
  })

  it('200 for an accessible property, 403 for another', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    assert.deepEqual(await listAmenities(`?propertyUid=${propertyUid}`), await listAmenities())
    const path = `${v3}/available-amenities?propertyUid=${randomUUID()}`
    assert.equal((await request('GET', path)).status, 403)
  })
})

async function readContractCodes(section: number): Promise<string[]> {
  const file = new URL('../../../../docs/contract/amenities.md', import.meta.url)
  const text = (await readFile(file, 'utf8')).split(`## ${section}. `)[1]!
  return text.split('```')[1]!.trim().split(/\s+/)
}
