/** Sessions, and their end: contract/general.md §2.4, resources.md §8.4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeManager } from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeEmployee } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { storePassword } from '../passwords/employee-passwords.ts'
import { createSession } from './create-session.ts'
import { purgeSessionsUnscoped } from './sessions.ts'

const server = await startServer()
let agencyUid: string
let key: string
let admin: SignedIn
let staff: SignedIn
beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  admin = await makeSignedIn(server, agencyUid, 'ADMIN')
  staff = await makeSignedIn(server, agencyUid, 'STAFF')
})

const call = (signedIn: SignedIn, method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, {
    headers: signedIn.headers,
    ...(body ? { body } : {}),
  })
const isSignedIn = async (signedIn: SignedIn) =>
  (await call(signedIn, 'GET', '/session')).status === 200
const findSession = async (signedIn: SignedIn) => {
  const db = server.database.kysely
  const sessions = await db
    .selectFrom('sessions')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('employee_uid', '=', signedIn.employeeUid)
    .execute()
  return sessions.length
}
const days = (count: number) => server.clock.advance(count * 86_400_000)

describe('GET /session', () => {
  it('200: returns employee, agency and permissions', async () => {
    const { body } = await call(staff, 'GET', '/session')
    const { employee, agency, agencies, role, can, asOfSeq } = body.session
    assert.deepEqual(
      [employee.uid, employee.email],
      [staff.employeeUid, 'staff@cedarstays.example'],
    )
    assert.deepEqual(agency, {
      uid: agencyUid,
      name: 'Cedar Stays',
      timeZone: 'America/Denver',
      currency: 'USD',
    })
    assert.deepEqual([agencies, role, asOfSeq], [[], 'STAFF', 0])
    assert.ok(can.includes('bookings:write') && !can.includes('owners:read'))
  })

  it('403: rejects an API key', async () => {
    const { status, body } = await server.request('GET', '/api/v3.3/session', { key })
    assert.deepEqual([status, body.requires], [403, 'session'])
  })
})

describe('a cookie', () => {
  it('401: is rejected in other versions, and ignored if another credential is sent', async () => {
    const path = `/agencies/${agencyUid}`
    for (const prefix of ['/v2', '/api/v3', '/api/v3.1', '/api/v3.2', '/v3.2']) {
      const { status } = await server.request('GET', `${prefix}${path}`, { headers: staff.headers })
      assert.equal(status, 401, prefix)
    }
    assert.equal((await call(staff, 'GET', path)).status, 200)
    const both = { headers: staff.headers, key: 'lp_wrong_key' }
    assert.equal((await server.request('GET', `/api/v3.3${path}`, both)).status, 401)
  })

  it('403 CROSS_SITE_REQUEST: rejects a write without the headers of the console', async () => {
    const { cookie } = staff.headers as { cookie: string }
    const own = { 'x-lodgepole-console': '1' }
    const origin = new URL(server.config.publicUrl).origin
    const cases: [string, Record<string, string>, number][] = [
      ['no header', { 'sec-fetch-site': 'same-origin' }, 403],
      ['another site', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
      ['a sister site', { ...own, 'sec-fetch-site': 'same-site' }, 403],
      ['another origin', { ...own, origin: 'https://evil.example' }, 403],
      ['nothing said', own, 403],
      ['the own origin', { ...own, origin }, 200],
      ['the own site', { ...own, 'sec-fetch-site': 'same-origin' }, 200],
    ]
    for (const [name, headers, status] of cases) {
      const response = await server.request('PUT', '/api/v3.3/session/preferences', {
        headers: { cookie, ...headers },
        body: { preferences: { a: 1 } },
      })
      assert.equal(response.status, status, name)
      if (status === 403) assert.equal(response.body.code, 'CROSS_SITE_REQUEST', name)
    }
  })

  it('403: rejects a read by another site, unless the user navigates', async () => {
    const { cookie } = staff.headers as { cookie: string }
    const read = async (mode: string) => {
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }
      // Without `fetch`, which sets `Sec-Fetch-Mode` itself.
      return rawStatus(`/api/v3.3/session`, headers)
    }
    assert.equal(await read('no-cors'), 403)
    assert.equal(await read('navigate'), 200)
  })
})

async function rawStatus(path: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, response => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}

describe('a session ends', () => {
  it('after 14 days without a request, and not before', async () => {
    days(13)
    assert.equal(await isSignedIn(staff), true)
    days(13)
    assert.equal(await isSignedIn(staff), true, 'its last request counts')
    assert.equal(await isSignedIn(admin), false)
    days(14)
    assert.equal(await isSignedIn(staff), false)
    await purgeSessionsUnscoped({ db: server.database.kysely, clock: server.clock })
    assert.deepEqual([await findSession(staff), await findSession(admin)], [0, 0])
  })

  it('90 days after sign-in, even if it is used', async () => {
    for (let i = 0; i < 8; i++) {
      days(11)
      assert.equal(await isSignedIn(staff), true)
    }
    days(2)
    assert.equal(await isSignedIn(staff), false)
  })

  const changes = {
    'when its employee is switched off': { isActive: false },
    'with a role that may less': { role: 'READ_ONLY' },
  }
  for (const [name, change] of Object.entries(changes)) {
    it(`${name}, immediately, and its row is deleted`, async () => {
      const body = { firstName: 'Sam', lastName: 'Hill', ...change }
      const { status } = await call(admin, 'PUT', `/employees/${staff.employeeUid}`, body)
      assert.equal(status, 200)
      assert.deepEqual([await isSignedIn(staff), await findSession(staff)], [false, 0])
    })
  }

  it('not with a higher role, which takes effect immediately', async () => {
    const body = { firstName: 'Sam', lastName: 'Hill', role: 'MANAGER' }
    await call(admin, 'PUT', `/employees/${staff.employeeUid}`, body)
    assert.equal((await call(staff, 'GET', '/session')).body.session.role, 'MANAGER')
  })
})

describe('a session', () => {
  it('is not created after a concurrent deactivation or change of password', async () => {
    const uid = await makeManager(server, agencyUid, { email: 'late@cedarstays.example' })
    const identity = { agency_uid: agencyUid, uid }
    const ctx = { db: server.database.kysely, clock: server.clock }
    const begin = (signedInAt: Date) => {
      const device = { address: null, agent: null }
      const who = { identity, identities: [identity], device, former: null }
      return createSession(ctx, { ...who, signedInAt })
    }
    const before = server.clock.now()
    await begin(before)
    server.clock.advance(1_000)
    await storePassword(ctx, identity, 'another', server.clock.now())
    await assert.rejects(begin(before), { code: 'SESSION_ENDED' })
    await begin(server.clock.now())
    const body = { firstName: 'Lou', lastName: 'Late', isActive: false }
    await call(admin, 'PUT', `/employees/${uid}`, body)
    await assert.rejects(begin(server.clock.now()), { code: 'SESSION_ENDED' })
  })

  it('renews the cookie on each day of use', async () => {
    const isCookieRenewed = async () =>
      (await call(staff, 'GET', '/employees/x')).headers.get('set-cookie')?.split(';')[0] ?? null
    server.clock.advance(86_000_000)
    assert.equal(await isCookieRenewed(), null)
    server.clock.advance(500_000)
    assert.equal(await isCookieRenewed(), staff.headers.cookie)
    assert.equal(await isCookieRenewed(), null, 'once a day')
  })

  it('records no use of a key', async () => {
    await call(staff, 'GET', '/session')
    const uses = await server.database.kysely
      .selectFrom('credential_uses')
      .selectAll()
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual(uses, [])
  })
})

describe('GET /sessions, DELETE /sessions/{uid}', () => {
  it('list and end own sessions; administrators also those of others', async () => {
    const { sessions } = (await call(staff, 'GET', '/sessions')).body
    assert.equal(sessions.length, 1)
    const [{ uid, isCurrent, address, employeeUid }] = sessions
    assert.deepEqual([isCurrent, address, employeeUid], [true, '192.0.2.1', staff.employeeUid])
    const adminSessionsPath = `/sessions?employeeUid=${admin.employeeUid}`
    assert.equal((await call(staff, 'GET', adminSessionsPath)).body.code, 'EMPLOYEE_NOT_FOUND')
    const [own] = (await call(admin, 'GET', '/sessions')).body.sessions
    assert.equal(
      (await call(staff, 'DELETE', `/sessions/${own.uid}`)).body.code,
      'SESSION_NOT_FOUND',
    )
    const staffSessions = (await call(admin, 'GET', `/sessions?employeeUid=${employeeUid}`)).body
      .sessions
    assert.deepEqual(staffSessions[0].uid, uid)
    assert.equal((await call(admin, 'DELETE', `/sessions/${uid}`)).status, 204)
    assert.deepEqual([await isSignedIn(staff), await findSession(staff)], [false, 0])
    assert.equal((await call(admin, 'DELETE', `/sessions/${uid}`)).status, 404)
  })

  it('404: rejects a session of another agency', async () => {
    const other = await makeAgency(server)
    const stranger = await makeSignedIn(server, other.agencyUid, 'STAFF')
    const [{ uid }] = (await call(stranger, 'GET', '/sessions')).body.sessions
    assert.equal((await call(admin, 'DELETE', `/sessions/${uid}`)).status, 404)
    assert.equal((await call(admin, 'DELETE', `/sessions/${randomUUID()}`)).status, 404)
    const foreign = `/sessions?employeeUid=${stranger.employeeUid}`
    assert.deepEqual((await call(admin, 'GET', foreign)).body.sessions, [])
  })
})

describe('PUT /session/preferences', () => {
  const put = (preferences: unknown) => call(staff, 'PUT', '/session/preferences', { preferences })

  it('200: stores preferences per employee', async () => {
    assert.deepEqual((await call(staff, 'GET', '/session/preferences')).body, { preferences: {} })
    const preferences = { views: [{ name: 'Mine 🏔', filter: { tag: null } }], density: 2.5 }
    assert.deepEqual((await put(preferences)).body, { preferences })
    assert.deepEqual((await call(staff, 'GET', '/session/preferences')).body, { preferences })
    assert.deepEqual((await call(admin, 'GET', '/session/preferences')).body, { preferences: {} })
  })

  it('200: accepts 16 kB; 400 for more, and for values that are not objects', async () => {
    const text = 'x'.repeat(16_384 - '{"a":""}'.length)
    assert.equal((await put({ a: text })).status, 200)
    const { status, body } = await put({ a: `${text}x` })
    assert.deepEqual([status, body.code, body.limit], [400, 'PAYLOAD_RULE_VIOLATION', 16_384])
    for (const invalidPreferences of [[], 'x', 5])
      assert.equal((await put(invalidPreferences)).body.code, 'INVALID_PARAMETER')
  })

  it('200: removes NUL characters', async () => {
    const { body } = await put({ a: 'x\u0000y', b: 'back\\u0000slash' })
    assert.deepEqual(body.preferences, { a: 'xy', b: 'back\\u0000slash' })
  })

  it('412: accepts one of concurrent changes, and returns it to the others', async () => {
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF', { email: 'two@x.example' })
    const path = '/api/v3.3/session/preferences'
    for (const round of [1, 2]) {
      const read = await server.request('GET', path, { headers })
      const tagged = { ...headers, 'if-match': read.headers.get('etag')! }
      const change = (tab: number) =>
        server.request('PUT', path, { headers: tagged, body: { preferences: { round, tab } } })
      const responses = await Promise.all([1, 2, 3].map(change))
      const done = responses.filter(({ status }) => status === 200)
      assert.equal(done.length, 1, `round ${round}`)
      for (const { status, body } of responses.filter(one => one !== done[0])) {
        assert.deepEqual([status, body.code], [412, 'CHANGED_MEANWHILE'])
        assert.deepEqual(body.current, { preferences: done[0]!.body.preferences })
      }
    }
  })
})

describe('a demotion during a session', () => {
  it('rejects the next request that requires an administrator', async () => {
    await makeEmployee(server, agencyUid, { role: 'ADMIN', email: 'x@cedarstays.example' })
    const body = { firstName: 'Ada', lastName: 'Reed', role: 'CLEANER' }
    await call(admin, 'PUT', `/employees/${admin.employeeUid}`, body)
    assert.equal((await call(admin, 'GET', '/owners')).body.code, 'SESSION_ENDED')
  })
})
