/** contract/general.md §7: the error body, and the order of checks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openPostgres } from '../../src/platform/db/postgres/open-postgres.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { buildApp } from '../../src/server/app.ts'
import { makeAgency, makeKey } from '../fixtures/rows.ts'
import { send, startServer } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let settings: string
const uidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

before(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  settings = `/api/v3.3/agencies/${agencyUid}/settings`
})

describe('an error body', () => {
  for (const path of ['/v2/leads/x', '/api/v3/leads/x', '/api/v3.3/leads/x', '/v3.1/leads/x/']) {
    it(`has the same members for ${path}`, async () => {
      const { body, headers } = await server.request('GET', path, { key })
      const { uid, ...rest } = body
      assert.match(uid, uidPattern)
      assert.deepEqual(rest, {
        apiErrorMessage: 'Lead not found: x',
        type: 'urn:lodgepole:problem:lead-not-found',
        title: 'Lead not found',
        status: 404,
        detail: 'Lead not found: x',
        instance: path,
        code: 'LEAD_NOT_FOUND',
      })
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
    })
  }

  it('has a uid of its own each time', async () => {
    const uids = [1, 2].map(() => server.request('GET', '/api/v3.3/leads/x', { key }))
    const [first, second] = await Promise.all(uids)
    assert.notEqual(first?.body.uid, second?.body.uid)
  })

  it('has no query in its instance', async () => {
    const { body } = await server.request('GET', '/api/v3.3/leads?_limit=x&agencyUid=y', { key })
    assert.equal(body.instance, '/api/v3.3/leads')
  })

  const accepts = ['application/problem+json', 'application/problem+json, */*;q=0.1']
  for (const accept of accepts) {
    it(`is application/problem+json for Accept: ${accept}`, async () => {
      const response = await server.request('GET', '/api/v3.3/leads/x', {
        key,
        headers: { accept },
      })
      assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(response.body.code, 'LEAD_NOT_FOUND')
    })
  }

  it('is application/problem+json under an idempotency key too', async () => {
    const headers = { accept: 'application/problem+json', 'idempotency-key': 'problem' }
    for (const _ of ['first', 'replayed']) {
      const response = await server.request('PATCH', settings, {
        key,
        headers,
        body: { holdHours: 0 },
      })
      assert.equal(response.status, 400)
      assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
    }
  })

  it('is repeated in the errors of GraphQL', async () => {
    const { status, body } = await server.request('POST', '/v2/leadsql', { body: '{ __typename }' })
    assert.equal(status, 401)
    const { code, uid, apiErrorMessage } = body
    const [{ message, extensions }] = body.errors
    assert.deepEqual([message, extensions.code], [apiErrorMessage, code])
    assert.deepEqual([extensions.uid, extensions.status], [uid, 401])
  })
})

describe('errors of a body', () => {
  const patch = (body: unknown) => server.request('PATCH', settings, { key, body })

  it('one field: the message, the parameter and no list', async () => {
    const { body } = await patch({ holdHours: 0 })
    const text = "Invalid parameter 'holdHours' must be greater than or equal to 1"
    assert.equal(body.apiErrorMessage, text)
    assert.deepEqual([body.code, body.parameter], ['INVALID_PARAMETER', 'holdHours'])
    assert.equal('errors' in body, false)
  })

  it('several fields: all in the list, the first one leads', async () => {
    const { body } = await patch({ paymentHours: 721, holdHours: 'x', v2LeadWrites: 'maybe' })
    const messages = [
      "Invalid parameter 'holdHours' must be an integer",
      "Invalid parameter 'paymentHours' must be less than or equal to 720",
      "Invalid parameter 'v2LeadWrites' must be true or false",
    ]
    assert.equal(body.apiErrorMessage, messages[0])
    assert.equal(body.parameter, 'holdHours')
    const fields = ['holdHours', 'paymentHours', 'v2LeadWrites']
    const code = 'INVALID_PARAMETER'
    const errors = fields.map((field, i) => ({ field, code, message: messages[i] }))
    assert.deepEqual(body.errors, errors)
  })

  it('an object whose text cannot be told, where a boolean is needed', async () => {
    const { status, body } = await patch({ v2LeadWrites: { toString: {} } })
    assert.deepEqual([status, body.parameter], [400, 'v2LeadWrites'])
  })

  it('null where a value is needed', async () => {
    const { status, body } = await patch({ holdHours: null })
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    assert.equal(body.apiErrorMessage, "Invalid parameter 'holdHours' must not be null")
  })

  it('a wrong word: the allowed ones in their order', async () => {
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&typeIn=STAY`
    const { status, body } = await server.request('GET', path, { key })
    const allowed = ['BLOCK', 'INQUIRY', 'BOOKING_REQUEST', 'BOOKING']
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
    assert.equal(
      body.apiErrorMessage,
      `Wrong enum value, allowed values are: ${allowed.join(', ')}`,
    )
    assert.deepEqual(body.allowedValues, allowed)
  })

  it('one of several missing: their names', async () => {
    const { body } = await server.request('GET', '/api/v3.3/leads', { key })
    const oneOf = ['propertyUid', 'agencyUid', 'leadUids']
    const text = "One of ['propertyUid', 'agencyUid', 'leadUids'] is required"
    assert.deepEqual([body.code, body.apiErrorMessage], ['REQUIRED_PARAMETER', text])
    assert.deepEqual(body.oneOf, oneOf)
  })

  it('no JSON', async () => {
    for (const text of ['{', 'holdHours', '"text"', '5', 'true', '[1]', '{"a":1}{']) {
      const { status, body } = await patch(text)
      assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'], text)
      assert.equal(body.apiErrorMessage, 'Malformed JSON request body')
    }
  })
})

describe('the order of checks', () => {
  const request = (path: string, to: { key?: string; headers?: Record<string, string> } = {}) =>
    server.request('PATCH', path, { key, body: '{', ...to })
  const other = '/api/v3.3/agencies/x/settings'

  it('version before authentication', async () => {
    const { body } = await request('/api/v9/agencies', { key: 'nonsense' })
    assert.equal(body.code, 'UNKNOWN_API_VERSION')
  })

  it('authentication before resource', async () => {
    const { body } = await request('/api/v3.3/nonsense', { key: 'nonsense' })
    assert.equal(body.code, 'INVALID_CREDENTIALS')
  })

  it('idempotency key before body syntax', async () => {
    const { body } = await request(settings, { headers: { 'idempotency-key': 'ü' } })
    assert.equal(body.code, 'INVALID_IDEMPOTENCY_KEY')
  })

  it('body syntax before references', async () => {
    assert.equal((await request(other)).body.code, 'MALFORMED_BODY')
  })

  it('fields before references', async () => {
    const response = await server.request('PATCH', other, { key, body: { holdHours: 0 } })
    assert.equal(response.body.code, 'INVALID_PARAMETER')
    const list = await server.request('GET', '/api/v3.3/leads?agencyUid=x&checkInFrom=y', { key })
    assert.equal(list.body.code, 'INVALID_PARAMETER')
  })

  it('a read-only key before the body', async () => {
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    assert.equal((await request(settings, { key: secret })).body.code, 'READ_ONLY_CREDENTIAL')
  })
})

describe('an unavailable database', () => {
  it('503 with Retry-After', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing'
    const database = await openPostgres<Tables>({ url, onConnectionLost: () => {} })
    const app = await buildApp({ ...server, database })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const response = await send(`${address}/api/v3.3/leads`, 'GET', { key })
      assert.deepEqual([response.status, response.body.code], [503, 'SERVICE_UNAVAILABLE'])
      assert.ok(Number(response.headers.get('retry-after')) > 0)
    } finally {
      await app.close()
      await database.close()
    }
  })
})

describe('an internal error', () => {
  it('500 without the cause', async () => {
    const broken = { ...server.database, run: () => Promise.reject(new Error('secret cause')) }
    const app = await buildApp({ ...server, database: broken })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { status, body, text } = await send(`${address}/api/v3.3/leads`, 'GET', { key })
      assert.deepEqual([status, body.code], [500, 'INTERNAL_ERROR'])
      assert.equal(body.apiErrorMessage, 'Internal error')
      assert.doesNotMatch(text, /secret/)
    } finally {
      await app.close()
    }
  })
})
