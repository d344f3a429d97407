/** Access of partners to promo codes: contract/orders.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePromoCode } from '../../../../test/fixtures/prices.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key: agencyKey } = await makeAgency(server)
const [written, read, hidden] = [
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
]
const { partnerUid } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: written })
await grant(server, { agencyUid, partnerUid, objectUid: read, access: 'READ' })
const key = await makeToken(server, partnerUid, agencyUid)
const stranger = await makeToken(server, (await makePartner(server)).partnerUid, agencyUid)

const codes = {
  wide: await makePromoCode(server, agencyUid, { code: 'WIDE' }),
  written: await makePromoCode(server, agencyUid, { code: 'WRITTEN', property_uid: written }),
  read: await makePromoCode(server, agencyUid, { code: 'READ', property_uid: read }),
  hidden: await makePromoCode(server, agencyUid, { code: 'HIDDEN', property_uid: hidden }),
}

const request = (method: string, rest: string, body?: unknown) =>
  server.request(method, `/api/v3.3/promo-codes${rest}`, {
    key,
    ...(body === undefined ? {} : { body }),
  })
const post = (code: string, propertyUid: string | null) =>
  request('POST', '', { agencyUid, code, propertyUid, discountType: 'PERCENT', discountAmount: 5 })

describe('a partner', () => {
  it('reads agency-wide codes and codes of granted properties', async () => {
    const { promoCodes } = (await request('GET', `?agencyUid=${agencyUid}`)).body
    const listedCodes = promoCodes.map(({ code }: { code: string }) => code)
    assert.deepEqual(listedCodes, ['READ', 'WRITTEN', 'WIDE'])
    assert.equal((await request('GET', `/${codes.read}`)).status, 200)
    assert.equal((await request('GET', `/${codes.hidden}`)).status, 404)
    assert.equal(
      (await request('GET', `?agencyUid=${agencyUid}&propertyUid=${hidden}`)).status,
      403,
    )
  })

  it('has to specify the agency if several gave it grants', async () => {
    const many = await makePartner(server)
    const other = await makeAgency(server)
    const list = () => server.request('GET', '/api/v3.3/promo-codes', { key: many.key })
    await grant(server, { agencyUid, partnerUid: many.partnerUid, objectUid: read })
    assert.equal((await list()).body.promoCodes.length, 2)
    const property = await makeProperty(server, other.agencyUid)
    await grant(server, {
      agencyUid: other.agencyUid,
      partnerUid: many.partnerUid,
      objectUid: property,
    })
    const { status, body } = await list()
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    assert.equal((await request('GET', '')).body.promoCodes.length, 3, 'a token is of one agency')
  })

  it('reads nothing without a grant', async () => {
    const url = `/api/v3.3/promo-codes?agencyUid=${agencyUid}`
    const { status, body } = await server.request('GET', url, { key: stranger })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('a partner that writes', () => {
  it('writes codes of a property with write access', async () => {
    const { status, body } = await post('NEW', written)
    assert.equal(status, 201)
    const { uid } = body.promoCode
    assert.equal((await request('PATCH', `/${uid}`, { isActive: false })).status, 200)
    assert.equal((await request('DELETE', `/${uid}`)).status, 204)
  })

  it('403: OPERATION_NOT_PERMITTED for other codes', async () => {
    const put = { code: 'X', discountType: 'PERCENT', discountAmount: 5 }
    for (const [answer, requires] of [
      [await post('NEW', null), 'agency'],
      [await post('NEW', read), 'READ_WRITE'],
      [await request('PATCH', `/${codes.wide}`, { isActive: false }), 'agency'],
      [await request('PATCH', `/${codes.read}`, { isActive: false }), 'READ_WRITE'],
      [await request('DELETE', `/${codes.wide}`), 'agency'],
      [await request('DELETE', `/${codes.read}`), 'READ_WRITE'],
      [await request('PUT', `/${codes.written}`, put), 'agency'],
      [await request('PATCH', `/${codes.written}`, { propertyUid: read }), 'READ_WRITE'],
    ] as const) {
      const { status, body } = answer
      assert.deepEqual(
        [status, body.code, body.requires],
        [403, 'OPERATION_NOT_PERMITTED', requires],
      )
    }
  })

  it('403: ACCESS_DENIED for an inaccessible property; 404 for its codes', async () => {
    assert.equal((await post('NEW', hidden)).body.code, 'ACCESS_DENIED')
    const moved = await request('PATCH', `/${codes.written}`, { propertyUid: hidden })
    assert.equal(moved.body.code, 'ACCESS_DENIED')
    assert.equal((await request('PATCH', `/${codes.hidden}`, { isActive: false })).status, 404)
    assert.equal((await request('DELETE', `/${codes.hidden}`)).status, 404)
  })

  it('changes nothing with a rejected request', async () => {
    const url = `/api/v3.3/promo-codes?agencyUid=${agencyUid}`
    const { promoCodes } = (await server.request('GET', url, { key: agencyKey })).body
    assert.equal(promoCodes.length, 4)
    assert.ok(promoCodes.every(({ isActive }: { isActive: boolean }) => isActive))
  })
})
