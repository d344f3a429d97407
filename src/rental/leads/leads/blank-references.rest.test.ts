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
const house = () => makeProperty(server, agencyUid, { daily_rate: '100' })
const dates = { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-03' }
const booking = (propertyUid: string, more: object) => ({
  ...{ agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: {} },
  ...more,
})
const discountOf = async (leadUid: string) => {
  const { body } = await call('GET', `/api/v3.3/orders?leadUid=${leadUid}`)
  return body.orders[0].rent.discount?.discountCode ?? null
}

describe('blanks in a body', () => {
  for (const blank of ['', ' ', '\t ']) {
    it(`201: ${JSON.stringify(blank)} in every optional reference of a lead is none`, async () => {
      const fields = ['unitUid', 'assigneeUid', 'channel', 'source', 'rentalAgreementUrl']
      const blanks = Object.fromEntries([...fields, 'promoCode'].map(name => [name, blank]))
      const made = await call('POST', '/api/v3.3/leads', booking(await house(), blanks))
      assert.equal(made.status, 201, made.text)
      const { lead } = made.body
      assert.deepEqual(
        [lead.unitUid, lead.assignee.uid, lead.channel, lead.source, lead.rentalAgreementUrl],
        [null, null, 'HOSTFULLY', 'HOSTFULLY_API', null],
      )
      assert.equal(await discountOf(lead.uid), null)
    })
  }

  it('200: blanks clear what a PATCH or an alteration may clear', async () => {
    const rentalAgreementUrl = 'https://agreements.example.org/1'
    const told = booking(await house(), { promoCode: 'SPRING10', rentalAgreementUrl })
    const { lead } = (await call('POST', '/api/v3.3/leads', told)).body
    const patch = { rentalAgreementUrl: ' ', assigneeUid: '' }
    const patched = await call('PATCH', `/api/v3.3/leads/${lead.uid}`, patch)
    assert.equal(patched.body.lead.rentalAgreementUrl, null)
    const altered = { promoCode: '', unitUid: '', propertyUid: '' }
    const answer = await call('POST', `/api/v3.3/leads/${lead.uid}/alteration`, altered)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await discountOf(lead.uid), null)
  })

  it('400: blanks in a mandatory reference are still no value', async () => {
    const answer = await call('POST', '/api/v3.3/leads', booking('', { status: '' }))
    assert.equal(answer.status, 400)
  })
})

describe('a promo code with blanks around it', () => {
  it('is the code: of leads, alterations, quotes and both forms of the v2 quote', async () => {
    const promoCode = ' spring10\t'
    const propertyUid = await house()
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-03' }
    const quoted = await call('POST', '/api/v3.3/quotes', { ...stay, promoCode })
    assert.deepEqual([quoted.status, quoted.body.quote?.totalAmount], [200, 180], quoted.text)
    const old = await call('POST', '/v2/quote', { ...stay, promoCode })
    const query = new URLSearchParams({ ...stay, promoCode })
    const asked = await call('GET', `/v2/quote?${query}`)
    assert.deepEqual([old.body.total, asked.body.total], [180, 180])
    const made = await call('POST', '/api/v3.3/leads', booking(propertyUid, { promoCode }))
    assert.equal(await discountOf(made.body.lead.uid), 'SPRING10')
    const plain = await call('POST', '/api/v3.3/leads', booking(await house(), {}))
    const { uid } = plain.body.lead
    await call('POST', `/api/v3.3/leads/${uid}/alteration`, { promoCode })
    assert.equal(await discountOf(uid), 'SPRING10')
  })

  it('200: blanks alone are none in quotes of both forms', async () => {
    const propertyUid = await house()
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

  it('is found in the list of codes, and stored without them', async () => {
    const path = '/api/v3.3/promo-codes'
    const found = await call('GET', `${path}?agencyUid=${agencyUid}&code=spring10%20`)
    assert.equal(found.body.promoCodes.length, 1)
    const all = await call('GET', `${path}?agencyUid=${agencyUid}&code=%20`)
    assert.ok(all.body.promoCodes.length >= 1)
    const code = { agencyUid, code: ' WINTER ', discountType: 'PERCENT', discountAmount: 5 }
    const made = await call('POST', path, code)
    assert.deepEqual([made.status, made.body.promoCode?.code], [201, 'WINTER'])
  })
})
