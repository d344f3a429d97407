/** Blanks in optional references of bodies: contract/general.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await makeAgency(server)
await makePromoCode(server, agencyUid, { code: 'SPRING10' })
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, ...(body === undefined ? {} : { body }) })
const newProperty = () => makeProperty(server, agencyUid, { daily_rate: '100' })
const dates = { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-03' }
const booking = (propertyUid: string, more: object) => ({
  ...{ agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: {} },
  ...more,
})
const readDiscountCode = async (leadUid: string) => {
  const { body } = await call('GET', `/api/v3.3/orders?leadUid=${leadUid}`)
  return body.orders[0].rent.discount?.discountCode ?? null
}

describe('blanks in a body', () => {
  for (const blank of ['', ' ', '\t ']) {
    it(`201: treats ${JSON.stringify(blank)} as a missing optional reference`, async () => {
      const fields = ['unitUid', 'assigneeUid', 'channel', 'source', 'rentalAgreementUrl']
      const blanks = Object.fromEntries([...fields, 'promoCode'].map(name => [name, blank]))
      const created = await call('POST', '/api/v3.3/leads', booking(await newProperty(), blanks))
      assert.equal(created.status, 201, created.text)
      const { lead } = created.body
      assert.deepEqual(
        [lead.unitUid, lead.assignee.uid, lead.channel, lead.source, lead.rentalAgreementUrl],
        [null, null, 'HOSTFULLY', 'HOSTFULLY_API', null],
      )
      assert.equal(await readDiscountCode(lead.uid), null)
    })
  }

  it('200: blanks clear optional fields of a PATCH or an alteration', async () => {
    const rentalAgreementUrl = 'https://agreements.example.org/1'
    const input = booking(await newProperty(), { promoCode: 'SPRING10', rentalAgreementUrl })
    const { lead } = (await call('POST', '/api/v3.3/leads', input)).body
    const patch = { rentalAgreementUrl: ' ', assigneeUid: '' }
    const patched = await call('PATCH', `/api/v3.3/leads/${lead.uid}`, patch)
    assert.equal(patched.body.lead.rentalAgreementUrl, null)
    const altered = { promoCode: '', unitUid: '', propertyUid: '' }
    const response = await call('POST', `/api/v3.3/leads/${lead.uid}/alteration`, altered)
    assert.equal(response.status, 200, response.text)
    assert.equal(await readDiscountCode(lead.uid), null)
  })

  it('400: blanks in a mandatory reference are rejected', async () => {
    const response = await call('POST', '/api/v3.3/leads', booking('', { status: '' }))
    assert.equal(response.status, 400)
  })
})

describe('a promo code with blanks around it', () => {
  it('is trimmed in leads, alterations, quotes and both forms of the v2 quote', async () => {
    const promoCode = ' spring10\t'
    const propertyUid = await newProperty()
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-03' }
    const quoted = await call('POST', '/api/v3.3/quotes', { ...stay, promoCode })
    assert.deepEqual([quoted.status, quoted.body.quote?.totalAmount], [200, 180], quoted.text)
    const old = await call('POST', '/v2/quote', { ...stay, promoCode })
    const query = new URLSearchParams({ ...stay, promoCode })
    const current = await call('GET', `/v2/quote?${query}`)
    assert.deepEqual([old.body.total, current.body.total], [180, 180])
    const created = await call('POST', '/api/v3.3/leads', booking(propertyUid, { promoCode }))
    assert.equal(await readDiscountCode(created.body.lead.uid), 'SPRING10')
    const plain = await call('POST', '/api/v3.3/leads', booking(await newProperty(), {}))
    const { uid } = plain.body.lead
    await call('POST', `/api/v3.3/leads/${uid}/alteration`, { promoCode })
    assert.equal(await readDiscountCode(uid), 'SPRING10')
  })

  it('200: blanks alone are treated as missing in quotes of both forms', async () => {
    const propertyUid = await newProperty()
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-03' }
    for (const promoCode of ['', ' ', null]) {
      const quoted = await call('POST', '/api/v3.3/quotes', { ...stay, promoCode })
      const old = await call('POST', '/v2/quote', { ...stay, promoCode })
      assert.deepEqual([quoted.body.quote?.totalAmount, old.body.total], [200, 200])
    }
    assert.equal(
      (await call('GET', `/v2/quote?${new URLSearchParams(stay)}&promoCode=+`)).status,
      200,
    )
  })

  it('is stored and listed without blanks', async () => {
    const path = '/api/v3.3/promo-codes'
    const matching = await call('GET', `${path}?agencyUid=${agencyUid}&code=spring10%20`)
    assert.equal(matching.body.promoCodes.length, 1)
    const all = await call('GET', `${path}?agencyUid=${agencyUid}&code=%20`)
    assert.ok(all.body.promoCodes.length >= 1)
    const code = { agencyUid, code: ' WINTER ', discountType: 'PERCENT', discountAmount: 5 }
    const created = await call('POST', path, code)
    assert.deepEqual([created.status, created.body.promoCode?.code], [201, 'WINTER'])
  })
})
