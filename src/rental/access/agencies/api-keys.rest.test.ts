/** API keys, managed in a console session: contract/resources.md §8.5. */
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

const callAs = ({ headers }: SignedIn, method: string, path = '', body?: object) =>
  server.request(method, `/api/v3.3/api-keys${path}`, { headers, ...(body ? { body } : {}) })
const createKey = (body: object) => callAs(admin, 'POST', '', { name: 'Sync', ...body })
const readStatus = async (key: string, method = 'GET', path = `/agencies/${agencyUid}`) =>
  (
    await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(method === 'GET' ? {} : { body: {} }),
    })
  ).status

describe('POST /api-keys', () => {
  it('201: returns the key only once, and the key can do exactly what it allows', async () => {
    const { status, body } = await createKey({ readOnly: true, tags: ['Agencies', 'Agencies'] })
    assert.equal(status, 201)
    const { apiKey, secret } = body
    assert.deepEqual([apiKey.name, apiKey.readOnly, apiKey.tags], ['Sync', true, ['Agencies']])
    assert.equal(await readStatus(secret), 200)
    assert.equal(await readStatus(secret, 'PATCH'), 403)
    assert.equal(await readStatus(secret, 'GET', `/employees?agencyUid=${agencyUid}`), 403)
    const listed = await callAs(admin, 'GET')
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

  it('201: creates a strict key, which rejects unknown query parameters', async () => {
    const { apiKey, secret } = (await createKey({ strict: true })).body
    assert.equal(apiKey.strict, true)
    assert.equal(await readStatus(secret), 200)
    assert.equal(await readStatus(secret, 'GET', `/agencies/${agencyUid}?x=1`), 400)
    assert.equal((await createKey({})).body.apiKey.strict, false)
  })

  it('400: rejects an unknown tag, and an expiry in the past', async () => {
    const { body } = await createKey({ tags: ['Moons'] })
    assert.deepEqual([body.code, body.parameter], ['INVALID_PARAMETER', 'tags'])
    const past = await createKey({ expiresUtcDateTime: '2026-05-20T15:00:00Z' })
    assert.equal(past.body.parameter, 'expiresUtcDateTime')
    assert.equal((await createKey({ name: '' })).body.code, 'INVALID_PARAMETER')
  })

  it('rejects the key after its expiry', async () => {
    const { secret, apiKey } = (await createKey({ expiresUtcDateTime: '2026-05-20T16:00:00Z' }))
      .body
    assert.equal(apiKey.expiresUtcDateTime, '2026-05-20T16:00:00')
    assert.equal(await readStatus(secret), 200)
    server.clock.advance(3_600_000)
    assert.equal(await readStatus(secret), 401)
    server.clock.advance(-3_600_000)
  })

  it('409: rejects more than twenty keys, also when created concurrently', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => createKey({})))
    const codes = created.map(({ status, body }) => body.code ?? status)
    assert.deepEqual(
      codes.filter(code => code !== 201),
      ['STATE_CONFLICT'],
    )
  })

  it('403: rejects API keys and managers, who can only list keys', async () => {
    const options = { key, body: { name: 'Another' } }
    const keyed = await server.request('POST', '/api/v3.3/api-keys', options)
    assert.deepEqual([keyed.status, keyed.body.requires], [403, 'session'])
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    assert.equal((await callAs(manager, 'GET')).status, 200)
    assert.equal((await callAs(manager, 'POST', '', { name: 'Mine' })).body.requires, 'ADMIN')
  })
})

describe('POST /api-keys/{uid}/rotate', () => {
  it('200: returns a new secret; the former one expires at once or after keepHours', async () => {
    const { apiKey, secret } = (await createKey({})).body
    const rotated = await callAs(admin, 'POST', `/${apiKey.uid}/rotate`, { keepHours: 2 })
    assert.equal(rotated.status, 200)
    assert.deepEqual([await readStatus(secret), await readStatus(rotated.body.secret)], [200, 200])
    const next = await callAs(admin, 'POST', `/${apiKey.uid}/rotate`, {})
    assert.deepEqual(
      [await readStatus(rotated.body.secret), await readStatus(next.body.secret)],
      [401, 200],
    )
    server.clock.advance(7_200_000)
    assert.equal(await readStatus(secret), 401)
    server.clock.advance(-7_200_000)
  })
})

describe('DELETE /api-keys/{uid}', () => {
  it('204: revokes the key, which stays in the list and cannot be rotated (409)', async () => {
    const { apiKey, secret } = (await createKey({})).body
    assert.equal((await callAs(admin, 'DELETE', `/${apiKey.uid}`)).status, 204)
    assert.equal(await readStatus(secret), 401)
    const { apiKeys } = (await callAs(admin, 'GET')).body
    assert.equal(apiKeys.at(-1).revokedUtcDateTime, '2026-05-20T15:00:00')
    assert.equal((await callAs(admin, 'DELETE', `/${apiKey.uid}`)).status, 204)
    const rotated = await callAs(admin, 'POST', `/${apiKey.uid}/rotate`, {})
    assert.equal(rotated.body.code, 'STATE_CONFLICT')
  })

  it('404: rejects a key of another agency, which stays valid', async () => {
    const other = await makeAgency(server)
    const stranger = await makeSignedIn(server, other.agencyUid, 'ADMIN')
    const [{ uid }] = (await callAs(stranger, 'GET')).body.apiKeys
    assert.equal((await callAs(admin, 'DELETE', `/${uid}`)).body.code, 'API_KEY_NOT_FOUND')
    const rotated = await callAs(admin, 'POST', `/${uid}/rotate`, {})
    assert.equal(rotated.body.code, 'API_KEY_NOT_FOUND')
    assert.equal(await readStatus(other.key, 'GET', `/agencies/${other.agencyUid}`), 200)
  })
})
