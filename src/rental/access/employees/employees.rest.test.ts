import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const account = { invitedUtcDateTime: null, hasPassword: false, lastSeenUtcDateTime: null }

describe('GET /employees', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: returns active employees with every field in ${version}`, async () => {
      const uid = await makeEmployee(server, agencyUid, {
        phone_number: '541 555 1001',
        phone_area_code: '1',
      })
      await makeEmployee(server, agencyUid, { is_active: false })
      const path = `/api/${version}/employees?agencyUid=${agencyUid}`
      const { status, body } = await server.request('GET', path, { key })
      assert.equal(status, 200)
      const employee = {
        uid,
        agencyUid,
        firstName: 'Grace',
        lastName: 'Hall',
        email: 'grace@cedarstays.example',
        phoneNumber: '541 555 1001',
        phoneAreaCode: '1',
        role: 'MANAGER',
        isActive: true,
        pictureUrl: null,
        ...(version === 'v3.3' ? { serviceProviderUid: null, ...account } : {}),
      }
      assert.deepEqual(body, { employees: [employee], _metadata: { count: 1, totalCount: 1 } })
    })
  }

  it('200: sorts by last name, first name, uid', async () => {
    const [low, high] = [randomUUID(), randomUUID()].sort()
    const people = [
      ['Zoe', 'Adams', undefined],
      ['Ann', 'Young', undefined],
      ['Bob', 'Adams', high],
      ['Bob', 'Adams', low],
    ] as const
    for (const [first_name, last_name, uid] of people) {
      await makeEmployee(server, agencyUid, { first_name, last_name, ...(uid ? { uid } : {}) })
    }
    const path = `/api/v3.3/employees?agencyUid=${agencyUid}`
    const { employees } = (await server.request('GET', path, { key })).body
    const names = employees.map((e: Record<string, string>) => `${e.firstName} ${e.lastName}`)
    assert.deepEqual(names, ['Bob Adams', 'Bob Adams', 'Zoe Adams', 'Ann Young'])
    assert.deepEqual([employees[0].uid, employees[1].uid], [low, high])
  })

  it('200: returns an empty list', async () => {
    const path = `/api/v3.3/employees?agencyUid=${agencyUid}`
    const { body } = await server.request('GET', path, { key })
    assert.deepEqual(body, { employees: [], _metadata: { count: 0, totalCount: 0 } })
  })

  it('403: rejects another agency', async () => {
    const path = `/api/v3.3/employees?agencyUid=${randomUUID()}`
    const { status, body } = await server.request('GET', path, { key })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('GET /employees/{uid}', () => {
  it('200: returns inactive employees, too', async () => {
    const uid = await makeEmployee(server, agencyUid, { is_active: false })
    const { status, body } = await server.request('GET', `/api/v3.3/employees/${uid}`, { key })
    assert.deepEqual([status, body.employee.uid, body.employee.isActive], [200, uid, false])
  })

  it('404: rejects an unknown employee and one of another agency', async () => {
    const other = await makeAgency(server)
    for (const uid of [randomUUID(), await makeEmployee(server, other.agencyUid)]) {
      const { status, body } = await server.request('GET', `/api/v3.3/employees/${uid}`, { key })
      assert.deepEqual([status, body.code], [404, 'EMPLOYEE_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Employee not found: ${uid}`)
    }
  })
})

const named = { firstName: 'Ada', lastName: 'Byron' }

const put = (uid: string, body: unknown, version = 'v3.3') =>
  server.request('PUT', `/api/${version}/employees/${uid}`, { key, body })

describe('PUT /employees/{uid}', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: stores the fields that were sent in ${version}`, async () => {
      const uid = await makeEmployee(server, agencyUid)
      const change = { ...named, phoneNumber: '+44', role: 'CLEANER', isActive: false }
      const { status, body } = await put(uid, change, version)
      assert.equal(status, 200)
      const { firstName, lastName, phoneNumber, role, isActive } = body.employee
      assert.deepEqual({ firstName, lastName, phoneNumber, role, isActive }, change)
      const read = await server.request('GET', `/api/${version}/employees/${uid}`, { key })
      assert.deepEqual(read.body, body)
    })
  }

  it('200: keeps email address, uid and agency', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const change = { ...named, email: 'other@example.org', uid: randomUUID(), agencyUid: 'x' }
    const { employee } = (await put(uid, change)).body
    const { email } = employee
    assert.deepEqual([employee.uid, employee.agencyUid], [uid, agencyUid])
    assert.equal(email, 'grace@cedarstays.example')
  })

  it('200: accepts the longest names, rejects longer ones with 400', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const longest = 'x'.repeat(255)
    const { status, body } = await put(uid, { firstName: longest, lastName: longest })
    assert.deepEqual([status, body.employee?.lastName], [200, longest])
    assert.equal((await put(uid, { ...named, lastName: `${longest}x` })).status, 400)
  })

  it('400 REQUIRED_PARAMETER: lists both missing names', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const { status, body } = await put(uid, {})
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    const fields = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['firstName', 'lastName'])
  })

  for (const invalidFields of [
    { firstName: '' },
    { lastName: '  ' },
    { phoneNumber: '1'.repeat(65) },
  ]) {
    it(`400: rejects ${JSON.stringify(invalidFields).slice(0, 30)}`, async () => {
      const uid = await makeEmployee(server, agencyUid)
      const { status, body } = await put(uid, { ...named, ...invalidFields })
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
      assert.equal(body.parameter, Object.keys(invalidFields)[0])
    })
  }

  it('400 INVALID_ENUM_VALUE: rejects an unknown role', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const { status, body } = await put(uid, { ...named, role: 'admin' })
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_ENUM_VALUE', 'role'])
    assert.deepEqual(body.allowedValues, ['ADMIN', 'MANAGER', 'STAFF', 'CLEANER', 'READ_ONLY'])
  })

  it('404: rejects an unknown employee', async () => {
    const { status, body } = await put(randomUUID(), named)
    assert.deepEqual([status, body.code], [404, 'EMPLOYEE_NOT_FOUND'])
  })
})

const putSelf = ({ employeeUid, headers }: SignedIn, body: unknown) =>
  server.request('PUT', `/api/v3.3/employees/${employeeUid}`, { headers, body })

describe('the last active administrator', () => {
  for (const change of [{ role: 'STAFF' }, { role: 'ADMIN', isActive: false }]) {
    it(`409 STATE_CONFLICT: rejects ${JSON.stringify(change)}`, async () => {
      const last = await makeSignedIn(server, agencyUid, 'ADMIN')
      await makeEmployee(server, agencyUid, { role: 'ADMIN', is_active: false })
      const { status, body } = await putSelf(last, { ...named, ...change })
      const uid = last.employeeUid
      assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
      const { employee } = (await server.request('GET', `/api/v3.3/employees/${uid}`, { key })).body
      assert.deepEqual([employee.role, employee.isActive], ['ADMIN', true])
      assert.equal(employee.firstName, 'Grace')
    })
  }

  it('200: accepts the change while another administrator is active', async () => {
    const admin = await makeSignedIn(server, agencyUid, 'ADMIN')
    await makeEmployee(server, agencyUid, { role: 'ADMIN' })
    assert.equal((await putSelf(admin, { ...named, role: 'STAFF' })).status, 200)
  })

  it('200: accepts a change of the name only', async () => {
    const admin = await makeSignedIn(server, agencyUid, 'ADMIN')
    assert.equal((await putSelf(admin, { ...named, role: 'ADMIN' })).status, 200)
  })

  it('keeps one administrator when all are demoted concurrently', async () => {
    const pending = Array.from({ length: 5 }, () => makeSignedIn(server, agencyUid, 'ADMIN'))
    const admins = await Promise.all(pending)
    const responses = await Promise.all(
      admins.map(admin => putSelf(admin, { ...named, role: 'STAFF' })),
    )
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 200, 200, 200, 409])
  })
})

describe('concurrent changes', () => {
  it('200: a change without a role keeps the role that the other sets', async () => {
    const pending = Array.from({ length: 12 }, () =>
      makeEmployee(server, agencyUid, { role: 'STAFF' }),
    )
    const uids = await Promise.all(pending)
    const changed = uids.map(async uid => {
      const changes = [{ role: 'CLEANER' }, {}, {}, {}]
      const responses = await Promise.all(changes.map(change => put(uid, { ...named, ...change })))
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      return (await server.request('GET', `/api/v3.3/employees/${uid}`, { key })).body.employee.role
    })
    assert.deepEqual(new Set(await Promise.all(changed)), new Set(['CLEANER']))
  })
})

describe('employees and partners', () => {
  async function tokenWith(personalData: boolean): Promise<string> {
    const { partnerUid } = await makePartner(server)
    await grant(server, {
      agencyUid,
      partnerUid,
      objectUid: await makeProperty(server, agencyUid),
      personalData,
    })
    return makeToken(server, partnerUid, agencyUid)
  }

  it('200: returns the email address to partners with a grant of personal data', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const visible = [await tokenWith(false), await tokenWith(true)].map(async key => {
      const list = await server.request('GET', `/api/v3.3/employees?agencyUid=${agencyUid}`, {
        key,
      })
      const single = await server.request('GET', `/api/v3.3/employees/${uid}`, { key })
      assert.deepEqual(list.body.employees, [single.body.employee])
      return single.body.employee.email
    })
    assert.deepEqual(await Promise.all(visible), [undefined, 'grace@cedarstays.example'])
  })

  it('403 OPERATION_NOT_PERMITTED: rejects changes by partners', async () => {
    const uid = await makeEmployee(server, agencyUid)
    const partner = await tokenWith(true)
    const path = `/api/v3.3/employees/${uid}`
    const response = await server.request('PUT', path, { key: partner, body: named })
    assert.deepEqual([response.status, response.body.code], [403, 'OPERATION_NOT_PERMITTED'])
  })
})
