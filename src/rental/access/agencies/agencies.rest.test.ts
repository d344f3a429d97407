import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { send, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const standard = () => ({
  uid: agencyUid,
  name: 'Cedar Stays',
  agencyEmailAddress: null,
  phoneNumber: null,
  website: null,
  address1: null,
  city: null,
  zipCode: null,
  state: null,
  countryCode: null,
  currency: 'USD',
  currencyCode: 'USD',
  defaultCheckInTime: 15,
  defaultCheckOutTime: 11,
  rentalCondition: null,
})

describe('GET /agencies', () => {
  for (const version of ['v3', 'v3.1', 'v3.2']) {
    it(`200: returns the only agency of a key in ${version}`, async () => {
      const { status, body } = await server.request('GET', `/api/${version}/agencies`, { key })
      assert.equal(status, 200)
      assert.deepEqual(body, { agencies: [standard()], _metadata: { count: 1, totalCount: 1 } })
    })
  }

  it('200: returns the time zone in v3.3', async () => {
    const { body } = await server.request('GET', '/api/v3.3/agencies', { key })
    assert.deepEqual(body.agencies, [{ ...standard(), timeZone: 'America/Denver' }])
  })
})

describe('GET /agencies/{uid}', () => {
  it('200: returns the agency', async () => {
    const { status, body } = await server.request('GET', `/api/v3/agencies/${agencyUid}`, { key })
    assert.equal(status, 200)
    assert.deepEqual(body, { agency: standard() })
  })
})

describe('GET /v2/agencies', () => {
  const legacy = () => {
    const { currency, currencyCode, rentalCondition, ...rest } = standard()
    return rest
  }

  it('200: returns a bare array', async () => {
    const { status, body } = await server.request('GET', '/v2/agencies', { key })
    assert.equal(status, 200)
    assert.deepEqual(body, [legacy()])
  })

  it('200: returns a bare object for a uid', async () => {
    const { status, body } = await server.request('GET', `/v2/agencies/${agencyUid}`, { key })
    assert.equal(status, 200)
    assert.deepEqual(body, legacy())
  })

  it('404: rejects an unknown uid', async () => {
    const { status, body } = await server.request('GET', '/v2/agencies/x', { key })
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Agency not found: x'])
  })
})

describe('PATCH /agencies/{uid}', () => {
  const patch = (body: unknown) =>
    server.request('PATCH', `/api/v3.3/agencies/${agencyUid}`, { key, body })

  const changes = {
    name: 'Pine Stays',
    agencyEmailAddress: 'a@example.org',
    phoneNumber: '+1 2',
    website: 'https://example.org',
    address1: 'Main 1',
    city: 'Boulder',
    zipCode: '80302',
    state: 'CO',
    countryCode: 'US',
    currency: 'EUR',
    defaultCheckInTime: 0,
    defaultCheckOutTime: 23,
    rentalCondition: 'None',
    timeZone: 'Europe/Paris',
  }

  it('200: changes every field', async () => {
    const { status, body } = await patch(changes)
    assert.equal(status, 200)
    assert.deepEqual(body, { agency: { ...standard(), ...changes, currencyCode: 'EUR' } })
    const read = await server.request('GET', `/api/v3.3/agencies/${agencyUid}`, { key })
    assert.deepEqual(read.body, body)
  })

  it('200: keeps omitted fields, and clears fields that are null', async () => {
    await patch(changes)
    const { body } = await patch({ city: null, uid: 'x', defaultCheckInTime: 16 })
    const expected = { ...standard(), ...changes, currencyCode: 'EUR' }
    assert.deepEqual(body.agency, { ...expected, city: null, defaultCheckInTime: 16 })
  })

  it('200: accepts the currency by its alias', async () => {
    assert.equal((await patch({ currencyCode: 'GBP' })).body.agency.currency, 'GBP')
  })

  const invalidFields: [string, unknown][] = [
    ['defaultCheckInTime', 24],
    ['defaultCheckInTime', -1],
    ['defaultCheckOutTime', '11:00'],
    ['timeZone', 'Mars/Olympus'],
    ['currency', 'XXXX'],
    ['countryCode', 'USA'],
    ['name', ' '],
    ['name', 'x'.repeat(256)],
  ]
  for (const [field, value] of invalidFields) {
    it(`400: rejects ${field} ${JSON.stringify(value).slice(0, 20)}`, async () => {
      const { status, body } = await patch({ [field]: value })
      assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', field])
    })
  }

  it('400: rejects null as the name', async () => {
    const { status, body } = await patch({ name: null })
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('200: accepts the longest name', async () => {
    const name = '🏔'.repeat(255)
    assert.equal((await patch({ name })).body.agency.name, name)
  })
})

describe('/agencies/{uid}/settings', () => {
  const path = () => `/api/v3.3/agencies/${agencyUid}/settings`
  const patch = (body: unknown) => server.request('PATCH', path(), { key, body })

  const defaults = {
    holdHours: 24,
    requestHours: 0,
    paymentHours: 0,
    requestNeedsConfirmation: false,
    inquiryResponseHours: 24,
    quoteValidityHours: 168,
    v2LeadWrites: false,
    personalDataRetentionDays: 0,
    messageRetentionDays: 0,
  }

  it('GET 200: returns the defaults', async () => {
    const { status, body } = await server.request('GET', path(), { key })
    assert.equal(status, 200)
    assert.deepEqual(body, { agencySettings: defaults })
  })

  it('PATCH 200: returns changed and unchanged settings', async () => {
    const changes = { holdHours: 48, requestNeedsConfirmation: true, v2LeadWrites: true }
    const { status, body } = await patch(changes)
    assert.equal(status, 200)
    assert.deepEqual(body, { agencySettings: { ...defaults, ...changes } })
    assert.deepEqual((await server.request('GET', path(), { key })).body, body)
  })

  const ranges: [string, number, number][] = [
    ['holdHours', 1, 720],
    ['requestHours', 0, 720],
    ['paymentHours', 0, 720],
    ['inquiryResponseHours', 1, 8_760],
    ['quoteValidityHours', 1, 8_760],
    ['personalDataRetentionDays', 0, 36_500],
    ['messageRetentionDays', 0, 36_500],
  ]
  for (const [name, min, max] of ranges) {
    it(`PATCH: accepts ${name} from ${min} to ${max}, rejects others with 400`, async () => {
      for (const value of [min, max]) {
        const { status, body } = await patch({ [name]: value })
        assert.deepEqual([status, body.agencySettings?.[name]], [200, value])
      }
      for (const value of [min - 1, max + 1]) {
        const { status, body } = await patch({ [name]: value })
        assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', name])
      }
    })
  }

  it('PATCH 400: rejects invalid values, and changes nothing', async () => {
    await patch({ holdHours: 48, requestHours: -1 })
    const { body } = await server.request('GET', path(), { key })
    assert.equal(body.agencySettings.holdHours, 24)
  })
})

describe('the default of v2LeadWrites', () => {
  let response: Awaited<ReturnType<typeof send>>

  before(async () => {
    const sandbox = await startServer({ SANDBOX: 'true' })
    const own = await makeAgency(sandbox)
    const url = `${sandbox.url}/api/v3.3/agencies/${own.agencyUid}/settings`
    response = await send(url, 'GET', { key: own.key })
  })

  it('is on in sandbox mode', () => assert.equal(response.body.agencySettings.v2LeadWrites, true))
})
