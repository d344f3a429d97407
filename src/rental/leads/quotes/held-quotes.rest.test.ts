/** Quotes that hold price and nights: docs/decisions/0010-quote-holds.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeKey,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const columns = { daily_rate: '100', cleaning_fee: '40', max_guests: 4 }
let month = 0

/** Creates a quote of three nights that no other test uses. */
async function hold(body: object = {}, { version = '3.3', as = key, property = '' } = {}) {
  const propertyUid = property || (await makeProperty(server, agencyUid, columns))
  const year = 2027 + month++
  const dates = { checkInDate: `${year}-03-01`, checkOutDate: `${year}-03-04` }
  const input = { propertyUid, ...dates, guests: 2, hold: true, ...body }
  const response = await server.request('POST', `/api/v${version}/quotes`, { key: as, body: input })
  return { ...response, asked: input }
}

const runAction = (uid: string, action: string) =>
  server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key })
const findOrder = async (uid: string) => {
  const { body } = await server.request('GET', `/api/v3.3/orders?leadUid=${uid}`, { key })
  return body.orders[0]
}

describe('POST /quotes with hold', () => {
  it('200: holds the nights with a lead on hold for 15 minutes', async () => {
    const guestInformation = { firstName: 'Ada' }
    const { status, body } = await hold({ guestInformation, childrenCount: 1 })
    assert.equal(status, 200)
    const { leadUid, expiresUtcDateTime } = body.quote.hold
    assert.equal(expiresUtcDateTime, '2026-05-20T15:15:00')
    const { body: read } = await server.request('GET', `/api/v3.3/leads/${leadUid}`, { key })
    const { status: leadStatus, guestInformation: guest } = read.lead
    assert.deepEqual([leadStatus, guest.firstName], ['ON_HOLD', 'Ada'])
    assert.deepEqual([guest.adultCount, guest.childrenCount], [1, 1])
  })

  it('books at the held price once, even if prices change', async () => {
    const { body, asked } = await hold({ quoteOverrides: { securityDeposit: 5 } })
    const { hold: held, totalAmount } = body.quote
    assert.equal(totalAmount, 340)
    const dearer = { pricing: { dailyRate: 999 } }
    const path = `/api/v3.3/properties/${asked.propertyUid}`
    assert.equal((await server.request('PATCH', path, { key, body: dearer })).status, 200)
    const booked = await runAction(held.leadUid, 'mark-as-booked')
    assert.deepEqual([booked.status, booked.body.lead.status], [200, 'BOOKED'])
    const again = await runAction(held.leadUid, 'mark-as-booked')
    assert.deepEqual(again.body, booked.body)
    const order = await findOrder(held.leadUid)
    assert.deepEqual([order.totalAmount, order.securityDeposit], [340, 5])
  })

  it('409: rejects a confirmation after its expiry, and the nights are free', async () => {
    const { body, asked } = await hold({ holdMinutes: 2 })
    server.clock.advance(2 * 60_000)
    const late = await runAction(body.quote.hold.leadUid, 'mark-as-booked')
    assert.deepEqual([late.status, late.body.code], [409, 'ILLEGAL_TRANSITION'])
    assert.equal(late.body.leadStatus, 'CLOSED')
    const dates = { checkInDate: asked.checkInDate, checkOutDate: asked.checkOutDate }
    assert.equal((await hold({ ...dates }, { property: asked.propertyUid })).status, 200)
  })

  it('409 NOT_AVAILABLE: rejects nights that another quote holds', async () => {
    const { asked } = await hold()
    const second = await hold(asked, { property: asked.propertyUid })
    assert.deepEqual([second.status, second.body.code], [409, 'NOT_AVAILABLE'])
  })
})

describe('input of POST /quotes with hold', () => {
  it('stores nothing if it is false, or before v3.3', async () => {
    for (const unheld of [await hold({ hold: false }), await hold({}, { version: '3.2' })]) {
      assert.equal(unheld.status, 200)
      assert.equal('hold' in unheld.body.quote, false)
      const list = `/api/v3.3/leads?propertyUid=${unheld.asked.propertyUid}`
      assert.equal((await server.request('GET', list, { key })).body.leads.length, 0)
    }
  })

  it('400 INVALID_PARAMETER: rejects 0 and 1,441 minutes, and a hold for a lead', async () => {
    const bodies = [{ holdMinutes: 0 }, { holdMinutes: 1_441 }]
    for (const body of bodies) assert.equal((await hold(body)).body.parameter, 'holdMinutes')
    const { body, asked } = await hold()
    const leadQuoteInput = { ...asked, leadUid: body.quote.hold.leadUid }
    const refused = await hold(leadQuoteInput, { property: asked.propertyUid })
    assert.deepEqual([refused.status, refused.body.parameter], [400, 'hold'])
  })

  it('403: rejects read-only keys and grants', async () => {
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    assert.equal((await hold({}, { as: secret })).body.code, 'READ_ONLY_CREDENTIAL')
    assert.equal((await hold({ hold: false }, { as: secret })).status, 200)
    const propertyUid = await makeProperty(server, agencyUid, columns)
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const refused = await hold({}, { as: token, property: propertyUid })
    assert.equal(refused.body.code, 'READ_ONLY_GRANT')
  })

  it('holds once for one Idempotency-Key', async () => {
    const propertyUid = await makeProperty(server, agencyUid, columns)
    const dates = { checkInDate: '2027-03-01', checkOutDate: '2027-03-04' }
    const body = { propertyUid, ...dates, hold: true }
    const headers = { 'idempotency-key': 'hold-1' }
    const twice = [1, 2].map(() =>
      server.request('POST', '/api/v3.3/quotes', { key, headers, body }),
    )
    const [first, second] = await Promise.all(twice)
    assert.deepEqual([first!.status, second!.body], [200, first!.body])
  })
})
