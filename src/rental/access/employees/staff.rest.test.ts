/** Invitations of employees: contract/resources.md §8.1. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { consoleRequest, cookieOf, signInAs, visit } from '../../../../test/fixtures/console.ts'
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

const callAs = (caller: SignedIn | string, method: string, path: string, body?: unknown) => {
  const credential = typeof caller === 'string' ? { key: caller } : { headers: caller.headers }
  return server.request(method, `/api/v3.3/employees${path}`, { ...credential, body: body ?? {} })
}
const newPerson = () => ({
  agencyUid,
  firstName: 'Ada',
  lastName: 'Reed',
  email: `ada@${agencyUid}.example`,
})
const invite = (who: SignedIn | string, role: string, more: object = {}) =>
  callAs(who, 'POST', '', { ...newPerson(), role, ...more })
const linkPath = (link: string) => new URL(link).pathname.replace('/console', '')

describe('POST /employees', () => {
  it('201: returns a link only once, which sets a password and signs in', async () => {
    const { status, body } = await invite(admin, 'STAFF', { phoneNumber: '+1' })
    assert.equal(status, 201)
    const { employee, invitation } = body
    assert.deepEqual(
      [employee.role, employee.phoneNumber, employee.isActive],
      ['STAFF', '+1', true],
    )
    assert.equal(invitation.email, null)
    assert.equal(invitation.expiresUtcDateTime, '2026-05-27T15:00:00')
    const path = linkPath(invitation.link)
    assert.match((await visit(server, path)).text, new RegExp(newPerson().email))
    assert.equal((await visit(server, path, { form: { password: 'short' } })).status, 422)
    const welcomed = await visit(server, path, { form: { password } })
    assert.equal(welcomed.headers.get('location'), '/console')
    const { session } = (await consoleRequest(server, cookieOf(welcomed), 'GET', '/session')).body
    assert.deepEqual([session.employee.uid, session.role], [employee.uid, 'STAFF'])
    assert.equal((await visit(server, path, { form: { password } })).status, 410)
    assert.equal((await visit(server, path)).status, 410)
    await signInAs(server, newPerson().email)
  })

  it('410: rejects a link after a week, and one that was replaced', async () => {
    const { employee, invitation } = (await invite(admin, 'STAFF')).body
    const again = await callAs(admin, 'POST', `/${employee.uid}/invitation`)
    assert.equal(again.status, 200)
    assert.equal((await visit(server, linkPath(invitation.link))).status, 410)
    const path = linkPath(again.body.invitation.link)
    assert.equal((await visit(server, path)).status, 200)
    server.clock.advance(168 * 3_600_000)
    assert.equal((await visit(server, path)).status, 410)
    server.clock.advance(-168 * 3_600_000)
  })

  it('409 ALREADY_EXISTS: rejects an email address in use, case-insensitive', async () => {
    const { employee } = (await invite(admin, 'STAFF')).body
    const email = newPerson().email.toUpperCase()
    const { status, body } = await invite(admin, 'STAFF', { email })
    assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', employee.uid])
  })

  it('403: rejects a role above that of the caller, and for a key one above MANAGER', async () => {
    for (const who of [manager, key]) {
      const { status, body } = await invite(who, 'ADMIN')
      assert.deepEqual([status, body.requires], [403, 'ADMIN'])
    }
    assert.equal((await invite(manager, 'MANAGER')).status, 201)
  })

  it('404: rejects a service provider of another agency', async () => {
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
  it('is removed from its employees', async () => {
    const created = await server.request('POST', '/api/v3.3/service-providers', {
      key,
      body: { agencyUid, name: 'Clean' },
    })
    const { uid } = created.body.serviceProvider
    const { body } = await invite(admin, 'CLEANER', { serviceProviderUid: uid })
    const { employee } = body
    assert.equal(employee.serviceProviderUid, uid)
    const deleted = await server.request('DELETE', `/api/v3.3/service-providers/${uid}`, { key })
    assert.equal(deleted.status, 204)
    const { headers } = admin
    const left = await server.request('GET', `/api/v3.3/employees/${employee.uid}`, { headers })
    assert.equal(left.body.employee.serviceProviderUid, null)
  })
})

const named = { firstName: 'Ada', lastName: 'Reed' }

describe('permission to lower a role', () => {
  const put = (caller: SignedIn | string, uid: string, role: string) =>
    callAs(caller, 'PUT', `/${uid}`, { ...named, role })

  it('403: rejects a MANAGER for a MANAGER with a password, to prevent a takeover', async () => {
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

  it('403: rejects an API key for an ADMIN, and changes nothing', async () => {
    const uid = await makeManager(server, agencyUid, { email: 'boss@x.example', role: 'ADMIN' })
    for (const role of ['STAFF', 'MANAGER', 'ADMIN']) {
      const { status, body } = await put(key, uid, role)
      assert.deepEqual([status, body.requires], [403, 'ADMIN'], role)
    }
    const off = await callAs(key, 'PUT', `/${uid}`, { ...named, isActive: false })
    assert.equal(off.status, 403)
    assert.equal((await put(admin, uid, 'STAFF')).status, 200, 'an ADMIN may')
  })

  it('410: rejects a link that was created while the role was lower', async () => {
    const { employee, invitation } = (await invite(manager, 'STAFF')).body
    assert.equal((await put(manager, employee.uid, 'STAFF')).status, 200)
    assert.equal((await visit(server, linkPath(invitation.link))).status, 200)
    assert.equal((await put(admin, employee.uid, 'ADMIN')).status, 200)
    assert.equal((await visit(server, linkPath(invitation.link))).status, 410)
  })
})

describe('a manager', () => {
  it('can neither create nor change an administrator, nor create a link for one', async () => {
    const staffUid = await makeEmployee(server, agencyUid, { role: 'STAFF' })
    const raise = await callAs(manager, 'PUT', `/${staffUid}`, { ...named, role: 'ADMIN' })
    assert.deepEqual([raise.status, raise.body.requires], [403, 'ADMIN'])
    const self = await callAs(manager, 'PUT', `/${manager.employeeUid}`, {
      ...named,
      role: 'ADMIN',
    })
    assert.equal(self.status, 403)
    const change = await callAs(manager, 'PUT', `/${admin.employeeUid}`, {
      ...named,
      isActive: false,
    })
    assert.equal(change.status, 403)
    const link = await callAs(manager, 'POST', `/${admin.employeeUid}/invitation`)
    assert.equal(link.status, 403)
    const keyed = await callAs(key, 'PUT', `/${staffUid}`, { ...named, role: 'ADMIN' })
    assert.equal(keyed.status, 403)
  })

  it('can create a link for another manager only until a password is set', async () => {
    const uid = await makeEmployee(server, agencyUid, { email: 'new@cedarstays.example' })
    assert.equal((await callAs(manager, 'POST', `/${uid}/invitation`)).status, 200)
    const withPassword = await makeManager(server, agencyUid, { email: 'old@cedarstays.example' })
    assert.equal((await callAs(manager, 'POST', `/${withPassword}/invitation`)).status, 403)
    assert.equal((await callAs(admin, 'POST', `/${withPassword}/invitation`)).status, 200)
  })

  it('409: rejects a link for an inactive employee', async () => {
    const uid = await makeEmployee(server, agencyUid, { is_active: false, role: 'STAFF' })
    const { body } = await callAs(manager, 'POST', `/${uid}/invitation`)
    assert.equal(body.code, 'STATE_CONFLICT')
  })
})

describe('PUT /employees/{uid}/password', () => {
  it('204: requires the current password, ends all sessions and sets a new cookie', async () => {
    const email = `sam@${agencyUid}.example`
    const uid = await makeManager(server, agencyUid, { email })
    const [here, there] = [await signInAs(server, email), await signInAs(server, email)]
    const put = (currentPassword: string, password = 'another long one') =>
      consoleRequest(server, here, 'PUT', `/employees/${uid}/password`, {
        currentPassword,
        password,
      })
    assert.equal((await put('wrong')).body.parameter, 'currentPassword')
    assert.equal((await put(password, 'short')).body.parameter, 'password')
    const changed = await put(password)
    assert.equal(changed.status, 204)
    for (const cookie of [here, there]) {
      assert.equal((await consoleRequest(server, cookie, 'GET', '/session')).status, 401)
    }
    assert.equal((await consoleRequest(server, cookieOf(changed), 'GET', '/session')).status, 200)
  })

  it('stores nothing for an Idempotency-Key', async () => {
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

  it('403: rejects the password of another employee, and API keys', async () => {
    const body = { currentPassword: password, password: 'another long one' }
    const path = `/${manager.employeeUid}/password`
    assert.equal((await callAs(admin, 'PUT', path, body)).body.requires, 'self')
    assert.equal((await callAs(key, 'PUT', path, body)).body.requires, 'session')
  })
})

describe('GET /employees?isActive', () => {
  it('200: returns inactive employees, in v3.3 only', async () => {
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
