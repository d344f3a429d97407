/** State of the accounts of employees: contract/resources.md §8.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { makeSession, makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { storePassword } from '../passwords/employee-passwords.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

describe('the account of an employee', () => {
  const read = async (uid: string, as: { key: string } | { headers: Record<string, string> }) =>
    (await server.request('GET', `/api/v3.3/employees/${uid}`, as)).body.employee

  it('says when the employee was invited and last seen, and whether a password is set', async () => {
    const person = { firstName: 'Ada', lastName: 'Reed', email: 'ada@cedarstays.example' }
    const body = { agencyUid, role: 'STAFF', ...person }
    const { body: invited } = await server.request('POST', '/api/v3.3/employees', { key, body })
    const { uid } = invited.employee
    assert.equal(invited.employee.invitedUtcDateTime, utcText(server.clock.now()))
    server.clock.advance(3_600_000)
    const invitedAgain = utcText(server.clock.now())
    await server.request('POST', `/api/v3.3/employees/${uid}/invitation`, { key })
    server.clock.advance(60_000)
    const ctx = { db: server.database.kysely }
    await storePassword(ctx, { agency_uid: agencyUid, uid }, 'a hash', server.clock.now())
    const { headers } = await makeSession(server, agencyUid, uid)
    const employee = await read(uid, { key })
    assert.equal(employee.invitedUtcDateTime, invitedAgain)
    assert.equal(employee.hasPassword, true)
    assert.equal(employee.lastSeenUtcDateTime, utcText(server.clock.now()))
    assert.deepEqual(await read(uid, { headers }), employee)
  })

  it('is absent for staff, but for their own, and for partners', async () => {
    const staff = await makeSignedIn(server, agencyUid, 'STAFF')
    const manager = await makeSignedIn(server, agencyUid, 'MANAGER')
    assert.equal('hasPassword' in (await read(manager.employeeUid, staff)), false)
    assert.equal('hasPassword' in (await read(staff.employeeUid, staff)), true)
    assert.equal('hasPassword' in (await read(staff.employeeUid, manager)), true)
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.equal('lastSeenUtcDateTime' in (await read(staff.employeeUid, { key: token })), false)
  })
})
