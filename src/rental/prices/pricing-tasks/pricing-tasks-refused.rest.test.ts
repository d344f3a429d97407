import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
})

const bulk = '/api/v3.3/pricing-periods/bulk'

const post = (operations: unknown, by = key) =>
  server.request('POST', bulk, { key: by, body: { operations } })

const set = (pricingPeriod: object) => ({
  operation: 'SET',
  pricingPeriod: { propertyUid, ...pricingPeriod },
})

const countTasks = async () => {
  const rows = await server.database.kysely
    .selectFrom('pricing_tasks')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return rows.length
}

describe('POST /pricing-periods/bulk rejects the whole task', () => {
  for (const [name, operations, code] of [
    ['no operations', [], 'INVALID_PARAMETER'],
    ['what is no list', {}, 'INVALID_PARAMETER'],
    ['nothing', undefined, 'REQUIRED_PARAMETER'],
    ['1,001 operations', Array(1_001).fill(set({ date: '2027-06-10' })), 'INVALID_PARAMETER'],
  ] as const) {
    it(`400: ${name}`, async () => {
      const { status, body } = await post(operations)
      assert.deepEqual([status, body.code], [400, code])
    })
  }

  for (const [wrong, code] of [
    [{ date: '2027-06-31' }, 'INVALID_PARAMETER'],
    [{ date: '2027-06-10', price: -1 }, 'INVALID_PARAMETER'],
    [{ from: '2027-06-11', to: '2027-06-10' }, 'INVALID_DATE_RANGE'],
    [{ from: '2027-06-11' }, 'REQUIRED_PARAMETER'],
    [{ to: '2027-06-11' }, 'REQUIRED_PARAMETER'],
    [{}, 'REQUIRED_PARAMETER'],
    [{ date: '2027-06-10', from: '2027-06-10', to: '2027-06-11' }, 'CONFLICTING_PARAMETERS'],
    [{ from: '0001-01-01', to: '9999-12-31' }, 'INVALID_PARAMETER'],
    [{ date: '2027-06-10', propertyUid: null }, 'REQUIRED_PARAMETER'],
  ] as const) {
    it(`400: ${code} for ${JSON.stringify(wrong)} as the second operation`, async () => {
      const { status, body } = await post([set({ date: '2027-06-10', price: 1 }), set(wrong)])
      assert.deepEqual([status, body.code], [400, code])
      assert.equal(await countTasks(), 0)
    })
  }

  it('400: 36,601 dates, with the limit', async () => {
    const { status, body } = await post([
      set({ from: '2027-01-01', to: '2077-01-31', price: 1 }),
      set({ from: '2027-01-01', to: '2077-02-13', price: 1 }),
    ])
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
    assert.match(body.apiErrorMessage, /36600/)
  })

  it('400: INVALID_ENUM_VALUE for an unknown operation', async () => {
    const { status, body } = await post([{ ...set({ date: '2027-06-10' }), operation: 'set' }])
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
    assert.equal(body.parameter, 'operations[0].operation')
  })

  it('403: one property without access, and changes nothing', async () => {
    const other = await makeAgency(server)
    for (const uid of [randomUUID(), await makeProperty(server, other.agencyUid), 'no-uid']) {
      const operations = [
        set({ date: '2027-06-10', price: 1 }),
        set({ propertyUid: uid, date: '2027-06-10', price: 1 }),
      ]
      const { status, body } = await post(operations)
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
      assert.equal(await countTasks(), 0)
    }
  })
})

describe('access to pricing tasks', () => {
  it('403: READ_ONLY_GRANT for one of several properties; 202 with READ_WRITE', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    const second = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    await grant(server, { agencyUid, partnerUid, objectUid: second, access: 'READ' })
    const own = set({ date: '2027-06-10', price: 1 })
    const both = [own, set({ propertyUid: second, date: '2027-06-10', price: 1 })]
    const rejected = await post(both, by)
    assert.deepEqual([rejected.status, rejected.body.code], [403, 'READ_ONLY_GRANT'])
    const accepted = await post([own], by)
    assert.equal(accepted.status, 202)
    const path = `/api/v3.3/pricing-periods/bulk/${accepted.body.task.uid}`
    assert.equal((await server.request('GET', path, { key: by })).status, 200)
  })

  it('400: rejects properties of several agencies, even if the partner has access', async () => {
    const partner = await makePartner(server)
    const other = await makeAgency(server)
    const foreign = await makeProperty(server, other.agencyUid)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
    await grant(server, {
      agencyUid: other.agencyUid,
      partnerUid: partner.partnerUid,
      objectUid: foreign,
    })
    const own = set({ date: '2027-06-10', price: 1 })
    const both = [own, set({ propertyUid: foreign, date: '2027-06-10', price: 1 })]
    const send = (operations: unknown) =>
      server.request('POST', '/v2/pricingperiods/bulk', { key: partner.key, body: { operations } })
    const { status, body } = await send(both)
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'operations'])
    assert.equal((await send([own])).status, 202)
  })

  it('404: rejects a task with a property without a grant', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    const second = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const own = set({ date: '2027-06-10', price: 1 })
    const both = [own, set({ propertyUid: second, date: '2027-06-10', price: 1 })]
    const { task } = (await post(both)).body
    const path = `/api/v3.3/pricing-periods/bulk/${task.uid}`
    assert.equal((await server.request('GET', path, { key: by })).status, 404)
  })
})
