/** Pin codes of v3: contract/resources.md §5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  makeAgency,
  makeEmployee,
  makeHotel,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const userUid = await makeEmployee(server, agencyUid)

const request = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, ...(body === undefined ? {} : { body }) })
const post = (body: object, version = 'v3.3') =>
  request('POST', `/api/${version}/pin-codes`, { propertyUid, ...body })
const put = (uid: string, body: object) => request('PUT', `/api/v3.3/pin-codes/${uid}`, body)
const get = (uid: string) => request('GET', `/api/v3.3/pin-codes/${uid}`)
const create = async (body: object) => {
  const response = await post(body)
  assert.equal(response.status, 201, response.text)
  return response.body.pinCode
}
const atNewProperty = async () => {
  const uid = await makeProperty(server, agencyUid)
  return { propertyUid: uid, leadUid: await makeLead(server, agencyUid, { property_uid: uid }) }
}
const listTypes = async () => (await readEventLog(server, agencyUid)).map(({ type }) => type)

describe('POST /pin-codes', () => {
  it('201: generates a code for the time of the stay', async () => {
    const { uid, code, createdUtcDateTime, updatedUtcDateTime, ...rest } = await create({ leadUid })
    assert.match(code, /^\d{6}$/)
    assert.equal(createdUtcDateTime, updatedUtcDateTime)
    assert.deepEqual(rest, {
      propertyUid,
      unitUid: null,
      leadUid,
      userUid: null,
      lockName: null,
      url: null,
      startLocalDateTime: '2026-06-05T16:00:00',
      endLocalDateTime: '2026-06-09T11:00:00',
    })
    assert.deepEqual((await get(uid)).body.pinCode.code, code)
  })

  it('201: returns the sent fields, for an employee without an end', async () => {
    const fields = { userUid, code: 'A1*#-z', url: 'https://locks.example/1', lockName: 'Gate' }
    const times = { startLocalDateTime: '2026-06-01 08:00', endLocalDateTime: null }
    const pinCode = await create({ ...fields, ...times })
    const { code, url, lockName, startLocalDateTime, endLocalDateTime } = pinCode
    const expected = [fields.code, fields.url, 'Gate', '2026-06-01T08:00:00', null]
    assert.deepEqual([code, url, lockName, startLocalDateTime, endLocalDateTime], expected)
  })

  it('201: moves a time that a change of clocks skips, also in a change', async () => {
    const { uid, startLocalDateTime } = await create({
      userUid,
      startLocalDateTime: '2026-03-08T02:30:00',
    })
    assert.equal(startLocalDateTime, '2026-03-08T03:30:00')
    const { body } = await put(uid, { endLocalDateTime: '2027-03-14T02:15:00' })
    assert.equal(body.pinCode.endLocalDateTime, '2027-03-14T03:15:00')
  })

  it('201: a URL needs no code, and pinCode is an alias of code', async () => {
    assert.equal((await create({ userUid, url: 'https://locks.example/2' })).code, null)
    assert.equal((await create({ userUid, pinCode: 9_071 })).code, '9071')
  })

  it('201: accepts an owner as user', async () => {
    const person = { agencyUid, firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }
    const { body } = await request('POST', '/api/v3.3/owners', person)
    const { uid } = body.owner
    assert.equal((await create({ userUid: uid, lockName: 'Owner' })).userUid, uid)
  })

  it('201: accepts a unit of the unit type from v3.1 on', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
    const unitUid = await makeUnit(server.database.kysely, agencyUid, typeUid)
    const body = { propertyUid: typeUid, unitUid, userUid }
    assert.equal((await post(body, 'v3.1')).body.pinCode.unitUid, unitUid)
    assert.ok(!('unitUid' in (await post(body, 'v3.0')).body.pinCode))
    const { status, body: refusal } = await post({ unitUid, userUid })
    assert.deepEqual([status, refusal.parameter], [400, 'unitUid'])
    assert.equal((await post({ ...body, unitUid: randomUUID() })).body.code, 'ACCESS_DENIED')
  })
})

describe('POST /pin-codes that is refused', () => {
  it('400: neither a lead nor a user, both, and a lead of another property', async () => {
    const none = await post({})
    assert.equal(none.body.apiErrorMessage, "One of ['leadUid', 'userUid'] is required")
    const both = await post({ leadUid, userUid })
    assert.equal(both.body.code, 'CONFLICTING_PARAMETERS')
    const { leadUid: other } = await atNewProperty()
    const { status, body } = await post({ leadUid: other })
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'leadUid'])
  })

  const bad: [what: string, body: object, code: string][] = [
    ['too short', { code: '12' }, 'INVALID_PARAMETER'],
    ['too long', { code: '1'.repeat(21) }, 'INVALID_PARAMETER'],
    ['another character', { code: '12 34' }, 'INVALID_PARAMETER'],
    ['an address that is not https', { url: 'http://locks.example' }, 'INVALID_PARAMETER'],
    ['a long name', { lockName: 'x'.repeat(101) }, 'INVALID_PARAMETER'],
    [
      'an end before its start',
      { startLocalDateTime: '2026-06-02T08:00', endLocalDateTime: '2026-06-02T08:00' },
      'INVALID_DATE_RANGE',
    ],
  ]
  for (const [what, body, code] of bad) {
    it(`400: ${what}, and nothing is stored`, async () => {
      const response = await post({ userUid, ...body })
      assert.deepEqual([response.status, response.body.code], [400, code])
    })
  }

  it('403 for an unknown property, 404 for an unknown lead or user', async () => {
    const foreign = await makeAgency(server)
    const stranger = await makeEmployee(server, foreign.agencyUid)
    const codes = await Promise.all([
      post({ userUid, propertyUid: randomUUID() }),
      post({ leadUid: randomUUID() }),
      post({ userUid: stranger }),
    ])
    assert.deepEqual(
      codes.map(({ status, body }) => [status, body.code]),
      [
        [403, 'ACCESS_DENIED'],
        [404, 'LEAD_NOT_FOUND'],
        [404, 'EMPLOYEE_NOT_FOUND'],
      ],
    )
  })
})

describe('equal codes of one lock', () => {
  const at = (from: string, to: string) => ({
    startLocalDateTime: `2026-07-${from}T12:00:00`,
    endLocalDateTime: `2026-07-${to}T12:00:00`,
  })

  it('409 while their times overlap, and not otherwise', async () => {
    const target = { propertyUid: await makeProperty(server, agencyUid), userUid, code: '4711' }
    const first = await create({ ...target, ...at('04', '08') })
    const { status, body, text } = await post({ ...target, ...at('07', '09') })
    assert.deepEqual([status, body.code], [409, 'ALREADY_EXISTS'])
    assert.equal(body.existingUid, first.uid)
    assert.ok(!text.includes('4711'))
    assert.equal((await post(target)).status, 409, 'without an end')
    for (const further of [at('08', '09'), { lockName: 'Gate' }, { code: '4712' }]) {
      await create({ ...target, ...further })
    }
    await create({ userUid, code: '4711', ...at('04', '08') })
  })

  it('409 when a change makes them overlap', async () => {
    const target = { propertyUid: await makeProperty(server, agencyUid), userUid }
    await create({ ...target, code: '4711' })
    const { uid, code } = await create(target)
    assert.equal((await put(uid, { code: '4711' })).body.code, 'ALREADY_EXISTS')
    assert.equal((await get(uid)).body.pinCode.code, code)
  })

  it('one of many concurrent requests for the same code succeeds', async () => {
    const target = { propertyUid: await makeProperty(server, agencyUid), userUid, code: '4711' }
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(target)))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(7).fill(409)])
  })
})

describe('PUT /pin-codes/{uid}', () => {
  it('200: missing fields are kept; null sets the default', async () => {
    const target = await atNewProperty()
    const pinCode = await create({
      ...target,
      lockName: 'Gate',
      endLocalDateTime: '2026-06-08T09:00',
    })
    const { uid, code, endLocalDateTime } = pinCode
    const changed = (await put(uid, { lockName: null, url: 'https://locks.example/3' })).body
    const { lockName, url } = changed.pinCode
    assert.deepEqual([lockName, url], [null, 'https://locks.example/3'])
    assert.deepEqual(
      [changed.pinCode.code, changed.pinCode.endLocalDateTime],
      [code, endLocalDateTime],
    )
    const reset = (await put(uid, { endLocalDateTime: null, code: null })).body.pinCode
    assert.deepEqual([reset.endLocalDateTime, reset.code], ['2026-06-09T11:00:00', null])
    assert.match((await put(uid, { url: null })).body.pinCode.code, /^\d{6}$/)
  })

  it('emits PINCODE_UPDATED once per change, without code and URL', async () => {
    const { uid } = await create({ userUid })
    const before = (await readEventLog(server, agencyUid)).length
    const times = { startLocalDateTime: '2026-06-01T10:00:00' }
    await put(uid, { code: '998877', ...times })
    const { body } = await put(uid, { code: '998877', ...times })
    assert.equal(body.pinCode.code, '998877')
    const [event, ...others] = (await readEventLog(server, agencyUid)).slice(before)
    assert.deepEqual([event!.type, others], ['PINCODE_UPDATED', []])
    assert.deepEqual(event!.changes, { startLocalDateTime: [null, '2026-06-01T10:00:00'] })
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: 'PINCODE_UPDATED',
      pincode_uid: uid,
      property_uid: propertyUid,
    })
  })

  it('400 and 404', async () => {
    const { uid } = await create({ userUid })
    assert.equal((await put(uid, { code: 'x' })).status, 400)
    assert.equal((await put(randomUUID(), {})).body.code, 'PIN_CODE_NOT_FOUND')
  })
})

describe('DELETE /pin-codes/{uid}', () => {
  it('204: deletes it with its code', async () => {
    const { uid } = await create({ userUid })
    const remove = () => request('DELETE', `/api/v3.0/pin-codes/${uid}`)
    assert.equal((await remove()).status, 204)
    assert.equal((await listTypes()).at(-1), 'PINCODE_DELETED')
    assert.equal((await remove()).body.code, 'PIN_CODE_NOT_FOUND')
    assert.equal((await get(uid)).status, 404)
  })
})

describe('GET /pin-codes', () => {
  it('200: lists codes of a property, a lead, or both, newest first', async () => {
    const target = await atNewProperty()
    const first = await create(target)
    const second = await create({ propertyUid: target.propertyUid, userUid })
    const list = async (query: string) =>
      (await request('GET', `/api/v3.0/pin-codes?${query}`)).body.pinCodes
    const uids = async (query: string) => (await list(query)).map(({ uid }: { uid: string }) => uid)
    const propertyQuery = `propertyUid=${target.propertyUid}`
    assert.deepEqual(await uids(propertyQuery), [second.uid, first.uid])
    assert.deepEqual(await uids(`leadUid=${target.leadUid}`), [first.uid])
    assert.deepEqual(await uids(`leadUid=${target.leadUid}&${propertyQuery}`), [first.uid])
    assert.deepEqual(await uids(`leadUid=${leadUid}&${propertyQuery}`), [])
    assert.ok(!('unitUid' in (await list(propertyQuery))[0]))
  })

  it('400 for neither, 403 for an unknown property, 404 for an unknown lead', async () => {
    const list = async (query: string) =>
      (await request('GET', `/api/v3.3/pin-codes?${query}`)).body
    const text = "One of ['propertyUid', 'leadUid'] is required"
    assert.equal((await list('')).apiErrorMessage, text)
    assert.equal((await list(`propertyUid=${randomUUID()}`)).code, 'ACCESS_DENIED')
    assert.equal((await list(`leadUid=${randomUUID()}`)).code, 'LEAD_NOT_FOUND')
  })

  it('200: returns one by uid since v3.3; 404 for another agency', async () => {
    const { uid } = await create({ userUid })
    const before = await request('GET', `/api/v3.2/pin-codes/${uid}`)
    assert.equal(before.status, 405)
    const foreign = await makeAgency(server)
    const { status } = await server.request('GET', `/api/v3.3/pin-codes/${uid}`, foreign)
    assert.equal(status, 404)
  })
})

describe('stored row', () => {
  it('contains neither code nor URL in plain text', async () => {
    const opening = { code: '31415926', url: 'https://locks.example/secret-way' }
    const { uid } = await create({ userUid, ...opening })
    const { rows } = await sql<{ row: string }>`select c::text as row from pin_codes c
      where agency_uid = ${agencyUid} and uid = ${uid}`.execute(server.database.kysely)
    for (const secret of Object.values(opening)) {
      const hex = Buffer.from(secret).toString('hex')
      assert.ok(![secret, hex].some(form => rows[0]!.row.includes(form)))
    }
  })
})
