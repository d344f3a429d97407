import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let key: string
let propertyUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  propertyUid = await makeProperty(server, agency.agencyUid)
})

const path = '/v2/customfees'
const tax = {
  name: 'City tax',
  amount: 4,
  amountType: 'TAX',
  taxationRate: 7.25,
  scope: 'PERCENTAGE_OF_RENT',
  type: 'TAX',
}

describe('/v2/customfees', () => {
  it('has no envelope, and the tax rate in percent, which is a fraction in v3', async () => {
    const body = { propertyUid, ...tax }
    const created = await server.request('POST', path, { key, body })
    assert.equal(created.status, 201)
    const { uid } = created.body
    assert.deepEqual({ ...created.body, ...body }, created.body)
    const list = await server.request('GET', `${path}?propertyUid=${propertyUid}`, { key })
    assert.deepEqual(list.body, [created.body])
    const one = await server.request('GET', `${path}/${uid}`, { key })
    assert.deepEqual(one.body, created.body)
    const newer = await server.request('GET', `/api/v3.3/fees/${uid}`, { key })
    const { maximumNights, persons, ...shared } = newer.body.fee
    assert.deepEqual(shared, { ...created.body, taxationRate: 0.0725 })
    assert.deepEqual([maximumNights, persons], [0, 'ADULTS_AND_CHILDREN'])
    assert.match(one.headers.get('link')!, new RegExp(`</api/v3.3/fees/${uid}>; rel="successor`))
  })

  it('PUT 200 with defaults for omitted fields, DELETE 204', async () => {
    const body = { propertyUid, ...tax }
    const { uid } = (await server.request('POST', path, { key, body })).body
    const linen = { name: 'Linen', amount: 5, amountType: 'AMOUNT', taxationRate: 100 }
    const changed = await server.request('PUT', `${path}/${uid}`, { key, body: linen })
    const { taxationRate, scope, type } = changed.body
    assert.deepEqual([changed.status, taxationRate, scope, type], [200, 100, 'PER_STAY', 'CUSTOM'])
    assert.equal((await server.request('DELETE', `${path}/${uid}`, { key })).status, 204)
    assert.equal((await server.request('GET', `${path}/${uid}`, { key })).status, 404)
  })

  it('400: rejects a tax rate above 100', async () => {
    const body = { propertyUid, ...tax, taxationRate: 100.1 }
    const response = await server.request('POST', path, { key, body })
    assert.deepEqual([response.status, response.body.parameter], [400, 'taxationRate'])
  })

  it('400: rejects a request without propertyUid', async () => {
    assert.equal((await server.request('GET', path, { key })).status, 400)
  })
})
