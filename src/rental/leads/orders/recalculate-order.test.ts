/** A recalculated order retains its additions: contract/orders.md §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleOverrides } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })

const get = async (path: string) => (await server.request('GET', path, { key })).body
const post = async (path: string, body: unknown) => {
  const response = await server.request('POST', `/api/v3.3${path}`, { key, body })
  assert.ok(response.status < 300, response.text)
  return response.body
}

describe('a recalculated order', () => {
  it('retains uid, creation time, adjustments and payments', async () => {
    const { lead } = await post('/leads', {
      agencyUid,
      propertyUid,
      type: 'BOOKING',
      status: 'BOOKED',
      source: 'HOSTFULLY_API',
      checkInLocalDateTime: '2027-06-10T16:00:00',
      checkOutLocalDateTime: '2027-06-14T11:00:00',
      guestInformation: {
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann@example.org',
        adultCount: 4,
      },
    })
    const order = async () => (await get(`/api/v3.3/orders?leadUid=${lead.uid}`)).orders[0]
    const before = await order()
    assert.equal(before.totalAmount, 934.5)
    const adjustments = `/orders/${before.uid}/order-adjustments`
    await post(adjustments, { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 })
    await post(adjustments, { transactionType: 'REFUND', adjustmentType: 'TAX', amount: 15.4 })
    const sale = { type: 'SALE', status: 'SUCCESS', amount: 500 }
    await post('/transactions', { orderUid: before.uid, ...sale })

    server.clock.set('2026-05-21T10:00:00Z')
    await post(`/leads/${lead.uid}/alteration`, { quoteOverrides: exampleOverrides })

    const after = await order()
    assert.deepEqual([after.totalAmount, after.totalTaxesAmount], [1_065, 90])
    assert.equal(after.uid, before.uid)
    assert.equal(after.adjustmentItems.length, 2)
    assert.equal(after.creationUtcDateTime, before.creationUtcDateTime)
    assert.equal(after.updatedUtcDateTime, '2026-05-21T10:00:00')
    assert.equal((await get(`/v2/orders/${after.uid}`)).balance, 565)
  })
})
