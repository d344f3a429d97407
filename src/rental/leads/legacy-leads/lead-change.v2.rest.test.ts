/** Updates of leads through v2, except their status: contract/leads.md §10.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await make.makeAgency(server)

type Body = Record<string, unknown>

const dates = { checkInDate: '2026-07-04', checkOutDate: '2026-07-08' }

const send = (method: string, path: string, body?: unknown, credential = key) =>
  server.request(method, path, { key: credential, body })
const put = (uid: string, body: unknown) => send('PUT', `/v2/leads/${uid}`, body)
const get = async (uid: string) => (await send('GET', `/v2/leads/${uid}`)).body
const readLeadV3 = async (uid: string) => (await send('GET', `/api/v3.3/leads/${uid}`)).body.lead

/** Creates a lead at a new property. */
async function create(fields: Body = {}, columns: Parameters<typeof make.makeProperty>[2] = {}) {
  const propertyUid = await make.makeProperty(server, agencyUid, { ...cabin, ...columns })
  const body = { propertyUid, status: 'BOOKED_BY_AGENT', ...dates, ...fields }
  const response = await send('POST', '/v2/leads', body)
  assert.equal(response.status, 201, response.text)
  return response.body
}

const total = async (uid: string) => (await send('GET', `/v2/orders?leadUid=${uid}`)).body[0].total

/** Returns the actions on a lead, sorted by name: those of one instant have no other order. */
async function listActions(uid: string): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('lead_acts')
    .select('act')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', uid)
    .execute()
  return rows.map(({ act }) => act).sort()
}

describe('PUT /v2/leads/{uid} of descriptive fields', () => {
  it('200: keeps absent fields, clears null ones, and ignores other keys', async () => {
    const lead = await create({ firstName: 'Ada', lastName: 'Byron', email: 'a@b' })
    const fields = { firstName: 'Augusta', email: null, externalBookingID: 'X2', riskScore: 7 }
    const ignored = { source: 'OWNER_PORTAL', leadType: 'BLOCK', booked: 'x', uid: 'y', foo: 1 }
    const { status, headers, body } = await put(lead.uid, { ...fields, ...ignored })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...lead, ...fields })
    assert.deepEqual(body, await get(lead.uid))
    assert.match(headers.get('link') ?? '', new RegExp(`</api/v3.3/leads/${lead.uid}>; rel="succ`))
    assert.deepEqual(await listActions(lead.uid), ['create', 'patch'])
  })

  it('200: updates leads in every state', async () => {
    const lead = await create()
    await put(lead.uid, { status: 'CANCELLED' })
    assert.equal((await put(lead.uid, { notes: 'x' })).body.notes, 'x')
  })

  it('200: changes nothing if a lead is sent back as read', async () => {
    for (const status of ['NEW', 'BLOCKED', 'PENDING', 'BOOKED_BY_CUSTOMER']) {
      const lead = await create({ status, ...(status === 'BLOCKED' ? {} : { email: 'a@b' }) })
      const { metadata } = await readLeadV3(lead.uid)
      server.clock.advance(5_000)
      assert.deepEqual((await put(lead.uid, lead)).body, lead)
      assert.deepEqual((await readLeadV3(lead.uid)).metadata, metadata)
    }
  })

  it('200: keeps a cell phone that is sent back as phone', async () => {
    const { uid } = await create({ status: 'NEW' })
    const guestInformation = { cellPhoneNumber: '+44' }
    await send('PATCH', `/api/v3.3/leads/${uid}`, { guestInformation })
    assert.equal((await get(uid)).phoneNumber, '+44')
    await put(uid, await get(uid))
    assert.equal((await readLeadV3(uid)).guestInformation.phoneNumber, null)
    await put(uid, { phoneNumber: '+1' })
    assert.equal((await get(uid)).phoneNumber, '+1')
  })

  it('200: updates notes of a cancelled lead', async () => {
    const { uid } = await create()
    const lead = (await put(uid, { status: 'CANCELLED' })).body
    const { status, body } = await put(uid, { ...lead, notes: 'No show' })
    assert.deepEqual([status, body.notes, body.status], [200, 'No show', 'CANCELLED'])
  })

  it('200: ignores the guest of a block', async () => {
    const lead = await create({ status: 'BLOCKED' })
    const fields = { firstName: 'Ada', adultCount: 2, notes: 'Paint' }
    assert.deepEqual((await put(lead.uid, fields)).body, { ...lead, notes: 'Paint' })
  })
})

describe('PUT /v2/leads/{uid} of the stay', () => {
  it('200: alters dates, counts, property and order', async () => {
    const lead = await create({ adultCount: 1 })
    const before = await total(lead.uid)
    const propertyUid = await make.makeProperty(server, agencyUid, { ...cabin, max_guests: 9 })
    const fields = { checkOutDate: '2026-07-10', adultCount: 4, infantCount: 2, propertyUid }
    const { status, body } = await put(lead.uid, fields)
    assert.equal(status, 200)
    assert.deepEqual(body, { ...lead, ...fields })
    assert.ok((await total(lead.uid)) > before)
    assert.deepEqual(await listActions(lead.uid), ['alteration', 'create'])
    const free = await send('POST', '/v2/leads', { ...lead, status: 'BLOCKED' })
    assert.equal(free.status, 201, 'the nights of the old property are free')
  })

  it('200: keeps the time of an unchanged date', async () => {
    const lead = await create()
    const late = { checkInLocalDateTime: '2026-07-04T20:00:00' }
    await send('POST', `/api/v3.3/leads/${lead.uid}/alteration`, late)
    await put(lead.uid, { ...dates, checkOutDate: '2026-07-09' })
    const { checkInLocalDateTime, checkOutLocalDateTime } = await readLeadV3(lead.uid)
    assert.equal(checkInLocalDateTime, '2026-07-04T20:00:00')
    assert.equal(checkOutLocalDateTime.slice(0, 10), '2026-07-09')
  })

  it('200: keeps the property for null and the same uid', async () => {
    const lead = await create()
    const none = { checkInDate: null, checkOutDate: null, adultCount: null, status: null }
    for (const propertyUid of [null, lead.propertyUid, lead.propertyUid.toUpperCase()]) {
      assert.deepEqual((await put(lead.uid, { ...none, propertyUid })).body, lead)
    }
    assert.deepEqual(await listActions(lead.uid), ['create'])
  })

  it('200: assigns a property to a lead without one and books it', async () => {
    const uid = await make.makeLead(server, agencyUid)
    const without = await put(uid, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([without.status, without.body.code], [409, 'STATE_CONFLICT'])
    const propertyUid = await make.makeProperty(server, agencyUid, cabin)
    const { body } = await put(uid, { propertyUid, status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([body.propertyUid, body.status], [propertyUid, 'BOOKED_BY_AGENT'])
    assert.ok((await total(uid)) > 0)
  })

  it('200: alters and books a hold in one request', async () => {
    const lead = await create({ status: 'ON_HOLD' })
    const fields = { notes: 'x', checkInDate: '2026-07-05', status: 'BOOKED_BY_CUSTOMER' }
    const { body } = await put(lead.uid, fields)
    assert.deepEqual([body.checkInDate, body.status], ['2026-07-05', 'BOOKED_BY_CUSTOMER'])
    const actions = ['alteration', 'create', 'mark-as-booked', 'patch']
    assert.deepEqual(await listActions(lead.uid), actions)
  })
})

describe('PUT /v2/leads/{uid}, rejected without changes', () => {
  const refusals: [string, Body, [number, string]][] = [
    ['no night', { checkOutDate: '2026-07-03' }, [400, 'INVALID_DATE_RANGE']],
    ['731 nights', { checkOutDate: '2028-07-04' }, [400, 'INVALID_DATE_RANGE']],
    ['a bad date', { checkInDate: 'x' }, [400, 'INVALID_PARAMETER']],
    ['no adult', { adultCount: 0 }, [400, 'INVALID_PARAMETER']],
    ['too large a count', { childrenCount: 2 ** 31 }, [400, 'INVALID_PARAMETER']],
    ['too many guests', { adultCount: 7 }, [400, 'TOO_MANY_GUESTS']],
    ['a bad address', { email: 'ada' }, [400, 'INVALID_PARAMETER']],
    ['an unknown property', { propertyUid: 'x' }, [403, 'ACCESS_DENIED']],
    ['a status out of turn', { status: 'NEW' }, [409, 'ILLEGAL_TRANSITION']],
    ['STAY before check-in', { status: 'STAY' }, [409, 'ILLEGAL_TRANSITION']],
  ]
  for (const [name, fields, [expected, code]] of refusals) {
    it(`${expected} ${code}: rejects ${name}`, async () => {
      const lead = await create({}, { max_guests: 6 })
      const validFields = { notes: 'changed', checkInDate: '2026-07-03', petCount: 1 }
      const { status, body } = await put(lead.uid, { ...validFields, ...fields })
      assert.deepEqual([status, body.code], [expected, code])
      assert.deepEqual(await get(lead.uid), lead)
      assert.deepEqual(await listActions(lead.uid), ['create'])
    })
  }

  it('409 NOT_AVAILABLE: rejects occupied nights, with conflicts', async () => {
    const lead = await create()
    const next = { ...lead, checkInDate: '2026-07-08', checkOutDate: '2026-07-10' }
    const block = (await send('POST', '/v2/leads', { ...next, status: 'BLOCKED' })).body
    const fields = { notes: 'changed', checkOutDate: '2026-07-09', status: 'CANCELLED' }
    const { status, body } = await put(lead.uid, fields)
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.equal(body.instance, `/v2/leads/${lead.uid}`)
    const [{ leadUid, nights }] = body.conflicts
    assert.deepEqual([leadUid, nights], [block.uid, ['2026-07-08']])
    assert.equal(body.requested.nights, 5)
    assert.equal(body.nextFree.length, 3)
    assert.deepEqual(await get(lead.uid), lead)
  })

  it('409 ILLEGAL_TRANSITION: rejects other dates of a cancelled lead', async () => {
    const lead = await create()
    await put(lead.uid, { status: 'CANCELLED' })
    const { status, body } = await put(lead.uid, { notes: 'x', checkOutDate: '2026-07-09' })
    assert.deepEqual([status, body.code, body.action], [409, 'ILLEGAL_TRANSITION', 'alteration'])
    assert.equal((await get(lead.uid)).notes, null)
  })

  it('403: rejects the property of another agency', async () => {
    const lead = await create()
    const other = await make.makeAgency(server)
    const propertyUid = await make.makeProperty(server, other.agencyUid)
    const { status, body } = await put(lead.uid, { notes: 'x', propertyUid })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    assert.equal((await get(lead.uid)).notes, null)
  })

  it('404: rejects unknown and deleted leads, and those of other agencies', async () => {
    const deleted = await create({ status: 'BLOCKED' })
    assert.equal((await send('DELETE', `/v2/leads/${deleted.uid}`)).status, 204)
    const other = await make.makeAgency(server)
    const foreign = await make.makeLead(server, other.agencyUid)
    for (const uid of ['x', deleted.uid, foreign]) {
      const { status, body } = await put(uid, { notes: 'x' })
      assert.deepEqual([status, body.apiErrorMessage], [404, `Lead not found: ${uid}`])
    }
  })
})

describe('PUT /v2/leads/{uid}, concurrent requests', () => {
  it('books the nights once, returns 409 to the other, and loses no update', async () => {
    const lead = await create({ status: 'NEW' })
    const other = (await send('POST', '/v2/leads', { ...lead, status: 'NEW' })).body
    const [a, b, c] = await Promise.all([
      put(lead.uid, { status: 'ON_HOLD' }),
      put(other.uid, { status: 'BOOKED_BY_AGENT' }),
      put(lead.uid, { notes: 'kept' }),
    ])
    assert.deepEqual([a.status, b.status].sort(), [200, 409])
    assert.equal(c.status, 200)
    assert.equal((await get(lead.uid)).notes, 'kept')
  })
})
