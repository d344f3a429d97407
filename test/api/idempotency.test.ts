/** contract/general.md §11: writes that carry an Idempotency-Key. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, it } from 'node:test'
import * as make from '../fixtures/rows.ts'
import { exampleNow, startServer, type TestResponse } from '../support/server.ts'

const server = await startServer({ IDEMPOTENCY_HOURS: '24' })
let agencyUid: string
let key: string
let settings: string
let employee: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  settings = `/api/v3.3/agencies/${agencyUid}/settings`
  employee = `/api/v3.3/employees/${await make.makeEmployee(server, agencyUid)}`
})

beforeEach(async () => {
  server.clock.set(exampleNow)
  await holdHours(24)
})

const table = () => server.database.kysely

/** Sets the value without the API, to detect whether a request wrote. */
async function holdHours(value: number): Promise<void> {
  const row = { hold_hours: value }
  await table()
    .updateTable('agency_settings')
    .set(row)
    .where('agency_uid', '=', agencyUid)
    .execute()
}

async function holdHoursNow(): Promise<number> {
  const rows = table().selectFrom('agency_settings').select('hold_hours')
  return (await rows.where('agency_uid', '=', agencyUid).executeTakeFirstOrThrow()).hold_hours
}

const patch = (idempotencyKey: string, body: unknown, credential = key, path = settings) =>
  server.request('PATCH', path, {
    key: credential,
    headers: { 'idempotency-key': idempotencyKey },
    body,
  })

const isReplay = ({ headers }: TestResponse) => headers.get('idempotent-replayed') === 'true'

describe('the same key and the same request', () => {
  it('returns the stored reply and writes nothing', async () => {
    const id = randomUUID()
    const first = await patch(id, { holdHours: 9 })
    assert.deepEqual([first.status, isReplay(first)], [200, false])
    await holdHours(5)
    const second = await patch(id, { holdHours: 9 })
    assert.deepEqual([second.status, isReplay(second)], [200, true])
    assert.equal(second.text, first.text)
    assert.equal(await holdHoursNow(), 5)
  })

  it('for PUT /employees too', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const put = () =>
      server.request('PUT', employee, {
        key,
        headers,
        body: { firstName: 'Ada', lastName: 'Hall' },
      })
    const first = await put()
    assert.equal(first.body.employee.firstName, 'Ada')
    await table()
      .updateTable('employees')
      .set({ first_name: 'Eve' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    const second = await put()
    assert.deepEqual([second.text, isReplay(second)], [first.text, true])
    const now = await server.request('GET', employee, { key })
    assert.equal(now.body.employee.firstName, 'Eve')
  })

  it('has a rate and a trace of its own', async () => {
    const id = randomUUID()
    const [first, second] = [await patch(id, { holdHours: 9 }), await patch(id, { holdHours: 9 })]
    const left = ({ headers }: TestResponse) => Number(headers.get('x-ratelimit-remaining'))
    assert.equal(left(second), left(first) - 1)
    assert.notEqual(second.headers.get('x-trace-id'), first.headers.get('x-trace-id'))
  })

  it('whatever the order of keys, white space, path spelling and content type', async () => {
    const id = randomUUID()
    await patch(
      id,
      '{"holdHours":9,"paymentHours":{"a":1,"b":[2]}}'.replace('{"a":1,"b":[2]}', '2'),
    )
    const other = await server.request('PATCH', `/v3.3/agencies//${agencyUid}/settings/`, {
      key,
      headers: { 'idempotency-key': id, 'content-type': 'text/plain', 'x-other': '1' },
      body: ' { "paymentHours" : 2,\n "holdHours":9 } ',
    })
    assert.deepEqual([other.status, isReplay(other)], [200, true])
  })

  it('whatever the order of the query', async () => {
    const id = randomUUID()
    await patch(id, {}, key, `${settings}?a=1&b=2`)
    assert.ok(isReplay(await patch(id, {}, key, `${settings}?b=2&a=1`)))
  })
})

describe('the same key and another request', () => {
  const refused = async (id: string, body: unknown, path = settings, method = 'PATCH') => {
    const headers = { 'idempotency-key': id }
    const response = await server.request(method, path, { key, headers, body })
    assert.deepEqual([response.status, response.body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.equal(isReplay(response), false)
  }

  it('422 with another body, and nothing happens', async () => {
    const id = randomUUID()
    await patch(id, { holdHours: 9 })
    await refused(id, { holdHours: 10 })
    assert.equal(await holdHoursNow(), 9)
  })

  it('422 with another path, version, method or query', async () => {
    const id = randomUUID()
    await server.request('PUT', employee, {
      key,
      headers: { 'idempotency-key': id },
      body: { firstName: 'A', lastName: 'B' },
    })
    const body = { firstName: 'A', lastName: 'B' }
    await refused(id, body, `/api/v3.3/agencies/${agencyUid}`)
    await refused(id, body, employee.replace('v3.3', 'v3.2'), 'PUT')
    await refused(id, body, `${employee}?x=1`, 'PUT')
  })

  it('leaves the first reply stored', async () => {
    const id = randomUUID()
    await patch(id, { holdHours: 9 })
    await refused(id, { holdHours: 10 })
    assert.ok(isReplay(await patch(id, { holdHours: 9 })))
  })
})

describe('ten requests at once with one key', () => {
  it('have one effect and the same response', async () => {
    const id = randomUUID()
    const name = `N${id}`
    const body = { firstName: name, lastName: 'B' }
    const headers = { 'idempotency-key': id }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => server.request('PUT', employee, { key, headers, body })),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array(10).fill(200),
    )
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(responses.filter(response => !isReplay(response)).length, 1)
  })

  it('with ten bodies, one wins and nine are 422', async () => {
    const id = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(id, { holdHours: 100 + i })),
    )
    const won = responses.filter(({ status }) => status === 200)
    const lost = responses.filter(({ status }) => status === 422)
    assert.deepEqual([won.length, lost.length], [1, 9])
    assert.equal(await holdHoursNow(), won[0]!.body.agencySettings.holdHours)
  })
})

describe('what is stored', () => {
  const unknown = `/api/v3.3/agencies/${randomUUID()}/settings`

  const stored: [number, string, unknown, string?][] = [
    [400, 'INVALID_PARAMETER', { holdHours: 0 }],
    [404, 'AGENCY_NOT_FOUND', {}, unknown],
  ]
  for (const [status, code, body, path] of stored) {
    it(`${status} ${code}, with its uid`, async () => {
      const id = randomUUID()
      const first = await patch(id, body, key, path)
      const second = await patch(id, body, key, path)
      assert.deepEqual([first.status, first.body.code, isReplay(first)], [status, code, false])
      assert.deepEqual([second.status, isReplay(second)], [status, true])
      assert.equal(second.text, first.text)
    })
  }

  it('409 STATE_CONFLICT, even when the state has changed since', async () => {
    const agency = await make.makeAgency(server)
    const uid = await make.makeEmployee(server, agency.agencyUid, { is_active: false })
    const path = `/api/v3.3/employees/${uid}`
    const invite = () =>
      server.request('POST', `${path}/invitation`, {
        key: agency.key,
        headers: { 'idempotency-key': 'invite' },
      })
    const first = await invite()
    assert.deepEqual([first.status, first.body.code], [409, 'STATE_CONFLICT'])
    const body = { firstName: 'A', lastName: 'B', role: 'STAFF', isActive: true }
    assert.equal((await server.request('PUT', path, { key: agency.key, body })).status, 200)
    const second = await invite()
    assert.deepEqual([second.status, isReplay(second), second.text], [409, true, first.text])
  })

  it('not 401, 405, 413 and MALFORMED_BODY: the key stays free', async () => {
    const id = randomUUID()
    const headers = { 'idempotency-key': id }
    const attempts = [
      [401, await patch(id, { holdHours: 9 }, 'nonsense')],
      [400, await patch(id, '{')],
      [405, await server.request('POST', settings, { key, headers, body: {} })],
      [413, await patch(id, 'x'.repeat(1_048_577))],
    ] as const
    for (const [status, response] of attempts) assert.equal(response.status, status)
    const first = await patch(id, { holdHours: 9 })
    assert.deepEqual([first.status, isReplay(first)], [200, false])
  })

  it('not 429', async () => {
    const { uid, secret } = await make.makeKey(server, agencyUid)
    const limit = { rate_limit_per_hour: 1 }
    await table().updateTable('api_keys').set(limit).where('uid', '=', uid).execute()
    await patch(randomUUID(), {}, secret)
    const id = randomUUID()
    assert.equal((await patch(id, { holdHours: 9 }, secret)).status, 429)
    assert.equal(isReplay(await patch(id, { holdHours: 9 })), false)
  })
})

describe('a key lives', () => {
  it('IDEMPOTENCY_HOURS from completion, then it is new', async () => {
    const id = randomUUID()
    await patch(id, { holdHours: 9 })
    server.clock.set('2026-05-21T15:00:00Z')
    assert.ok(isReplay(await patch(id, { holdHours: 9 })))
    server.clock.set('2026-05-21T15:00:01Z')
    const again = await patch(id, { holdHours: 10 })
    assert.deepEqual([again.status, isReplay(again)], [200, false])
    assert.equal(await holdHoursNow(), 10)
    assert.ok(isReplay(await patch(id, { holdHours: 10 })))
  })
})

describe('without a key', () => {
  it('every request is executed', async () => {
    for (const value of [3, 4]) {
      await server.request('PATCH', settings, { key, body: { holdHours: value } })
      assert.equal(await holdHoursNow(), value)
    }
  })
})
