/** Own record of an employee: contract/resources.md §8.4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { runningVersion } from '../../../version.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const staff = await makeSignedIn(server, agencyUid, 'STAFF')

const call = ({ headers }: SignedIn, method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { headers, ...(body ? { body } : {}) })

describe('PATCH /session/employee', () => {
  it('200: changes name and phone number of the employee, also of a cleaner', async () => {
    for (const role of ['ADMIN', 'CLEANER'] as const) {
      const email = `own-${role}@cedarstays.example`
      const person = await makeSignedIn(server, agencyUid, role, { email })
      const change = { firstName: ' Ada ', phoneNumber: '541 555 0100' }
      const { status, body } = await call(person, 'PATCH', '/session/employee', change)
      assert.equal(status, 200)
      const { firstName, lastName, phoneNumber } = body.session.employee
      assert.deepEqual([firstName, lastName, phoneNumber], ['Ada', 'Hall', '541 555 0100'])
      const cleared = await call(person, 'PATCH', '/session/employee', { phoneNumber: null })
      assert.equal(cleared.body.session.employee.phoneNumber, null)
      assert.equal(cleared.body.session.employee.firstName, 'Ada')
      assert.equal(cleared.body.session.role, role)
    }
  })

  it('400 for a blank name, which changes nothing; 403 for an API key', async () => {
    const { status, body } = await call(staff, 'PATCH', '/session/employee', {
      firstName: ' ',
      phoneNumber: '1',
    })
    assert.deepEqual([status, body.parameter], [400, 'firstName'])
    const { session } = (await call(staff, 'GET', '/session')).body
    assert.deepEqual([session.employee.firstName, session.employee.phoneNumber], ['Grace', null])
    const withKey = { key, body: { firstName: 'Ada' } }
    const refused = await server.request('PATCH', '/api/v3.3/session/employee', withKey)
    assert.deepEqual([refused.status, refused.body.requires], [403, 'session'])
  })
})

describe('GET /session', () => {
  it('200: says what the server offers', async () => {
    const { session } = (await call(staff, 'GET', '/session')).body
    const { version, ...offer } = session.server
    assert.equal(version, runningVersion().version)
    const { publicUrl } = server.config
    assert.deepEqual(offer, { publicUrl, sendsMail: false, hasSystemPage: false })
  })
})
