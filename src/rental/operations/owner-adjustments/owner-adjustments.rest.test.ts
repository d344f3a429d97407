/** Owner adjustments: contract/resources.md §2.3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string
let ownerUid: string

const request = (method: string, path: string, body?: unknown, by = key, version = 'v3.3') =>
  server.request(method, `/api/${version}${path}`, { key: by, ...(body ? { body } : {}) })

async function makeOwner(email: string): Promise<string> {
  const body = { agencyUid, firstName: 'Ada', lastName: 'Reed', email }
  return (await request('POST', '/owners', body)).body.owner.uid
}

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
  ownerUid = await makeOwner('ada@example.org')
})

const needed = () => ({
  adjustmentType: 'DEBIT',
  name: 'Boiler repair',
  propertyUid,
  amount: 120.5,
  date: '2026-07-04',
  taxRate: 0.2,
  currency: 'USD',
})
const path = '/owner-adjustments'
const add = (body: object = {}, by = key, version = 'v3.3') =>
  request('POST', path, { ...needed(), ...body }, by, version)
const create = async (body: object = {}) => (await add(body)).body.ownerAdjustment
const own = () => request('PUT', `/property-ownership/${propertyUid}`, { ownerUid })

describe('POST /owner-adjustments', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`201 in ${version} with every field, for the property's owner`, async () => {
      await own()
      const { status, body } = await add({}, key, version)
      assert.equal(status, 201)
      const { uid, createdUtcDateTime: at } = body.ownerAdjustment
      const rest = { description: null, ownerUid, leadUid: null }
      const times = { createdUtcDateTime: at, updatedUtcDateTime: at }
      assert.deepEqual(body, { ownerAdjustment: { uid, ...needed(), ...rest, ...times } })
      const get = await request('GET', `${path}/${uid}`, undefined, key, version)
      assert.deepEqual(get.body, body)
    })
  }

  it('201 for another owner or none, with a lead', async () => {
    await own()
    const bob = await makeOwner('bob@example.org')
    const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
    const about = await create({ ownerUid: bob, leadUid, description: 'New one' })
    assert.deepEqual([about.ownerUid, about.leadUid], [bob, leadUid])
    assert.equal(about.description, 'New one')
    assert.equal((await create({ ownerUid: null })).ownerUid, null)
  })

  it("201 with an amount in the currency's minor digits, half up", async () => {
    assert.equal((await create({ amount: 10.005 })).amount, 10.01)
    assert.equal((await create({ amount: 10.5, currency: 'jpy' })).amount, 11)
    assert.equal((await create({ amount: 0 })).amount, 0)
  })

  it('400 with all missing fields, and for invalid ones', async () => {
    const none = await request('POST', path, {})
    const fields = none.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields.sort(), Object.keys(needed()).sort())
    const other = await makeLead(server, agencyUid)
    const wrong = [
      { adjustmentType: 'GIFT' },
      { name: '' },
      { name: 'x'.repeat(256) },
      { description: 'x'.repeat(256) },
      { amount: -1 },
      { taxRate: 1.1 },
      { currency: 'NONE' },
      { date: 'soon' },
      { leadUid: other },
    ]
    for (const change of wrong) {
      const { status } = await add(change)
      assert.equal(status, 400, JSON.stringify(change))
    }
  })

  it('403, 404 for unknown or foreign objects', async () => {
    const foreign = await makeAgency(server)
    const foreignProperty = await makeProperty(server, foreign.agencyUid)
    const refusals = [
      [{ propertyUid: foreignProperty }, 'ACCESS_DENIED'],
      [{ propertyUid: randomUUID() }, 'ACCESS_DENIED'],
      [{ ownerUid: randomUUID() }, 'OWNER_NOT_FOUND'],
      [{ leadUid: randomUUID() }, 'LEAD_NOT_FOUND'],
    ] as const
    for (const [change, code] of refusals) assert.equal((await add(change)).body.code, code)
  })
})

describe('GET /owner-adjustments', () => {
  const dates = async (query: string) => {
    const { body } = await request('GET', `${path}?${query}`)
    return body.ownerAdjustments.map(({ date }: { date: string }) => date)
  }

  it('200: lists adjustments of a property, an owner or both, the latest date first', async () => {
    await own()
    const other = await makeProperty(server, agencyUid)
    for (const date of ['2026-07-02', '2026-07-04', '2026-07-03']) await create({ date })
    await create({ propertyUid: other, ownerUid, date: '2026-07-05' })
    await create({ ownerUid: null, date: '2026-07-01' })
    const propertyQuery = `propertyUid=${propertyUid}`
    const [first, second, third] = ['2026-07-04', '2026-07-03', '2026-07-02']
    assert.deepEqual(await dates(propertyQuery), [first, second, third, '2026-07-01'])
    assert.deepEqual(await dates(`ownerUid=${ownerUid}`), ['2026-07-05', first, second, third])
    assert.deepEqual(await dates(`${propertyQuery}&ownerUid=${ownerUid}`), [first, second, third])
    assert.deepEqual(await dates(`${propertyQuery}&from=2026-07-03&to=2026-07-04`), [first, second])
    assert.deepEqual(await dates(`${propertyQuery}&to=2026-07-01`), ['2026-07-01'])
  })

  it('400 without property and owner, and for a range that ends before it begins', async () => {
    const none = await request('GET', path)
    assert.equal(none.body.apiErrorMessage, "One of ['propertyUid', 'ownerUid'] is required")
    const range = `propertyUid=${propertyUid}&from=2026-07-04&to=2026-07-03`
    assert.equal((await request('GET', `${path}?${range}`)).body.code, 'INVALID_DATE_RANGE')
    const unknown = await request('GET', `${path}?ownerUid=${randomUUID()}`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'OWNER_NOT_FOUND'])
  })
})

describe('PUT and DELETE /owner-adjustments/{uid}', () => {
  it('200: missing fields have defaults; a repeated request changes nothing', async () => {
    const { uid } = await create({ description: 'x' })
    await own()
    server.clock.advance(60_000)
    const change = { ...needed(), amount: 99, taxRate: 0 }
    const { status, body } = await request('PUT', `${path}/${uid}`, change)
    assert.equal(status, 200)
    const { ownerAdjustment } = body
    assert.deepEqual([ownerAdjustment.amount, ownerAdjustment.description], [99, null])
    assert.equal(ownerAdjustment.ownerUid, ownerUid)
    server.clock.advance(60_000)
    assert.deepEqual((await request('PUT', `${path}/${uid}`, ownerAdjustment)).body, body)
    const events = (await readEventLog(server, agencyUid)).filter(
      ({ object_type }) => object_type === 'OWNER_ADJUSTMENT',
    )
    assert.deepEqual(formatEvents(events), ['OWNER_ADJUSTMENT_CREATED', 'OWNER_ADJUSTMENT_UPDATED'])
    assert.deepEqual(events[1]!.payload, {
      agency_uid: agencyUid,
      event_type: 'OWNER_ADJUSTMENT_UPDATED',
      owner_adjustment_uid: uid,
      property_uid: propertyUid,
    })
    assert.deepEqual(events[1]!.changes, {
      ownerUid: [null, ownerUid],
      amount: [120.5, 99],
      taxRate: [0.2, 0],
      description: ['x', null],
    })
  })

  it('200 for its own response, even after owner and lead are deleted', async () => {
    const leadUid = await makeLead(server, agencyUid, {
      property_uid: propertyUid,
      type: 'BLOCK',
      status: 'BLOCKED',
    })
    const adjustment = await create({ ownerUid, leadUid })
    await request('DELETE', `/owners/${ownerUid}`)
    assert.equal((await request('DELETE', `/leads/${leadUid}`)).status, 204)
    const again = await request('PUT', `${path}/${adjustment.uid}`, { ...adjustment, amount: 7 })
    assert.equal(again.status, 200, again.text)
    const { ownerAdjustment } = again.body
    assert.deepEqual([ownerAdjustment.ownerUid, ownerAdjustment.amount], [ownerUid, 7])
  })
})

describe('an adjustment that is moved or deleted', () => {
  it("200 for another property of the agency, 403 for another agency's", async () => {
    const { uid } = await create()
    const other = await makeProperty(server, agencyUid)
    const moved = await request('PUT', `${path}/${uid}`, { ...needed(), propertyUid: other })
    assert.equal(moved.body.ownerAdjustment.propertyUid, other)
    const foreign = await makeAgency(server)
    const foreignProperty = await makeProperty(server, foreign.agencyUid)
    const refused = await request('PUT', `${path}/${uid}`, {
      ...needed(),
      propertyUid: foreignProperty,
    })
    assert.equal(refused.body.code, 'ACCESS_DENIED')
  })

  it('204, then 404; 404 for an unknown and a foreign adjustment', async () => {
    const { uid } = await create()
    const { key: foreignKey } = await makeAgency(server)
    const foreign = await request('DELETE', `${path}/${uid}`, undefined, foreignKey)
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'OWNER_ADJUSTMENT_NOT_FOUND'])
    const responses = await Promise.all([1, 2].map(() => request('DELETE', `${path}/${uid}`)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404])
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? needed() : undefined
      const { status } = await request(method, `${path}/${uid}`, body)
      assert.equal(status, 404)
    }
  })
})

describe('a partner', () => {
  it('reads adjustments of granted properties, and writes them with READ_WRITE', async () => {
    const other = await makeProperty(server, agencyUid)
    await own()
    await request('PUT', `/property-ownership/${other}`, { ownerUid })
    const [visible, hidden] = [await create(), await create({ propertyUid: other })]
    const tokenWith = async (access: 'READ' | 'READ_WRITE') => {
      const { partnerUid } = await makePartner(server)
      await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
      return makeToken(server, partnerUid, agencyUid)
    }
    const reader = await tokenWith('READ')
    const { body } = await request('GET', `${path}?ownerUid=${ownerUid}`, undefined, reader)
    assert.deepEqual(
      body.ownerAdjustments.map(({ uid }: { uid: string }) => uid),
      [visible.uid],
    )
    assert.equal((await request('GET', `${path}/${hidden.uid}`, undefined, reader)).status, 404)
    assert.equal((await add({}, reader)).body.code, 'READ_ONLY_GRANT')
    const removed = await request('DELETE', `${path}/${visible.uid}`, undefined, reader)
    assert.equal(removed.body.code, 'READ_ONLY_GRANT')
    const writer = await tokenWith('READ_WRITE')
    assert.equal((await add({}, writer)).status, 201)
    const moved = { ...needed(), propertyUid: other }
    assert.equal((await request('PUT', `${path}/${visible.uid}`, moved, writer)).status, 403)
  })
})
