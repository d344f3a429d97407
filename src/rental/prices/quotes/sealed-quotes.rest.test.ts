/** Quotes that keep price and nights: docs/decisions/0010-quote-holds.md. */
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

/** A quote of three nights that no other test asks for. */
async function hold(body: object = {}, { version = '3.3', as = key, property = '' } = {}) {
  const propertyUid = property || (await makeProperty(server, agencyUid, columns))
  const year = 2027 + month++
  const dates = { checkInDate: `${year}-03-01`, checkOutDate: `${year}-03-04` }
  const asked = { propertyUid, ...dates, guests: 2, hold: true, ...body }
  const answer = await server.request('POST', `/api/v${version}/quotes`, { key: as, body: asked })
  return { ...answer, asked }
}

const act = (uid: string, action: string) =>
  server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key })
const orderOf = async (uid: string) => {
  const { body } = await server.request('GET', `/api/v3.3/orders?leadUid=${uid}`, { key })
  return body.orders[0]
}

describe('POST /quotes with hold', () => {
  it('200: keeps the nights as a lead on hold for 15 minutes', async () => {
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

  it('books the promised price once, whatever prices are by then', async () => {
    const { body, asked } = await hold({ quoteOverrides: { securityDeposit: 5 } })
    const { hold: held, totalAmount } = body.quote
    assert.equal(totalAmount, 340)
    const dearer = { pricing: { dailyRate: 999 } }
    const path = `/api/v3.3/properties/${asked.propertyUid}`
    assert.equal((await server.request('PATCH', path, { key, body: dearer })).status, 200)
    const booked = await act(held.leadUid, 'mark-as-booked')
    assert.deepEqual([booked.status, booked.body.lead.status], [200, 'BOOKED'])
    const again = await act(held.leadUid, 'mark-as-booked')
    assert.deepEqual(again.body, booked.body)
    const order = await orderOf(held.leadUid)
    assert.deepEqual([order.totalAmount, order.securityDeposit], [340, 5])
  })

  it('409 on confirmation after its time, and the nights are free', async () => {
    const { body, asked } = await hold({ holdMinutes: 2 })
    server.clock.advance(2 * 60_000)
    const late = await act(body.quote.hold.leadUid, 'mark-as-booked')
    assert.deepEqual([late.status, late.body.code], [409, 'ILLEGAL_TRANSITION'])
    assert.equal(late.body.leadStatus, 'CLOSED')
    const dates = { checkInDate: asked.checkInDate, checkOutDate: asked.checkOutDate }
    assert.equal((await hold({ ...dates }, { property: asked.propertyUid })).status, 200)
  })

  it('409 NOT_AVAILABLE for nights that another quote keeps', async () => {
    const { asked } = await hold()
    const second = await hold(asked, { property: asked.propertyUid })
    assert.deepEqual([second.status, second.body.code], [409, 'NOT_AVAILABLE'])
  })
})

describe('what POST /quotes with hold asks for', () => {
  it('stores nothing when it is false, or below 3.3', async () => {
    for (const answer of [await hold({ hold: false }), await hold({}, { version: '3.2' })]) {
      assert.equal(answer.status, 200)
      assert.equal('hold' in answer.body.quote, false)
      const list = `/api/v3.3/leads?propertyUid=${answer.asked.propertyUid}`
      assert.equal((await server.request('GET', list, { key })).body.leads.length, 0)
    }
  })

  it('400 INVALID_PARAMETER for 0 and 1,441 minutes, and for a lead', async () => {
    const bodies = [{ holdMinutes: 0 }, { holdMinutes: 1_441 }]
    for (const body of bodies) assert.equal((await hold(body)).body.parameter, 'holdMinutes')
    const { body, asked } = await hold()
    const ofLead = { ...asked, leadUid: body.quote.hold.leadUid }
    const refused = await hold(ofLead, { property: asked.propertyUid })
    assert.deepEqual([refused.status, refused.body.parameter], [400, 'hold'])
  })

  it('403 for keys and grants that may only read', async () => {
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
