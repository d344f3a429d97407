/** contract/general.md §2.4, resources.md §8.4: sessions, and what ends them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeManager } from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeEmployee } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { storePassword } from '../passwords/employee-passwords.ts'
import { beginSession } from './begin-session.ts'
import { forgetSessionsUnscoped } from './sessions.ts'

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

const ask = (who: SignedIn, method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { headers: who.headers, ...(body ? { body } : {}) })
const isIn = async (who: SignedIn) => (await ask(who, 'GET', '/session')).status === 200
const kept = async (who: SignedIn) => {
  const db = server.database.kysely
  const found = await db
    .selectFrom('sessions')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('employee_uid', '=', who.employeeUid)
    .execute()
  return found.length
}
const days = (count: number) => server.clock.advance(count * 86_400_000)

describe('GET /session', () => {
  it('200 with who, for which agency, and what they may do', async () => {
    const { body } = await ask(staff, 'GET', '/session')
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

  it('403 for a key, which is no session', async () => {
    const { status, body } = await server.request('GET', '/api/v3.3/session', { key })
    assert.deepEqual([status, body.requires], [403, 'session'])
  })
})

describe('a cookie', () => {
  it('401 below every other version, and where another credential is sent it is not looked at', async () => {
    const path = `/agencies/${agencyUid}`
    for (const prefix of ['/v2', '/api/v3', '/api/v3.1', '/api/v3.2', '/v3.2']) {
      const { status } = await server.request('GET', `${prefix}${path}`, { headers: staff.headers })
      assert.equal(status, 401, prefix)
    }
    assert.equal((await ask(staff, 'GET', path)).status, 200)
    const both = { headers: staff.headers, key: 'lp_wrong_key' }
    assert.equal((await server.request('GET', `/api/v3.3${path}`, both)).status, 401)
  })

  it('403 CROSS_SITE_REQUEST for a write without what only the console sends', async () => {
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
      const answer = await server.request('PUT', '/api/v3.3/session/preferences', {
        headers: { cookie, ...headers },
        body: { preferences: { a: 1 } },
      })
      assert.equal(answer.status, status, name)
      if (status === 403) assert.equal(answer.body.code, 'CROSS_SITE_REQUEST', name)
    }
  })

  it('403 for what another site reads, unless somebody goes there', async () => {
    const { cookie } = staff.headers as { cookie: string }
    const read = async (mode: string) => {
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }
      // fetch sets the mode itself, so the request is made by hand.
      return rawStatus(`/api/v3.3/session`, headers)
    }
    assert.equal(await read('no-cors'), 403)
    assert.equal(await read('navigate'), 200)
  })
})

async function rawStatus(path: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, answer => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}

describe('a session ends', () => {
  it('after 14 days without a request, and not before', async () => {
    days(13)
    assert.equal(await isIn(staff), true)
    days(13)
    assert.equal(await isIn(staff), true, 'its last request counts')
    assert.equal(await isIn(admin), false)
    days(14)
    assert.equal(await isIn(staff), false)
    await forgetSessionsUnscoped({ db: server.database.kysely, clock: server.clock })
    assert.deepEqual([await kept(staff), await kept(admin)], [0, 0])
  })

  it('90 days after the password was given, however much it is used', async () => {
    for (let i = 0; i < 8; i++) {
      days(11)
      assert.equal(await isIn(staff), true)
    }
    days(2)
    assert.equal(await isIn(staff), false)
  })

  const changes = {
    'when its employee is switched off': { isActive: false },
    'with a role that may less': { role: 'READ_ONLY' },
  }
  for (const [name, change] of Object.entries(changes)) {
    it(`${name}, at once and without a row`, async () => {
      const body = { firstName: 'Sam', lastName: 'Hill', ...change }
      const { status } = await ask(admin, 'PUT', `/employees/${staff.employeeUid}`, body)
      assert.equal(status, 200)
      assert.deepEqual([await isIn(staff), await kept(staff)], [false, 0])
    })
  }

  it('not with a role that may more, which counts at once', async () => {
    const body = { firstName: 'Sam', lastName: 'Hill', role: 'MANAGER' }
    await ask(admin, 'PUT', `/employees/${staff.employeeUid}`, body)
    assert.equal((await ask(staff, 'GET', '/session')).body.session.role, 'MANAGER')
  })
})

describe('a session', () => {
  it('does not begin for who was switched off, or has another password, since it was asked', async () => {
    const uid = await makeManager(server, agencyUid, { email: 'late@cedarstays.example' })
    const identity = { agency_uid: agencyUid, uid }
    const ctx = { db: server.database.kysely, clock: server.clock }
    const begin = (signedInAt: Date) => {
      const visitor = { address: null, agent: null }
      const who = { identity, identities: [identity], visitor, former: null }
      return beginSession(ctx, { ...who, signedInAt })
    }
    const before = server.clock.now()
    await begin(before)
    server.clock.advance(1_000)
    await storePassword(ctx, identity, 'another', server.clock.now())
    await assert.rejects(begin(before), { code: 'SESSION_ENDED' })
    await begin(server.clock.now())
    const body = { firstName: 'Lou', lastName: 'Late', isActive: false }
    await ask(admin, 'PUT', `/employees/${uid}`, body)
    await assert.rejects(begin(server.clock.now()), { code: 'SESSION_ENDED' })
  })

  it('has the browser keep its cookie anew on each day that it is used', async () => {
    const renewed = async () =>
      (await ask(staff, 'GET', '/employees/x')).headers.get('set-cookie')?.split(';')[0] ?? null
    server.clock.advance(86_000_000)
    assert.equal(await renewed(), null)
    server.clock.advance(500_000)
    assert.equal(await renewed(), staff.headers.cookie)
    assert.equal(await renewed(), null, 'once a day')
  })

  it('leaves no use of a key', async () => {
    await ask(staff, 'GET', '/session')
    const uses = await server.database.kysely
      .selectFrom('credential_uses')
      .selectAll()
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual(uses, [])
  })
})

describe('GET /sessions, DELETE /sessions/{uid}', () => {
  it("are for one's own; an administrator also sees and ends those of others", async () => {
    const { sessions } = (await ask(staff, 'GET', '/sessions')).body
    assert.equal(sessions.length, 1)
    const [{ uid, isCurrent, address, employeeUid }] = sessions
    assert.deepEqual([isCurrent, address, employeeUid], [true, '192.0.2.1', staff.employeeUid])
    const ofAdmin = `/sessions?employeeUid=${admin.employeeUid}`
    assert.equal((await ask(staff, 'GET', ofAdmin)).body.code, 'EMPLOYEE_NOT_FOUND')
    const [own] = (await ask(admin, 'GET', '/sessions')).body.sessions
    assert.equal(
      (await ask(staff, 'DELETE', `/sessions/${own.uid}`)).body.code,
      'SESSION_NOT_FOUND',
    )
    const ofStaff = (await ask(admin, 'GET', `/sessions?employeeUid=${employeeUid}`)).body.sessions
    assert.deepEqual(ofStaff[0].uid, uid)
    assert.equal((await ask(admin, 'DELETE', `/sessions/${uid}`)).status, 204)
    assert.deepEqual([await isIn(staff), await kept(staff)], [false, 0])
    assert.equal((await ask(admin, 'DELETE', `/sessions/${uid}`)).status, 404)
  })

  it('404 for a session of another agency', async () => {
    const other = await makeAgency(server)
    const stranger = await makeSignedIn(server, other.agencyUid, 'STAFF')
    const [{ uid }] = (await ask(stranger, 'GET', '/sessions')).body.sessions
    assert.equal((await ask(admin, 'DELETE', `/sessions/${uid}`)).status, 404)
    assert.equal((await ask(admin, 'DELETE', `/sessions/${randomUUID()}`)).status, 404)
    const foreign = `/sessions?employeeUid=${stranger.employeeUid}`
    assert.deepEqual((await ask(admin, 'GET', foreign)).body.sessions, [])
  })
})

describe('PUT /session/preferences', () => {
  const put = (preferences: unknown) => ask(staff, 'PUT', '/session/preferences', { preferences })

  it('200 with what was sent, which each has alone', async () => {
    assert.deepEqual((await ask(staff, 'GET', '/session/preferences')).body, { preferences: {} })
    const preferences = { views: [{ name: 'Mine 🏔', filter: { tag: null } }], density: 2.5 }
    assert.deepEqual((await put(preferences)).body, { preferences })
    assert.deepEqual((await ask(staff, 'GET', '/session/preferences')).body, { preferences })
    assert.deepEqual((await ask(admin, 'GET', '/session/preferences')).body, { preferences: {} })
  })

  it('200 for 16 kB, 400 beyond, and for what is no object', async () => {
    const text = 'x'.repeat(16_384 - '{"a":""}'.length)
    assert.equal((await put({ a: text })).status, 200)
    const { status, body } = await put({ a: `${text}x` })
    assert.deepEqual([status, body.code, body.limit], [400, 'PAYLOAD_RULE_VIOLATION', 16_384])
    for (const bad of [[], 'x', 5]) assert.equal((await put(bad)).body.code, 'INVALID_PARAMETER')
  })

  it('200 without the character that no database takes', async () => {
    const { body } = await put({ a: 'x\u0000y', b: 'back\\u0000slash' })
    assert.deepEqual(body.preferences, { a: 'xy', b: 'back\\u0000slash' })
  })

  it('412 with those of now for each but one of who change the same, from the first on', async () => {
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF', { email: 'two@x.example' })
    const path = '/api/v3.3/session/preferences'
    for (const round of [1, 2]) {
      const read = await server.request('GET', path, { headers })
      const tagged = { ...headers, 'if-match': read.headers.get('etag')! }
      const change = (tab: number) =>
        server.request('PUT', path, { headers: tagged, body: { preferences: { round, tab } } })
      const answers = await Promise.all([1, 2, 3].map(change))
      const done = answers.filter(({ status }) => status === 200)
      assert.equal(done.length, 1, `round ${round}`)
      for (const { status, body } of answers.filter(one => one !== done[0])) {
        assert.deepEqual([status, body.code], [412, 'CHANGED_MEANWHILE'])
        assert.deepEqual(body.current, { preferences: done[0]!.body.preferences })
      }
    }
  })
})

describe('a demotion in the middle', () => {
  it('refuses the next request of who was an administrator', async () => {
    await makeEmployee(server, agencyUid, { role: 'ADMIN', email: 'x@cedarstays.example' })
    const body = { firstName: 'Ada', lastName: 'Reed', role: 'CLEANER' }
    await ask(admin, 'PUT', `/employees/${admin.employeeUid}`, body)
    assert.equal((await ask(admin, 'GET', '/owners')).body.code, 'SESSION_ENDED')
  })
})
