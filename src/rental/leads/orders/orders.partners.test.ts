/** Who may read orders and write what belongs to them: contract/general.md §3. */
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

const orderOf = (propertyUid: string) => makePricedOrder(server, agencyUid, { propertyUid })
const orders = {
  written: await orderOf(written),
  read: await orderOf(read),
  hidden: await orderOf(hidden),
  roomType: await orderOf(roomType),
}
type Name = keyof typeof orders

const get = (path: string, key = token) => server.request('GET', `/api/v3.3${path}`, { key })
const send = (method: string, path: string, key: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body ? { body } : {}) })
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 1 }
const sale = { type: 'SALE', status: 'SUCCESS', amount: 1 }

/** Every write of an order by one credential, told by the status and code of its answer. */
async function writes(name: Name, key: string) {
  const { orderUid } = orders[name]
  const path = `/orders/${orderUid}/order-adjustments`
  const added = await send('POST', path, agencyKey, charge)
  const one = `${path}/${added.body.orderAdjustment.uid}`
  const answers = [
    await send('POST', path, key, charge),
    await send('PUT', path, key, { ...charge, externalId: 'A' }),
    await send('DELETE', one, key),
    await send('POST', '/transactions', key, { orderUid, ...sale }),
  ]
  return answers.map(({ status, body }) => body?.code ?? status)
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

  it('reads them by their uids, and nothing else', async () => {
    for (const [name, status] of [
      ['written', 200],
      ['read', 200],
      ['roomType', 200],
      ['hidden', 404],
    ] as [Name, number][]) {
      const { orderUid, leadUid } = orders[name]
      const answers = [
        await get(`/orders/${orderUid}`),
        await get(`/orders?leadUid=${leadUid}`),
        await get(`/orders/${orderUid}/order-adjustments`),
        await get(`/transactions?orderUid=${orderUid}`),
        await server.request('GET', `/v2/orders/${orderUid}`, { key: partnerKey }),
      ]
      assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([status]), name)
    }
    assert.equal((await get(`/orders?propertyUid=${read}`)).body.orders.length, 1)
    const { status, body } = await get(`/orders?propertyUid=${hidden}`)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('what a partner writes', () => {
  it('is taken where its grant is to write', async () => {
    assert.deepEqual(await writes('written', token), [201, 201, 204, 201])
    assert.deepEqual(await writes('roomType', token), [201, 201, 204, 201])
  })

  it('403: its grant is to read', async () => {
    assert.deepEqual(new Set(await writes('read', token)), new Set(['READ_ONLY_GRANT']))
  })

  it('404: it has no grant', async () => {
    assert.deepEqual(new Set(await writes('hidden', token)), new Set(['ORDER_NOT_FOUND']))
    assert.deepEqual(new Set(await writes('written', stranger)), new Set(['ORDER_NOT_FOUND']))
  })

  it('404: a payment of an order that it does not reach', async () => {
    const { orderUid } = orders.hidden
    const { uid } = (await send('POST', '/transactions', agencyKey, { orderUid, ...sale })).body
      .transaction
    for (const key of [token, stranger, foreignKey]) {
      const { status, body } = await get(`/transactions/${uid}`, key)
      assert.deepEqual([status, body.code], [404, 'TRANSACTION_NOT_FOUND'])
    }
    assert.equal((await get(`/transactions/${uid}`, agencyKey)).status, 200)
  })

  it('gets no stored reply once its grant has ended', async () => {
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
  it('404: the order is of another agency', async () => {
    assert.deepEqual(new Set(await writes('written', foreignKey)), new Set(['ORDER_NOT_FOUND']))
    const { orderUid, leadUid } = orders.written
    assert.equal((await get(`/orders/${orderUid}`, foreignKey)).status, 404)
    assert.equal((await get(`/orders?leadUid=${leadUid}`, foreignKey)).status, 404)
    assert.equal((await get(`/orders?propertyUid=${written}`, foreignKey)).status, 403)
    assert.deepEqual((await get('/orders?updatedSince=2026-01-01', foreignKey)).body.orders, [])
  })

  it('403: the key is for reading only', async () => {
    assert.equal((await get(`/orders/${orders.read.orderUid}`, readOnlyKey)).status, 200)
    assert.deepEqual(new Set(await writes('read', readOnlyKey)), new Set(['READ_ONLY_CREDENTIAL']))
  })
})
