/** API keys for those who are signed in: contract/resources.md §8.5. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let admin: SignedIn
beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  admin = await makeSignedIn(server, agencyUid, 'ADMIN')
})

const as = ({ headers }: SignedIn, method: string, path = '', body?: object) =>
  server.request(method, `/api/v3.3/api-keys${path}`, { headers, ...(body ? { body } : {}) })
const make = (body: object) => as(admin, 'POST', '', { name: 'Sync', ...body })
const statusOf = async (key: string, method = 'GET', path = `/agencies/${agencyUid}`) =>
  (
    await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(method === 'GET' ? {} : { body: {} }),
    })
  ).status

describe('POST /api-keys', () => {
  it('201 with the key, shown this once, that is good for what it says', async () => {
    const { status, body } = await make({ readOnly: true, tags: ['Agencies', 'Agencies'] })
    assert.equal(status, 201)
    const { apiKey, secret } = body
    assert.deepEqual([apiKey.name, apiKey.readOnly, apiKey.tags], ['Sync', true, ['Agencies']])
    assert.equal(await statusOf(secret), 200)
    assert.equal(await statusOf(secret, 'PATCH'), 403)
    assert.equal(await statusOf(secret, 'GET', `/employees?agencyUid=${agencyUid}`), 403)
    const listed = await as(admin, 'GET')
    assert.ok(!listed.text.includes(secret))
    const { apiKeys } = listed.body
    assert.equal(apiKeys.length, 2)
    assert.deepEqual(apiKeys.at(-1), { ...apiKey, lastUsedUtcDateTime: '2026-05-20T15:00:00' })
    const events = await server.database.kysely
      .selectFrom('security_events')
      .select(['actor_kind', 'actor_uid'])
      .where('agency_uid', '=', agencyUid)
      .where('event', '=', 'key.created')
      .where('subject_uid', '=', apiKey.uid)
      .execute()
    assert.deepEqual(events, [{ actor_kind: 'EMPLOYEE', actor_uid: admin.employeeUid }])
  })

  it('201: a strict key is refused a query parameter that an operation lacks', async () => {
    const { apiKey, secret } = (await make({ strict: true })).body
    assert.equal(apiKey.strict, true)
    assert.equal(await statusOf(secret), 200)
    assert.equal(await statusOf(secret, 'GET', `/agencies/${agencyUid}?x=1`), 400)
    assert.equal((await make({})).body.apiKey.strict, false)
  })

  it('400 for a tag that no operation has, and for an end that is past', async () => {
    const { body } = await make({ tags: ['Moons'] })
    assert.deepEqual([body.code, body.parameter], ['INVALID_PARAMETER', 'tags'])
    const past = await make({ expiresUtcDateTime: '2026-05-20T15:00:00Z' })
    assert.equal(past.body.parameter, 'expiresUtcDateTime')
    assert.equal((await make({ name: '' })).body.code, 'INVALID_PARAMETER')
  })

  it('ends with the time that it was given', async () => {
    const { secret, apiKey } = (await make({ expiresUtcDateTime: '2026-05-20T16:00:00Z' })).body
    assert.equal(apiKey.expiresUtcDateTime, '2026-05-20T16:00:00')
    assert.equal(await statusOf(secret), 200)
    server.clock.advance(3_600_000)
    assert.equal(await statusOf(secret), 401)
    server.clock.advance(-3_600_000)
  })

  it('409 for more than twenty, be they asked for at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make({})))
    const codes = made.map(({ status, body }) => body.code ?? status)
    assert.deepEqual(
      codes.filter(code => code !== 201),
      ['STATE_CONFLICT'],
    )
  })

  it('403 for a key, whoever has it, and for a manager, who sees them', async () => {
    const options = { key, body: { name: 'Another' } }
    const keyed = await server.request('POST', '/api/v3.3/api-keys', options)
    assert.deepEqual([keyed.status, keyed.body.requires], [403, 'session'])
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    assert.equal((await as(manager, 'GET')).status, 200)
    assert.equal((await as(manager, 'POST', '', { name: 'Mine' })).body.requires, 'ADMIN')
  })
})

describe('POST /api-keys/{uid}/rotate', () => {
  it('200 with another secret; the former one ends, at once or in the hours that are said', async () => {
    const { apiKey, secret } = (await make({})).body
    const kept = await as(admin, 'POST', `/${apiKey.uid}/rotate`, { keepHours: 2 })
    assert.equal(kept.status, 200)
    assert.deepEqual([await statusOf(secret), await statusOf(kept.body.secret)], [200, 200])
    const next = await as(admin, 'POST', `/${apiKey.uid}/rotate`, {})
    assert.deepEqual(
      [await statusOf(kept.body.secret), await statusOf(next.body.secret)],
      [401, 200],
    )
    server.clock.advance(7_200_000)
    assert.equal(await statusOf(secret), 401)
    server.clock.advance(-7_200_000)
  })
})

describe('DELETE /api-keys/{uid}', () => {
  it('204, the key is good no longer and stays in the list; then 409 to rotate it', async () => {
    const { apiKey, secret } = (await make({})).body
    assert.equal((await as(admin, 'DELETE', `/${apiKey.uid}`)).status, 204)
    assert.equal(await statusOf(secret), 401)
    const { apiKeys } = (await as(admin, 'GET')).body
    assert.equal(apiKeys.at(-1).revokedUtcDateTime, '2026-05-20T15:00:00')
    assert.equal((await as(admin, 'DELETE', `/${apiKey.uid}`)).status, 204)
    const rotated = await as(admin, 'POST', `/${apiKey.uid}/rotate`, {})
    assert.equal(rotated.body.code, 'STATE_CONFLICT')
  })

  it('404 for a key of another agency, which stays good', async () => {
    const other = await makeAgency(server)
    const stranger = await makeSignedIn(server, other.agencyUid, 'ADMIN')
    const [{ uid }] = (await as(stranger, 'GET')).body.apiKeys
    assert.equal((await as(admin, 'DELETE', `/${uid}`)).body.code, 'API_KEY_NOT_FOUND')
    const rotated = await as(admin, 'POST', `/${uid}/rotate`, {})
    assert.equal(rotated.body.code, 'API_KEY_NOT_FOUND')
    assert.equal(await statusOf(other.key, 'GET', `/agencies/${other.agencyUid}`), 200)
  })
})
