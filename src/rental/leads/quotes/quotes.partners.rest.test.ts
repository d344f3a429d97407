/** Quotes for partners: contract/general.md §3, contract/pricing.md §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makeHotel,
  makeKey,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const { agencyUid } = await makeAgency(server)
const columns = { ...cabin, max_guests: 6 }
const hotel_uid = await makeHotel(server, agencyUid)
const [granted, hidden, ofHotel] = [
  await makeProperty(server, agencyUid, { ...columns, minimum_stay: 4 }),
  await makeProperty(server, agencyUid, columns),
  await makeProperty(server, agencyUid, { ...columns, hotel_uid }),
]
const { partnerUid, key: partnerKey } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: granted, access: 'READ' })
await grant(server, { agencyUid, partnerUid, objectUid: hotel_uid, isHotel: true })
const key = await makeToken(server, partnerUid, agencyUid)
const other = await makeAgency(server)
const second = await makeProperty(server, other.agencyUid, columns)
await grant(server, { agencyUid: other.agencyUid, partnerUid, objectUid: second })

const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const post = (body: object, credential = key, path = '/api/v3.3/quotes') =>
  server.request('POST', path, { key: credential, body: { ...dates, ...body } })

describe('a partner', () => {
  it('200: gets quotes for a property with a grant on it or its hotel', async () => {
    assert.equal((await post({ propertyUid: granted })).status, 200)
    assert.equal((await post({ propertyUid: ofHotel })).status, 200)
  })

  it('403: is rejected for other properties, and without any grant', async () => {
    const { status, body } = await post({ propertyUid: hidden })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    assert.equal(body.apiErrorMessage, `No access to propertyUid ${hidden}`)
    assert.equal((await post({ propertyUid: second })).status, 403)
    const stranger = await makeToken(server, (await makePartner(server)).partnerUid, agencyUid)
    assert.equal((await post({ propertyUid: granted }, stranger)).status, 403)
  })

  it('404: is rejected for a lead of a property without a grant', async () => {
    const leadUid = await makeLead(server, agencyUid, { property_uid: hidden })
    const { status, body } = await post({ propertyUid: granted, leadUid })
    assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
  })

  it('must follow stay rules if dates of a booking change', async () => {
    const stay = { propertyUid: granted, checkIn: '2027-07-08', checkOut: '2027-07-12' }
    const leadUid = await makeStay(server, agencyUid, stay)
    const same = { checkInDate: '2027-07-08', checkOutDate: '2027-07-12', leadUid }
    assert.equal((await post({ propertyUid: granted, ...same, guests: 2 })).status, 200)
    const shorter = { propertyUid: granted, ...same, checkOutDate: '2027-07-10' }
    assert.equal((await post(shorter)).body.code, 'MINIMUM_STAY')
  })

  it('may access properties of several agencies with one key', async () => {
    const v2 = '/v2/quote'
    assert.equal((await post({ propertyUid: granted }, partnerKey, v2)).status, 200)
    assert.equal((await post({ propertyUid: second }, partnerKey, v2)).status, 200)
    assert.equal((await post({ propertyUid: hidden }, partnerKey, v2)).status, 403)
  })
})

describe('credentials', () => {
  it('401: are required; 200: may be read-only', async () => {
    const body = { propertyUid: granted, ...dates }
    assert.equal((await server.request('POST', '/api/v3.3/quotes', { body })).status, 401)
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    assert.equal((await post({ propertyUid: granted }, secret)).status, 200)
  })

  it('200: get the same response for the same Idempotency-Key', async () => {
    const options = {
      key,
      headers: { 'idempotency-key': 'quote-1' },
      body: { propertyUid: granted, ...dates },
    }
    const first = await server.request('POST', '/api/v3.3/quotes', options)
    const again = await server.request('POST', '/api/v3.3/quotes', options)
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })
})
