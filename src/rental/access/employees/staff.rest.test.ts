/** contract/resources.md §8.1: people are invited, and come to a password. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { ask, cookieOf, signInAs, visit } from '../../../../test/fixtures/console.ts'
import { makeManager, password } from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeEmployee } from '../../../../test/fixtures/rows.ts'
import { consoleHeaders, makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let admin: SignedIn
let manager: SignedIn
beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  admin = await makeSignedIn(server, agencyUid, 'ADMIN')
  manager = await makeSignedIn(server, agencyUid, 'MANAGER')
})

const as = (who: SignedIn | string, method: string, path: string, body?: unknown) => {
  const credential = typeof who === 'string' ? { key: who } : { headers: who.headers }
  return server.request(method, `/api/v3.3/employees${path}`, { ...credential, body: body ?? {} })
}
const person = () => ({
  agencyUid,
  firstName: 'Ada',
  lastName: 'Reed',
  email: `ada@${agencyUid}.example`,
})
const invite = (who: SignedIn | string, role: string, more: object = {}) =>
  as(who, 'POST', '', { ...person(), role, ...more })
const pathOf = (link: string) => new URL(link).pathname.replace('/console', '')

describe('POST /employees', () => {
  it('201 with a link, shown this once, by which somebody sets a password and is in', async () => {
    const { status, body } = await invite(admin, 'STAFF', { phoneNumber: '+1' })
    assert.equal(status, 201)
    const { employee, invitation } = body
    assert.deepEqual(
      [employee.role, employee.phoneNumber, employee.isActive],
      ['STAFF', '+1', true],
    )
    assert.equal(invitation.email, null)
    assert.equal(invitation.expiresUtcDateTime, '2026-05-27T15:00:00')
    const path = pathOf(invitation.link)
    assert.match((await visit(server, path)).text, new RegExp(person().email))
    assert.equal((await visit(server, path, { form: { password: 'short' } })).status, 422)
    const welcomed = await visit(server, path, { form: { password } })
    assert.equal(welcomed.headers.get('location'), '/console')
    const { session } = (await ask(server, cookieOf(welcomed), 'GET', '/session')).body
    assert.deepEqual([session.employee.uid, session.role], [employee.uid, 'STAFF'])
    assert.equal((await visit(server, path, { form: { password } })).status, 410)
    assert.equal((await visit(server, path)).status, 410)
    await signInAs(server, person().email)
  })

  it('410 for a link after a week, and where another was made since', async () => {
    const { employee, invitation } = (await invite(admin, 'STAFF')).body
    const again = await as(admin, 'POST', `/${employee.uid}/invitation`)
    assert.equal(again.status, 200)
    assert.equal((await visit(server, pathOf(invitation.link))).status, 410)
    const path = pathOf(again.body.invitation.link)
    assert.equal((await visit(server, path)).status, 200)
    server.clock.advance(168 * 3_600_000)
    assert.equal((await visit(server, path)).status, 410)
    server.clock.advance(-168 * 3_600_000)
  })

  it('409 ALREADY_EXISTS for an address that somebody has, in any case', async () => {
    const { employee } = (await invite(admin, 'STAFF')).body
    const email = person().email.toUpperCase()
    const { status, body } = await invite(admin, 'STAFF', { email })
    assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', employee.uid])
  })

  it('403 for a role above the own one, and for a key above MANAGER', async () => {
    for (const who of [manager, key]) {
      const { status, body } = await invite(who, 'ADMIN')
      assert.deepEqual([status, body.requires], [403, 'ADMIN'])
    }
    assert.equal((await invite(manager, 'MANAGER')).status, 201)
  })

  it('404 for a service provider of another agency', async () => {
    const other = await makeAgency(server)
    const provider = await server.request('POST', '/api/v3.3/service-providers', {
      key: other.key,
      body: { agencyUid: other.agencyUid, name: 'Clean' },
    })
    const { uid } = provider.body.serviceProvider
    const { body } = await invite(admin, 'CLEANER', { serviceProviderUid: uid })
    assert.equal(body.code, 'SERVICE_PROVIDER_NOT_FOUND')
  })
})

describe('a service provider that is deleted', () => {
  it('leaves its people without one', async () => {
    const made = await server.request('POST', '/api/v3.3/service-providers', {
      key,
      body: { agencyUid, name: 'Clean' },
    })
    const { uid } = made.body.serviceProvider
    const { body } = await invite(admin, 'CLEANER', { serviceProviderUid: uid })
    const { employee } = body
    assert.equal(employee.serviceProviderUid, uid)
    const gone = await server.request('DELETE', `/api/v3.3/service-providers/${uid}`, { key })
    assert.equal(gone.status, 204)
    const { headers } = admin
    const left = await server.request('GET', `/api/v3.3/employees/${employee.uid}`, { headers })
    assert.equal(left.body.employee.serviceProviderUid, null)
  })
})

const named = { firstName: 'Ada', lastName: 'Reed' }

describe('who may lower a role', () => {
  const put = (who: SignedIn | string, uid: string, role: string) =>
    as(who, 'PUT', `/${uid}`, { ...named, role })

  it('403 for a MANAGER at a colleague with a password, whom a link would take over', async () => {
    const email = `peer@${agencyUid}.example`
    const uid = await makeManager(server, agencyUid, { email })
    for (const who of [manager, key]) {
      const lowered = await put(who, uid, 'STAFF')
      assert.deepEqual([lowered.status, lowered.body.requires], [403, 'ADMIN or MANAGER'])
      assert.equal((await put(who, uid, 'MANAGER')).status, 200, 'a name may be changed')
    }
    await signInAs(server, email)
    assert.equal((await put(admin, uid, 'STAFF')).status, 200)
    assert.equal((await put(manager, uid, 'CLEANER')).status, 200, 'a lower role')
  })

  it('403 for an API key at an ADMIN, of whom it changes nothing', async () => {
    const uid = await makeManager(server, agencyUid, { email: 'boss@x.example', role: 'ADMIN' })
    for (const role of ['STAFF', 'MANAGER', 'ADMIN']) {
      const { status, body } = await put(key, uid, role)
      assert.deepEqual([status, body.requires], [403, 'ADMIN'], role)
    }
    const off = await as(key, 'PUT', `/${uid}`, { ...named, isActive: false })
    assert.equal(off.status, 403)
    assert.equal((await put(admin, uid, 'STAFF')).status, 200, 'an ADMIN may')
  })

  it('410 for a link that was made while the role was lower', async () => {
    const { employee, invitation } = (await invite(manager, 'STAFF')).body
    assert.equal((await put(manager, employee.uid, 'STAFF')).status, 200)
    assert.equal((await visit(server, pathOf(invitation.link))).status, 200)
    assert.equal((await put(admin, employee.uid, 'ADMIN')).status, 200)
    assert.equal((await visit(server, pathOf(invitation.link))).status, 410)
  })
})

describe('a manager', () => {
  it('neither makes an administrator nor changes or links one', async () => {
    const staffUid = await makeEmployee(server, agencyUid, { role: 'STAFF' })
    const raise = await as(manager, 'PUT', `/${staffUid}`, { ...named, role: 'ADMIN' })
    assert.deepEqual([raise.status, raise.body.requires], [403, 'ADMIN'])
    const self = await as(manager, 'PUT', `/${manager.employeeUid}`, { ...named, role: 'ADMIN' })
    assert.equal(self.status, 403)
    const change = await as(manager, 'PUT', `/${admin.employeeUid}`, { ...named, isActive: false })
    assert.equal(change.status, 403)
    const link = await as(manager, 'POST', `/${admin.employeeUid}/invitation`)
    assert.equal(link.status, 403)
    const keyed = await as(key, 'PUT', `/${staffUid}`, { ...named, role: 'ADMIN' })
    assert.equal(keyed.status, 403)
  })

  it('links a colleague only until there is a password', async () => {
    const uid = await makeEmployee(server, agencyUid, { email: 'new@cedarstays.example' })
    assert.equal((await as(manager, 'POST', `/${uid}/invitation`)).status, 200)
    const settled = await makeManager(server, agencyUid, { email: 'old@cedarstays.example' })
    assert.equal((await as(manager, 'POST', `/${settled}/invitation`)).status, 403)
    assert.equal((await as(admin, 'POST', `/${settled}/invitation`)).status, 200)
  })

  it('409 for a link to somebody who is not active', async () => {
    const uid = await makeEmployee(server, agencyUid, { is_active: false, role: 'STAFF' })
    const { body } = await as(manager, 'POST', `/${uid}/invitation`)
    assert.equal(body.code, 'STATE_CONFLICT')
  })
})

describe('PUT /employees/{uid}/password', () => {
  it('204 with the present one; all other sessions end, this goes on by another cookie', async () => {
    const email = `sam@${agencyUid}.example`
    const uid = await makeManager(server, agencyUid, { email })
    const [here, there] = [await signInAs(server, email), await signInAs(server, email)]
    const put = (currentPassword: string, password = 'another long one') =>
      ask(server, here, 'PUT', `/employees/${uid}/password`, { currentPassword, password })
    assert.equal((await put('wrong')).body.parameter, 'currentPassword')
    assert.equal((await put(password, 'short')).body.parameter, 'password')
    const changed = await put(password)
    assert.equal(changed.status, 204)
    for (const cookie of [here, there]) {
      assert.equal((await ask(server, cookie, 'GET', '/session')).status, 401)
    }
    assert.equal((await ask(server, cookieOf(changed), 'GET', '/session')).status, 200)
  })

  it('keeps nothing of it under an Idempotency-Key', async () => {
    const email = `lee@${agencyUid}.example`
    const uid = await makeManager(server, agencyUid, { email })
    const cookie = await signInAs(server, email)
    const headers = { ...consoleHeaders(cookie), 'idempotency-key': 'once' }
    const body = { currentPassword: password, password: 'another long one' }
    const path = `/api/v3.3/employees/${uid}/password`
    assert.equal((await server.request('PUT', path, { headers, body })).status, 204)
    const stored = await server.database.kysely
      .selectFrom('idempotency_keys')
      .select('key')
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual(stored, [])
  })

  it("403 for a colleague's, and for a key", async () => {
    const body = { currentPassword: password, password: 'another long one' }
    const path = `/${manager.employeeUid}/password`
    assert.equal((await as(admin, 'PUT', path, body)).body.requires, 'self')
    assert.equal((await as(key, 'PUT', path, body)).body.requires, 'session')
  })
})

describe('GET /employees?isActive', () => {
  it('200 with those that are no longer, in v3.3 alone', async () => {
    const uid = await makeEmployee(server, agencyUid, { is_active: false })
    const uids = async (version: string) => {
      const path = `/api/${version}/employees?agencyUid=${agencyUid}&isActive=false`
      const { employees } = (await server.request('GET', path, { key })).body
      return employees.map((one: { uid: string }) => one.uid)
    }
    assert.deepEqual(await uids('v3.3'), [uid])
    assert.equal((await uids('v3.2')).length, 2)
  })
})
