/** An order that is calculated anew keeps what was added to it: contract/orders.md §2. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeAgency, makeProperty } from '../../../test/fixtures.ts'
import { exampleOverrides, makePricedOrder } from '../../../test/orders.ts'
import { startServer } from '../../../test/server.ts'
import { cabinStay } from '../../../test/stays.ts'
import { newUid } from '../../platform/uid.ts'
import { priceStay } from '../quotes/price-stay.ts'
import { orderColumns } from './order.ts'
import { writeOrder } from './orders.ts'
import { settleOrder } from './settle-order.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)

it('an order that is priced anew keeps uid, time, adjustments and payments', async () => {
  const { leadUid, orderUid } = await makePricedOrder(server, agencyUid, { propertyUid })
  const post = (path: string, body: unknown) =>
    server.request('POST', `/api/v3.3${path}`, { key, body })
  const adjustments = `/orders/${orderUid}/order-adjustments`
  await post(adjustments, { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 })
  await post(adjustments, { transactionType: 'REFUND', adjustmentType: 'TAX', amount: 15.4 })
  await post('/transactions', { orderUid, type: 'SALE', status: 'SUCCESS', amount: 500 })

  server.clock.set('2026-05-21T10:00:00Z')
  const { clock, database } = server
  const now = clock.now()
  const priced = orderColumns(priceStay(cabinStay({ overrides: exampleOverrides })), null)
  const row = { agency_uid: agencyUid, uid: newUid(), lead_uid: leadUid, ...priced }
  await database.kysely.transaction().execute(async db => {
    const key = await writeOrder({ db }, { ...row, created_at: now, updated_at: now })
    await settleOrder({ db, clock }, key)
  })

  const { order } = (await server.request('GET', `/api/v3.3/orders/${orderUid}`, { key })).body
  assert.deepEqual([order.totalAmount, order.totalTaxesAmount], [1_065, 90])
  assert.equal(order.adjustmentItems.length, 2)
  assert.equal(order.creationUtcDateTime, '2026-05-20T15:00:00')
  assert.equal(order.updatedUtcDateTime, '2026-05-21T10:00:00')
  const legacy = (await server.request('GET', `/v2/orders/${orderUid}`, { key })).body
  assert.equal(legacy.balance, 565)
})
