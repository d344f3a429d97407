/** References in quote requests: contract/orders.md §8.3, contract/general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { listUnits, makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeFee } from '../../../../test/fixtures/prices.ts'
import {
  makeAgency,
  makeHotel,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const foreignUid = await makeProperty(server, foreign.agencyUid, cabin)
const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const newProperty = (columns = {}) =>
  makeProperty(server, agencyUid, { ...cabin, max_guests: 6, ...columns })
const propertyUid = await newProperty()
const fee = { property_uid: propertyUid, name: 'Linen', amount: '10' }
const feeUid = await makeFee(server, agencyUid, fee)
const otherFeeUid = await makeFee(server, agencyUid, { ...fee, property_uid: await newProperty() })
const foreignFee = { ...fee, property_uid: foreignUid }
const foreignFeeUid = await makeFee(server, foreign.agencyUid, foreignFee)

const post = (body: object, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, {
    key,
    body: { propertyUid, ...dates, ...body },
  })
const feeOverride = (otherFee: object) => ({ quoteOverrides: { fees: { otherFees: [otherFee] } } })

describe('references', () => {
  for (const [name, body, status, code] of [
    ['an unknown property', { propertyUid: randomUUID() }, 403, 'ACCESS_DENIED'],
    ['a foreign property', { propertyUid: foreignUid }, 403, 'ACCESS_DENIED'],
    ['a propertyUid that is not a UUID', { propertyUid: 'cabin' }, 403, 'ACCESS_DENIED'],
    ['another agency', { agencyUid: foreign.agencyUid }, 403, 'ACCESS_DENIED'],
    ['an agencyUid that is not a UUID', { agencyUid: 'mine' }, 403, 'ACCESS_DENIED'],
    ['an unknown lead', { leadUid: randomUUID() }, 404, 'LEAD_NOT_FOUND'],
    ['a leadUid that is not a UUID', { leadUid: 'ada' }, 404, 'LEAD_NOT_FOUND'],
    ['an unknown unit', { unitUid: randomUUID() }, 403, 'ACCESS_DENIED'],
    ['an unknown fee', feeOverride({ feeUid: randomUUID() }), 404, 'FEE_NOT_FOUND'],
    ['a feeUid that is not a UUID', feeOverride({ feeUid: 'linen' }), 404, 'FEE_NOT_FOUND'],
    ['a foreign fee', feeOverride({ feeUid: foreignFeeUid }), 404, 'FEE_NOT_FOUND'],
    ['a fee of another property', feeOverride({ feeUid: otherFeeUid }), 400, 'INVALID_PARAMETER'],
  ] as const) {
    it(`${status} ${code}: rejects ${name}`, async () => {
      const response = await post(body)
      assert.deepEqual([response.status, response.body.code], [status, code], response.text)
    })
  }

  it('403, 404: rejects a deleted property, a hotel and a foreign or deleted lead', async () => {
    const deleted_at = server.clock.now()
    const deletedProperty = await newProperty({ deleted_at })
    assert.equal((await post({ propertyUid: deletedProperty })).status, 403)
    const hotelUid = await makeHotel(server, agencyUid)
    assert.equal((await post({ propertyUid: hotelUid })).status, 403)
    const foreignLead = await makeLead(server, foreign.agencyUid, { property_uid: foreignUid })
    assert.equal((await post({ leadUid: foreignLead })).status, 404)
    const lead = await makeLead(server, agencyUid, { property_uid: propertyUid, deleted_at })
    assert.equal((await post({ leadUid: lead })).status, 404)
  })

  it('200: accepts uids in upper case', async () => {
    const upper = propertyUid.toUpperCase()
    const named = { agencyUid: agencyUid.toUpperCase(), propertyUid: upper }
    const { body } = await post({
      ...named,
      ...feeOverride({ feeUid: feeUid.toUpperCase(), amount: 7 }),
    })
    assert.equal(body.quote.propertyUid, propertyUid)
    assert.equal(body.quote.fees.otherFees[0].netPrice, 7)
  })
})

describe('unitUid', () => {
  it('checks that unit of a unit type', async () => {
    const hotel_uid = await makeHotel(server, agencyUid)
    const unitType = await newProperty({ hotel_uid })
    const free = await makeUnit(db, agencyUid, unitType)
    const inactive = await makeUnit(db, agencyUid, unitType, { is_active: false })
    const [held] = await listUnits(server, agencyUid, unitType)
    const stay = { checkIn: '2027-06-12', checkOut: '2027-06-16', unitUids: [held!] }
    await makeStay(server, agencyUid, { propertyUid: unitType, ...stay })
    assert.equal((await post({ propertyUid: unitType })).status, 200)
    assert.equal((await post({ propertyUid: unitType, unitUid: free.toUpperCase() })).status, 200)
    for (const unitUid of [held, inactive]) {
      const { status, body } = await post({ propertyUid: unitType, unitUid })
      assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
      assert.deepEqual([body.unitUid, body.freeUnits], [unitUid, [free]])
    }
    const { status, body } = await post({ unitUid: free })
    assert.deepEqual([status, body.parameter], [400, 'unitUid'])
    const text = `Invalid parameter 'unitUid' does not belong to property ${propertyUid}`
    assert.equal(body.apiErrorMessage, text)
  })

  it('403: rejects the internal unit of a property without unit types', async () => {
    const [uid] = await listUnits(server, agencyUid, propertyUid)
    assert.equal((await post({ unitUid: uid })).status, 403)
  })
})
