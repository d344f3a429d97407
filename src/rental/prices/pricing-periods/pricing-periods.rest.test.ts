import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
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

const blank = {
  price: null,
  minimumStay: null,
  availableForCheckIn: null,
  availableForCheckOut: null,
  name: null,
}

interface Options {
  operation?: string
  version?: string
  headers?: Record<string, string>
}

const change = (fields: object, options: Options = {}) => {
  const { operation = 'SET', version = 'v3.3', headers = {} } = options
  const pricingPeriod = { propertyUid, date: '2027-06-10', ...fields }
  return server.request('POST', `/api/${version}/pricing-periods`, {
    key,
    headers,
    body: { operation, pricingPeriod },
  })
}

const list = async (range = 'from=2027-06-01&to=2027-06-30', version = 'v3.3') =>
  server.request('GET', `/api/${version}/pricing-periods?propertyUid=${propertyUid}&${range}`, {
    key,
  })

const emitsUpdate = async () => {
  const row = await server.database.kysely
    .selectFrom('properties')
    .select('updated_at')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  return row.updated_at.getTime()
}

describe('POST /pricing-periods SET', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: ${version} returns the whole pricing period, which is then listed`, async () => {
      const fields = {
        price: 150.5,
        minimumStay: 2,
        availableForCheckIn: false,
        availableForCheckOut: true,
        name: 'Fair',
      }
      const { status, body } = await change(fields, { version })
      assert.equal(status, 200)
      const record = { propertyUid, date: '2027-06-10', ...fields }
      assert.deepEqual(body, { pricingPeriod: record })
      const listed = await list(undefined, version)
      const _metadata = { count: 1, totalCount: 1 }
      assert.deepEqual(listed.body, { pricingPeriods: [record], _metadata })
    })
  }

  it('200: omitted fields do not change, null clears a field', async () => {
    await change({ minimumStay: 3, name: 'Fair' })
    const { body } = await change({ price: 99.99 })
    assert.deepEqual(
      [body.pricingPeriod.price, body.pricingPeriod.minimumStay, body.pricingPeriod.name],
      [99.99, 3, 'Fair'],
    )
    const cleared = await change({ minimumStay: null })
    assert.deepEqual(
      [cleared.body.pricingPeriod.price, cleared.body.pricingPeriod.minimumStay],
      [99.99, null],
    )
  })

  it('200: deletes a pricing period without values', async () => {
    await change({ price: 10 })
    const { body } = await change({ price: null })
    assert.deepEqual(body.pricingPeriod, { propertyUid, date: '2027-06-10', ...blank })
    assert.deepEqual((await list()).body.pricingPeriods, [])
    assert.equal((await change({})).status, 200)
    assert.equal((await change({ name: null })).status, 200)
    assert.deepEqual((await list()).body.pricingPeriods, [])
  })

  it('200: isCheckinAllowed and isCheckoutAllowed override the newer names', async () => {
    const { body } = await change({
      availableForCheckIn: true,
      isCheckinAllowed: false,
      isCheckoutAllowed: false,
    })
    const { availableForCheckIn, availableForCheckOut } = body.pricingPeriod
    assert.deepEqual([availableForCheckIn, availableForCheckOut], [false, false])
    const cleared = await change({ availableForCheckOut: true, isCheckoutAllowed: null })
    assert.equal(cleared.body.pricingPeriod.availableForCheckOut, null)
  })

  it('200: accepts six digits, a date-time as its date, and uids in any case', async () => {
    const { body } = await change({
      price: 0.12345678,
      date: '2027-06-10T16:00:00',
      propertyUid: propertyUid.toUpperCase(),
    })
    const { price, date, propertyUid: uid } = body.pricingPeriod
    assert.deepEqual([price, date, uid], [0.123457, '2027-06-10', propertyUid])
  })
})

describe('events and concurrency of SET', () => {
  it('200: marks the property as updated once, and not if nothing changes', async () => {
    const before = await emitsUpdate()
    await change({ price: 150 })
    const after = await emitsUpdate()
    assert.ok(after > before)
    await change({ price: 150 })
    await change({})
    assert.equal(await emitsUpdate(), after)
    await change({}, { operation: 'REMOVE' })
    const removed = await emitsUpdate()
    assert.ok(removed > after)
    await change({}, { operation: 'REMOVE' })
    assert.equal(await emitsUpdate(), removed)
  })

  it('200: stores different fields of one date from concurrent requests', async () => {
    const fields = [{ price: 9 }, { minimumStay: 4 }, { name: 'Fair' }, { isCheckinAllowed: false }]
    const responses = await Promise.all(fields.map(field => change(field)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const [record] = (await list()).body.pricingPeriods
    const { price, minimumStay, name, availableForCheckIn } = record
    assert.deepEqual([price, minimumStay, name, availableForCheckIn], [9, 4, 'Fair', false])
  })

  it('200: loses no change of concurrent REMOVE and SET', async () => {
    for (let round = 0; round < 5; round++) {
      await change({ price: 5, name: null })
      const [cleared, set] = await Promise.all([change({ price: null }), change({ name: 'Fair' })])
      assert.deepEqual([cleared.status, set.status], [200, 200])
      const [record] = (await list()).body.pricingPeriods
      assert.deepEqual([record.price, record.name], [null, 'Fair'])
    }
  })
})

describe('POST /pricing-periods rejects', () => {
  for (const [bad, code] of [
    [{ price: -1 }, 'INVALID_PARAMETER'],
    [{ price: 1e10 }, 'INVALID_PARAMETER'],
    [{ price: 'dear' }, 'INVALID_PARAMETER'],
    [{ minimumStay: 0 }, 'INVALID_PARAMETER'],
    [{ minimumStay: 1.5 }, 'INVALID_PARAMETER'],
    [{ minimumStay: 2 ** 31 }, 'INVALID_PARAMETER'],
    [{ isCheckinAllowed: 'maybe' }, 'INVALID_PARAMETER'],
    [{ name: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    [{ date: '2027-02-30' }, 'INVALID_PARAMETER'],
    [{ date: null }, 'REQUIRED_PARAMETER'],
    [{ propertyUid: null }, 'REQUIRED_PARAMETER'],
  ] as const) {
    it(`400: ${JSON.stringify(bad).slice(0, 40)}`, async () => {
      const { status, body } = await change(bad)
      assert.deepEqual([status, body.code], [400, code])
      assert.deepEqual((await list()).body.pricingPeriods, [])
    })
  }

  it('400: an unknown operation, and none', async () => {
    const { status, body } = await change({}, { operation: 'ADD' })
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
    assert.equal(body.apiErrorMessage, 'Wrong enum value, allowed values are: SET, REMOVE')
    const empty = await server.request('POST', '/api/v3.3/pricing-periods', { key, body: {} })
    assert.deepEqual([empty.status, empty.body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('200: removes a control character from the name', async () => {
    const { body } = await change({ name: 'Fa\u0000ir' })
    assert.equal(body.pricingPeriod.name, 'Fair')
  })

  it('200: a repeated key returns the stored response and changes nothing', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await change({ price: 1 }, { headers })
    await change({ price: 2 })
    const again = await change({ price: 1 }, { headers })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await list()).body.pricingPeriods[0].price, 2)
  })
})

describe('POST /pricing-periods REMOVE', () => {
  it('200: returns five nulls, even if nothing was stored', async () => {
    await change({ price: 10, name: 'Fair' })
    for (let i = 0; i < 2; i++) {
      const { status, body } = await change({ price: 5 }, { operation: 'REMOVE' })
      assert.equal(status, 200)
      assert.deepEqual(body.pricingPeriod, { propertyUid, date: '2027-06-10', ...blank })
    }
    assert.deepEqual((await list()).body.pricingPeriods, [])
  })
})

describe('GET /pricing-periods', () => {
  it('200: returns the dates with a pricing period, ascending, both ends inclusive', async () => {
    for (const date of ['2027-06-12', '2027-06-10', '2027-06-14', '2027-06-09']) {
      await change({ date, price: 1 })
    }
    const { body } = await list('from=2027-06-10&to=2027-06-14')
    const dates = body.pricingPeriods.map(({ date }: { date: string }) => date)
    assert.deepEqual(dates, ['2027-06-10', '2027-06-12', '2027-06-14'])
  })

  it('200: accepts 1,461 dates; 400: rejects more, with the limit', async () => {
    assert.equal((await list('from=2024-01-01&to=2027-12-31')).status, 200)
    const { status, body } = await list('from=2024-01-01&to=2028-01-01')
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
    assert.match(body.apiErrorMessage, /1461/)
  })

  for (const missing of ['propertyUid', 'from', 'to']) {
    it(`400: REQUIRED_PARAMETER without ${missing}`, async () => {
      const all = { propertyUid, from: '2027-06-01', to: '2027-06-02' }
      const query = new URLSearchParams({ ...all, [missing]: '' })
      const path = `/api/v3.3/pricing-periods?${query}`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body.code, body.parameter], [400, 'REQUIRED_PARAMETER', missing])
    })
  }

  it('400: INVALID_DATE_RANGE if to is before from', async () => {
    const { status, body } = await list('from=2027-06-02&to=2027-06-01')
    assert.deepEqual([status, body.code], [400, 'INVALID_DATE_RANGE'])
    assert.equal(body.apiErrorMessage, "'to' must not be before 'from'")
  })
})
