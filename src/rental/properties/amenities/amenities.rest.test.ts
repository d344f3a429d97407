/** Amenities: contract/properties.md §5.3, §6.3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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

describe('POST /amenities', () => {
  it('201: gives the amenity with its category', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const said = { amenity: 'CHECK_IN_OPTION_INSTRUCTION', description: 'Ring twice', price: 0.5 }
    const { status, body } = await request('POST', `${v3}/amenities`, { propertyUid, ...said })
    const { uid } = body.amenity
    const amenity = { uid, ...said, category: 'EXTRAS', propertyUid, hotelUid: null }
    assert.deepEqual([status, body.amenity], [201, amenity])
  })

  it('409 ALREADY_EXISTS for the same code, once of several at once', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, amenity: 'HAS_POOL' }
    const all = Array.from({ length: 5 }, () => request('POST', `${v3}/amenities`, body))
    const answers = await Promise.all(all)
    const made = answers.find(({ status }) => status === 201)!
    for (const { status, body } of answers.filter(answer => answer !== made)) {
      assert.deepEqual([status, body.code], [409, 'ALREADY_EXISTS'])
      assert.equal(body.existingUid, made.body.amenity.uid)
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
      const answer = await request('POST', `${v3}/amenities`, body)
      assert.deepEqual([answer.status, answer.body.code], [400, code])
    })
  }
})

describe('GET /available-amenities', () => {
  const known = async (query = '') => {
    const { status, body } = await request('GET', `${v3}/available-amenities${query}`)
    assert.equal(status, 200)
    return body.availableAmenities
  }

  it('200: the whole catalogue, each code once', async () => {
    const amenities: { amenity: string; category: string }[] = await known()
    assert.equal(new Set(amenities.map(({ amenity }) => amenity)).size, amenities.length)
    const sizes = Map.groupBy(amenities, ({ category }) => category)
    assert.deepEqual(
      [...sizes].map(([category, codes]) => [category, codes.length]),
      [
        ['INDOOR', 49],
        ['KITCHEN', 21],
        ['OUTDOOR', 39],
        ['FAMILY', 12],
        ['SAFETY', 8],
        ['ACCESSIBILITY', 8],
        ['EXTRAS', 13],
      ],
    )
  })

  it('200: channels know all but the extras', async () => {
    const everywhere = ['AIRBNB', 'BOOKINGDOTCOM', 'VRBO', 'HVMI', 'GOOGLE']
    for (const { category, channels } of await known()) {
      const { HOSTFULLY, ...others } = channels
      assert.deepEqual([HOSTFULLY, Object.keys(others)], [true, everywhere])
      const expected = category !== 'EXTRAS'
      assert.ok(Object.values(others).every(knows => knows === expected))
    }
  })

  it('200 for a property within reach, 403 for another', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    assert.deepEqual(await known(`?propertyUid=${propertyUid}`), await known())
    const path = `${v3}/available-amenities?propertyUid=${randomUUID()}`
    assert.equal((await request('GET', path)).status, 403)
  })
})

describe('/v2/amenities/{propertyUid}', () => {
  it('200: every code and rule, true where the property has it', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { body } = await request('GET', `/v2/amenities/${propertyUid}`)
    assert.equal(Object.keys(body).length, 157)
    assert.ok(Object.values(body).every(has => has === false))
    for (const key of ['hasTv', 'hasWifiSpeed25', 'isSkiInOut', 'checkInOption', 'allowsPets']) {
      assert.ok(key in body, key)
    }
  })

  it('200: PUT adds and takes away what it names', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const said = { propertyUid, amenity: 'HAS_TV', description: 'Large' }
    await request('POST', `${v3}/amenities`, said)
    await request('POST', `${v3}/amenities`, { propertyUid, amenity: 'HAS_POOL' })
    const change = { hasPool: false, hasSauna: true, hasTv: true, allowsPets: true, hasMoat: true }
    const { status, body } = await request('PUT', `/v2/amenities/${propertyUid}`, change)
    const had = Object.keys(body).filter(name => body[name])
    assert.deepEqual([status, had], [200, ['hasTv', 'hasSauna', 'allowsPets']])
    assert.deepEqual((await request('GET', `/v2/amenities/${propertyUid}`)).body, body)
    const list = await request('GET', `${v3}/amenities?propertyUid=${propertyUid}`)
    const [first, second] = list.body.amenities
    assert.deepEqual([first.description, second.amenity], ['Large', 'HAS_SAUNA'])
    const rules = await request('GET', `${v3}/property-rules?propertyUid=${propertyUid}`)
    assert.equal(rules.body.propertyRules[0].rule, 'ALLOWS_PETS')
  })

  it('200 for changes at once that name different codes: both hold', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const put = (body: object) => request('PUT', `/v2/amenities/${propertyUid}`, body)
    const changes = [{ hasTv: true }, { hasOven: true, hasTv: true }, { allowsSmoking: true }]
    const answers = await Promise.all(changes.map(put))
    assert.ok(answers.every(({ status }) => status === 200))
    const { body } = await request('GET', `/v2/amenities/${propertyUid}`)
    const had = Object.keys(body).filter(name => body[name])
    assert.deepEqual(had, ['hasTv', 'hasOven', 'allowsSmoking'])
  })

  it('400 for what is no boolean, and nothing is written', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const change = { hasTv: true, hasOven: 'perhaps' }
    const { status, body } = await request('PUT', `/v2/amenities/${propertyUid}`, change)
    assert.deepEqual([status, body.parameter], [400, 'hasOven'])
    assert.equal((await request('GET', `/v2/amenities/${propertyUid}`)).body.hasTv, false)
  })

  it('404 for an unknown property, 403 for a READ grant', async () => {
    assert.equal((await request('GET', `/v2/amenities/${randomUUID()}`)).status, 404)
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    await grant(server, agencyUid, partnerUid, propertyUid, { access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const path = `/v2/amenities/${propertyUid}`
    assert.equal((await request('GET', path, undefined, token)).status, 200)
    const { status, body } = await request('PUT', path, { hasTv: true }, token)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
  })
})
