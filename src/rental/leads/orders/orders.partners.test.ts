/** Authorization of reads and writes of orders: contract/general.md §3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import {
  grant,
  makeAgency,
  makeHotel,
  makeKey,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key: agencyKey } = await makeAgency(server)
const { key: foreignKey } = await makeAgency(server)
const { secret: readOnlyKey } = await makeKey(server, agencyUid, { readOnly: true })
const hotelUid = await makeHotel(server, agencyUid)
const [written, read, hidden, roomType] = [
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid, { hotel_uid: hotelUid }),
]
const { partnerUid, key: partnerKey } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: written })
await grant(server, { agencyUid, partnerUid, objectUid: read, access: 'READ' })
await grant(server, { agencyUid, partnerUid, objectUid: hotelUid, isHotel: true })
const token = await makeToken(server, partnerUid, agencyUid)
const stranger = await makeToken(server, (await makePartner(server)).partnerUid, agencyUid)

const newOrder = (propertyUid: string) => makePricedOrder(server, agencyUid, { propertyUid })
const orders = {
  written: await newOrder(written),
  read: await newOrder(read),
  hidden: await newOrder(hidden),
  roomType: await newOrder(roomType),
}
type Name = keyof typeof orders

const get = (path: string, key = token) => server.request('GET', `/api/v3.3${path}`, { key })
const send = (method: string, path: string, key: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body ? { body } : {}) })
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 1 }
const sale = { type: 'SALE', status: 'SUCCESS', amount: 1 }

/** Sends every write of an order with one credential and returns status and code by write. */
async function sendWrites(name: Name, key: string) {
  const { orderUid } = orders[name]
  const path = `/orders/${orderUid}/order-adjustments`
  const added = await send('POST', path, agencyKey, charge)
  const adjustmentPath = `${path}/${added.body.orderAdjustment.uid}`
  const responses = [
    await send('POST', path, key, charge),
    await send('PUT', path, key, { ...charge, externalId: 'A' }),
    await send('DELETE', adjustmentPath, key),
    await send('POST', '/transactions', key, { orderUid, ...sale }),
  ]
  return responses.map(({ status, body }) => body?.code ?? status)
}

describe('a partner', () => {
  it('lists the orders of granted properties and hotels', async () => {
    const { body } = await get('/orders?updatedSince=2026-01-01')
    const uids = body.orders.map(({ uid }: { uid: string }) => uid)
    const granted = ['written', 'read', 'roomType'] as const
    assert.deepEqual(uids.sort(), granted.map(name => orders[name].orderUid).sort())
    assert.equal(body._metadata.totalCount, 3)
    assert.deepEqual((await get('/orders?updatedSince=2026-01-01', stranger)).body.orders, [])
  })

  it('reads granted orders by uid, and no others', async () => {
    for (const [name, status] of [
      ['written', 200],
      ['read', 200],
      ['roomType', 200],
      ['hidden', 404],
    ] as [Name, number][]) {
      const { orderUid, leadUid } = orders[name]
      const responses = [
        await get(`/orders/${orderUid}`),
        await get(`/orders?leadUid=${leadUid}`),
        await get(`/orders/${orderUid}/order-adjustments`),
        await get(`/transactions?orderUid=${orderUid}`),
        await server.request('GET', `/v2/orders/${orderUid}`, { key: partnerKey }),
      ]
      assert.deepEqual(new Set(responses.map(response => response.status)), new Set([status]), name)
    }
    assert.equal((await get(`/orders?propertyUid=${read}`)).body.orders.length, 1)
    const { status, body } = await get(`/orders?propertyUid=${hidden}`)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('a write of a partner', () => {
  it('is accepted with a read-write grant', async () => {
    assert.deepEqual(await sendWrites('written', token), [201, 201, 204, 201])
    assert.deepEqual(await sendWrites('roomType', token), [201, 201, 204, 201])
  })

  it('403: is rejected with a read-only grant', async () => {
    assert.deepEqual(new Set(await sendWrites('read', token)), new Set(['READ_ONLY_GRANT']))
  })

  it('404: is rejected without a grant', async () => {
    assert.deepEqual(new Set(await sendWrites('hidden', token)), new Set(['ORDER_NOT_FOUND']))
    assert.deepEqual(new Set(await sendWrites('written', stranger)), new Set(['ORDER_NOT_FOUND']))
  })

  it('404: is rejected for a payment of an inaccessible order', async () => {
    const { orderUid } = orders.hidden
    const { uid } = (await send('POST', '/transactions', agencyKey, { orderUid, ...sale })).body
      .transaction
    for (const key of [token, stranger, foreignKey]) {
      const { status, body } = await get(`/transactions/${uid}`, key)
      assert.deepEqual([status, body.code], [404, 'TRANSACTION_NOT_FOUND'])
    }
    assert.equal((await get(`/transactions/${uid}`, agencyKey)).status, 200)
  })

  it('gets no stored response after its grant has ended', async () => {
    const { orderUid } = orders.written
    const path = `/api/v3.3/orders/${orderUid}/order-adjustments`
    const headers = { 'idempotency-key': 'grant' }
    const add = () => server.request('POST', path, { key: token, headers, body: charge })
    assert.equal((await add()).status, 201)
    const setAccess = (access: string) =>
      server.database.kysely
        .updateTable('grants')
        .set({ access })
        .where('agency_uid', '=', agencyUid)
        .where('partner_uid', '=', partnerUid)
        .where('object_uid', '=', written)
        .execute()
    await setAccess('READ')
    assert.equal((await add()).body.code, 'READ_ONLY_GRANT')
    await setAccess('READ_WRITE')
    assert.equal((await add()).status, 201)
  })
})

describe('an agency', () => {
  it('404: is rejected for an order of another agency', async () => {
    assert.deepEqual(new Set(await sendWrites('written', foreignKey)), new Set(['ORDER_NOT_FOUND']))
    const { orderUid, leadUid } = orders.written
    assert.equal((await get(`/orders/${orderUid}`, foreignKey)).status, 404)
    assert.equal((await get(`/orders?leadUid=${leadUid}`, foreignKey)).status, 404)
    assert.equal((await get(`/orders?propertyUid=${written}`, foreignKey)).status, 403)
    assert.deepEqual((await get('/orders?updatedSince=2026-01-01', foreignKey)).body.orders, [])
  })

  it('403: is rejected with a read-only key', async () => {
    assert.equal((await get(`/orders/${orders.read.orderUid}`, readOnlyKey)).status, 200)
    assert.deepEqual(
      new Set(await sendWrites('read', readOnlyKey)),
      new Set(['READ_ONLY_CREDENTIAL']),
    )
  })
})
