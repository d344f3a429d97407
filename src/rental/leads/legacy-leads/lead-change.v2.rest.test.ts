/** Changing leads through v2, apart from the status: contract/leads.md §10.2. */
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
const v3 = async (uid: string) => (await send('GET', `/api/v3.3/leads/${uid}`)).body.lead

/** A lead at a property of its own. */
async function create(told: Body = {}, columns: Parameters<typeof make.makeProperty>[2] = {}) {
  const propertyUid = await make.makeProperty(server, agencyUid, { ...cabin, ...columns })
  const body = { propertyUid, status: 'BOOKED_BY_AGENT', ...dates, ...told }
  const answer = await send('POST', '/v2/leads', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const total = async (uid: string) => (await send('GET', `/v2/orders?leadUid=${uid}`)).body[0].total

/** What was done to a lead, by name: at one instant the history knows no order. */
async function actsOf(uid: string): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('lead_acts')
    .select('act')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', uid)
    .execute()
  return rows.map(({ act }) => act).sort()
}

describe('PUT /v2/leads/{uid} of what a lead tells', () => {
  it('200: absent stays, null clears, other keys are ignored', async () => {
    const lead = await create({ firstName: 'Ada', lastName: 'Byron', email: 'a@b' })
    const told = { firstName: 'Augusta', email: null, externalBookingID: 'X2', riskScore: 7 }
    const ignored = { source: 'OWNER_PORTAL', leadType: 'BLOCK', booked: 'x', uid: 'y', foo: 1 }
    const { status, headers, body } = await put(lead.uid, { ...told, ...ignored })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...lead, ...told })
    assert.deepEqual(body, await get(lead.uid))
    assert.match(headers.get('link') ?? '', new RegExp(`</api/v3.3/leads/${lead.uid}>; rel="succ`))
    assert.deepEqual(await actsOf(lead.uid), ['create', 'patch'])
  })

  it('200: in whatever state', async () => {
    const lead = await create()
    await put(lead.uid, { status: 'CANCELLED' })
    assert.equal((await put(lead.uid, { notes: 'x' })).body.notes, 'x')
  })

  it('200: a lead sent back as it reads is not changed', async () => {
    for (const status of ['NEW', 'BLOCKED', 'PENDING', 'BOOKED_BY_CUSTOMER']) {
      const lead = await create({ status, ...(status === 'BLOCKED' ? {} : { email: 'a@b' }) })
      const { metadata } = await v3(lead.uid)
      server.clock.advance(5_000)
      assert.deepEqual((await put(lead.uid, lead)).body, lead)
      assert.deepEqual((await v3(lead.uid)).metadata, metadata)
    }
  })

  it('200: a cell phone sent back as the phone that it reads stays what it is', async () => {
    const { uid } = await create({ status: 'NEW' })
    const guestInformation = { cellPhoneNumber: '+44' }
    await send('PATCH', `/api/v3.3/leads/${uid}`, { guestInformation })
    assert.equal((await get(uid)).phoneNumber, '+44')
    await put(uid, await get(uid))
    assert.equal((await v3(uid)).guestInformation.phoneNumber, null)
    await put(uid, { phoneNumber: '+1' })
    assert.equal((await get(uid)).phoneNumber, '+1')
  })

  it('200: a cancelled one may be sent back with other notes', async () => {
    const { uid } = await create()
    const lead = (await put(uid, { status: 'CANCELLED' })).body
    const { status, body } = await put(uid, { ...lead, notes: 'No show' })
    assert.deepEqual([status, body.notes, body.status], [200, 'No show', 'CANCELLED'])
  })

  it('200: the guest of a block is ignored', async () => {
    const lead = await create({ status: 'BLOCKED' })
    const told = { firstName: 'Ada', adultCount: 2, notes: 'Paint' }
    assert.deepEqual((await put(lead.uid, told)).body, { ...lead, notes: 'Paint' })
  })
})

describe('PUT /v2/leads/{uid} of the stay', () => {
  it('200: dates, counts and property alter the lead and its order', async () => {
    const lead = await create({ adultCount: 1 })
    const before = await total(lead.uid)
    const propertyUid = await make.makeProperty(server, agencyUid, { ...cabin, max_guests: 9 })
    const told = { checkOutDate: '2026-07-10', adultCount: 4, infantCount: 2, propertyUid }
    const { status, body } = await put(lead.uid, told)
    assert.equal(status, 200)
    assert.deepEqual(body, { ...lead, ...told })
    assert.ok((await total(lead.uid)) > before)
    assert.deepEqual(await actsOf(lead.uid), ['alteration', 'create'])
    const free = await send('POST', '/v2/leads', { ...lead, status: 'BLOCKED' })
    assert.equal(free.status, 201, 'the nights of the old property are free')
  })

  it('200: a date that stays keeps its time of day', async () => {
    const lead = await create()
    const late = { checkInLocalDateTime: '2026-07-04T20:00:00' }
    await send('POST', `/api/v3.3/leads/${lead.uid}/alteration`, late)
    await put(lead.uid, { ...dates, checkOutDate: '2026-07-09' })
    const { checkInLocalDateTime, checkOutLocalDateTime } = await v3(lead.uid)
    assert.equal(checkInLocalDateTime, '2026-07-04T20:00:00')
    assert.equal(checkOutLocalDateTime.slice(0, 10), '2026-07-09')
  })

  it('200: null and the present property keep what is', async () => {
    const lead = await create()
    const none = { checkInDate: null, checkOutDate: null, adultCount: null, status: null }
    for (const propertyUid of [null, lead.propertyUid, lead.propertyUid.toUpperCase()]) {
      assert.deepEqual((await put(lead.uid, { ...none, propertyUid })).body, lead)
    }
    assert.deepEqual(await actsOf(lead.uid), ['create'])
  })

  it('200: a lead without a property is given one and booked', async () => {
    const uid = await make.makeLead(server, agencyUid)
    const without = await put(uid, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([without.status, without.body.code], [409, 'STATE_CONFLICT'])
    const propertyUid = await make.makeProperty(server, agencyUid, cabin)
    const { body } = await put(uid, { propertyUid, status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([body.propertyUid, body.status], [propertyUid, 'BOOKED_BY_AGENT'])
    assert.ok((await total(uid)) > 0)
  })

  it('200: a hold is altered and booked at once', async () => {
    const lead = await create({ status: 'ON_HOLD' })
    const told = { notes: 'x', checkInDate: '2026-07-05', status: 'BOOKED_BY_CUSTOMER' }
    const { body } = await put(lead.uid, told)
    assert.deepEqual([body.checkInDate, body.status], ['2026-07-05', 'BOOKED_BY_CUSTOMER'])
    const acts = ['alteration', 'create', 'mark-as-booked', 'patch']
    assert.deepEqual(await actsOf(lead.uid), acts)
  })
})

describe('PUT /v2/leads/{uid} refused changes nothing', () => {
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
  for (const [what, told, [expected, code]] of refusals) {
    it(`${expected} ${code}: ${what}`, async () => {
      const lead = await create({}, { max_guests: 6 })
      const others = { notes: 'changed', checkInDate: '2026-07-03', petCount: 1 }
      const { status, body } = await put(lead.uid, { ...others, ...told })
      assert.deepEqual([status, body.code], [expected, code])
      assert.deepEqual(await get(lead.uid), lead)
      assert.deepEqual(await actsOf(lead.uid), ['create'])
    })
  }

  it('409 NOT_AVAILABLE, with the body of every such refusal', async () => {
    const lead = await create()
    const next = { ...lead, checkInDate: '2026-07-08', checkOutDate: '2026-07-10' }
    const taken = (await send('POST', '/v2/leads', { ...next, status: 'BLOCKED' })).body
    const told = { notes: 'changed', checkOutDate: '2026-07-09', status: 'CANCELLED' }
    const { status, body } = await put(lead.uid, told)
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.equal(body.instance, `/v2/leads/${lead.uid}`)
    const [{ leadUid, nights }] = body.conflicts
    assert.deepEqual([leadUid, nights], [taken.uid, ['2026-07-08']])
    assert.equal(body.requested.nights, 5)
    assert.equal(body.nextFree.length, 3)
    assert.deepEqual(await get(lead.uid), lead)
  })

  it('409 ILLEGAL_TRANSITION: other dates of a cancelled lead', async () => {
    const lead = await create()
    await put(lead.uid, { status: 'CANCELLED' })
    const { status, body } = await put(lead.uid, { notes: 'x', checkOutDate: '2026-07-09' })
    assert.deepEqual([status, body.code, body.action], [409, 'ILLEGAL_TRANSITION', 'alteration'])
    assert.equal((await get(lead.uid)).notes, null)
  })

  it('403: the property of another agency', async () => {
    const lead = await create()
    const other = await make.makeAgency(server)
    const propertyUid = await make.makeProperty(server, other.agencyUid)
    const { status, body } = await put(lead.uid, { notes: 'x', propertyUid })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    assert.equal((await get(lead.uid)).notes, null)
  })

  it('404: unknown, deleted and foreign leads', async () => {
    const gone = await create({ status: 'BLOCKED' })
    assert.equal((await send('DELETE', `/v2/leads/${gone.uid}`)).status, 204)
    const other = await make.makeAgency(server)
    const foreign = await make.makeLead(server, other.agencyUid)
    for (const uid of ['x', gone.uid, foreign]) {
      const { status, body } = await put(uid, { notes: 'x' })
      assert.deepEqual([status, body.apiErrorMessage], [404, `Lead not found: ${uid}`])
    }
  })
})

describe('PUT /v2/leads/{uid} at once', () => {
  it('gives the nights to one, 409 to the other, and loses no word of either', async () => {
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
