/** The status of a lead written through v2, every word in every state: contract/leads.md §10.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay, type TestStay } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { type LeadState, leadStates, stateOf } from '../leads/lead.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)

const states = ['BL', 'NW', 'OH', 'CL', 'IG', 'DU', 'PE', 'PA', 'DE', 'RC', 'BK', 'CA'] as const

const extras: Partial<Record<LeadState, TestStay['columns']>> = {
  CL: { close_reason: 'QUOTE_CLOSED' },
  BK: { booked_at: new Date('2026-05-01T00:00:00Z'), booked_by: 'AGENT' },
  CA: { cancelled_by: 'AGENCY', cancelled_at: new Date('2026-05-01T00:00:00Z') },
}

let nights = 0

/** A lead in a state, on two nights of its own. */
async function leadIn(state: LeadState, columns: TestStay['columns'] = {}): Promise<string> {
  const { type, status, blocks } = leadStates[state]
  const from = Temporal.PlainDate.from('2026-06-01').add({ days: 2 * nights++ })
  const stay = { propertyUid, checkIn: `${from}`, checkOut: `${from.add({ days: 2 })}`, status }
  const own = { type, ...extras[state], ...columns }
  return makeStay(server, agencyUid, { ...stay, ...(blocks ? {} : { unitUids: [] }), columns: own })
}

const put = (uid: string, body: unknown) => server.request('PUT', `/v2/leads/${uid}`, { key, body })

async function rowOf(uid: string) {
  return server.database.kysely
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
}

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

/** What became of a lead in a state: `✓` changed in it, `=` nothing, `·` refused, or a new state. */
async function outcome(state: LeadState, word: string): Promise<string> {
  const uid = await leadIn(state)
  const before = await rowOf(uid)
  const { status, body } = await put(uid, { status: word })
  const after = await rowOf(uid)
  if (status === 200) {
    if (stateOf(after) !== state) return stateOf(after)
    return after.updated_at.getTime() === before.updated_at.getTime() ? '=' : '✓'
  }
  assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
  assert.deepEqual([body.leadUid, body.leadStatus], [uid, before.status.replace('_APPROVED', '')])
  assert.ok(Array.isArray(body.allowedActions) && typeof body.action === 'string')
  assert.deepEqual(after, before)
  return '·'
}

describe('PUT /v2/leads/{uid} with a status', () => {
  const table: Record<string, string> = {
    //                     BL NW OH CL IG DU PE PA DE RC BK CA
    BLOCKED: '              = · · · · · · · · · · ·',
    NEW: '                  · = · NW NW NW · · NW NW · ·',
    ON_HOLD: '              · OH = · · · · · · · · ·',
    QUOTE_SENT: '           · ✓ ✓ · · · · · · · · ·',
    HOLD_EXPIRED: '         · CL CL = = = RC RC · = · ·',
    CLOSED_QUOTE: '         · CL CL = = = RC RC · = · ·',
    CLOSED_HOLD: '          · CL CL = = = RC RC · = · ·',
    PENDING: '              · · · · · · = = · · · ·',
    DECLINED: '             · · · · · · DE DE = · · ·',
    IGNORED: '              · IG IG IG = IG RC RC · = · ·',
    DUPLICATE: '            · DU DU DU DU = RC RC · = · ·',
    SAMPLE: '               · · · · · · · · · · · ·',
    BOOKED_BY_AGENT: '      · BK BK · · · BK BK · · = BK',
    BOOKED_BY_CUSTOMER: '   · BK BK · · · BK BK · · ✓ BK',
    BOOKED_EXTERNALLY: '    · BK BK · · · BK BK · · ✓ BK',
    BOOKED_BY_OWNER: '      · BK BK · · · BK BK · · = BK',
    PAID_IN_FULL: '         · BK BK · · · BK BK · · = BK',
    STAY: '                 · · · · · · · · · · · ·',
    ARCHIVED: '             · · · · · · · · · · · ·',
    CANCELLED: '            · · · · · · RC RC · = CA =',
    CANCELLED_BY_TRAVELER: '· · · · · · RC RC · = CA =',
    CANCELLED_BY_OWNER: '   · · · · · · RC RC · = CA =',
  }
  for (const [word, row] of Object.entries(table)) {
    it(`${word}: ${row.trim()}`, async () => {
      const found: string[] = []
      for (const state of states) found.push(await outcome(state, word))
      assert.deepEqual(found, row.trim().split(/\s+/))
    })
  }

  it('409: a sample is only read', async () => {
    const uid = await leadIn('SA')
    for (const body of [{ status: 'SAMPLE' }, { status: 'NEW' }, { notes: 'x' }]) {
      const { status, body: answer } = await put(uid, body)
      assert.deepEqual([status, answer.code], [409, 'LEAD_READ_ONLY'])
    }
  })

  it('400: a word of v3', async () => {
    const { status, body } = await put(await leadIn('NW'), { status: 'BOOKED' })
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
  })
})

describe('PUT /v2/leads/{uid} tells', () => {
  const bookings = [
    ['BOOKED_BY_AGENT', 'BOOKED_BY_AGENT'],
    ['BOOKED_BY_CUSTOMER', 'BOOKED_BY_CUSTOMER'],
    ['BOOKED_EXTERNALLY', 'BOOKED_EXTERNALLY'],
    ['BOOKED_BY_OWNER', 'BOOKED_BY_AGENT'],
    ['PAID_IN_FULL', 'BOOKED_BY_CUSTOMER'],
  ]
  for (const [word, read] of bookings) {
    it(`who booked by ${word}, from wherever: it reads ${read}`, async () => {
      for (const state of ['NW', 'PE', 'PA', 'CA', 'BK'] as const) {
        const by = { source: 'HOSTFULLY_DBS', booked_by: state === 'BK' ? 'CUSTOMER' : null }
        const { body } = await put(await leadIn(state, by), { status: word })
        assert.equal(body.status, read, state)
      }
    })
  }

  const cancellations = [
    ['CANCELLED', 'AGENCY'],
    ['CANCELLED_BY_TRAVELER', 'GUEST'],
    ['CANCELLED_BY_OWNER', 'OWNER'],
  ]
  for (const [word, who] of cancellations) {
    it(`who cancelled by ${word}, and reads so`, async () => {
      const uid = await leadIn('BK')
      const { body } = await put(uid, { status: word })
      assert.deepEqual([body.status, (await rowOf(uid)).cancelled_by], [word, who])
    })
  }

  it('a sent quote by QUOTE_SENT, which sent again changes nothing', async () => {
    const uid = await leadIn('NW')
    assert.equal((await put(uid, { status: 'QUOTE_SENT' })).body.status, 'QUOTE_SENT')
    const { updated_at } = await rowOf(uid)
    assert.equal((await put(uid, { status: 'QUOTE_SENT' })).body.status, 'QUOTE_SENT')
    assert.equal((await put(uid, { status: 'NEW' })).body.status, 'QUOTE_SENT')
    assert.deepEqual((await rowOf(uid)).updated_at, updated_at)
  })
})

describe('PUT /v2/leads/{uid} goes the way of v3', () => {
  it('accepts a request and books it where the agency waits for payment', async () => {
    const settings = `/api/v3.3/agencies/${agencyUid}/settings`
    const set = (requestNeedsConfirmation: boolean) =>
      server.request('PATCH', settings, { key, body: { requestNeedsConfirmation } })
    const [plain, waiting] = [await leadIn('PE'), await leadIn('PE')]
    await put(plain, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual(await actsOf(plain), ['accept-booking-request'])
    assert.equal((await set(true)).status, 200)
    assert.equal((await put(waiting, { status: 'BOOKED_BY_AGENT' })).body.leadType, 'BOOKING')
    assert.deepEqual(await actsOf(waiting), ['accept-booking-request', 'mark-as-booked'])
    await set(false)
  })

  it('takes and frees nights', async () => {
    const uid = await leadIn('NW')
    const { checkInDate, checkOutDate } = (await put(uid, { status: 'ON_HOLD' })).body
    const block = { propertyUid, status: 'BLOCKED', checkInDate, checkOutDate }
    const post = () => server.request('POST', '/v2/leads', { key, body: block })
    assert.equal((await post()).status, 409)
    await put(uid, { status: 'CLOSED_HOLD' })
    assert.equal((await post()).status, 201)
    const { status, body } = await put(uid, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
    await put(uid, { status: 'NEW' })
    assert.equal((await put(uid, { status: 'BOOKED_BY_AGENT' })).body.code, 'NOT_AVAILABLE')
  })

  it('answers for the state that a hold has lapsed to', async () => {
    const ended = { timer_ends_at: new Date('2026-05-20T14:59:59Z') }
    const uid = await leadIn('OH', ended)
    const { status, body } = await put(uid, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([status, body.code, body.leadStatus], [409, 'ILLEGAL_TRANSITION', 'CLOSED'])
    assert.equal((await put(uid, { status: 'NEW' })).body.status, 'NEW')
  })

  it('lets STAY and ARCHIVED stand where they read so, before or after', async () => {
    const columns = { check_in_at: new Date('2026-05-19T22:00:00Z') }
    const uid = await leadIn('BK', columns)
    assert.equal((await put(uid, { status: 'STAY', notes: 'x' })).body.status, 'STAY')
    assert.equal((await put(uid, { status: 'ARCHIVED' })).body.code, 'ILLEGAL_TRANSITION')
    assert.equal((await put(uid, { status: 'BOOKED_BY_AGENT' })).body.status, 'STAY')
  })
})
