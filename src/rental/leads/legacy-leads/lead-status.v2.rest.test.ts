/** Status updates through v2, every status in every state: contract/leads.md §10.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay, type TestStay } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { type LeadState, leadStates, toLeadState } from '../../prices/occupancies/lead-status.ts'

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

/** Creates a lead in a state, on two nights that no other test uses. */
async function createLeadIn(state: LeadState, columns: TestStay['columns'] = {}): Promise<string> {
  const { type, status, blocks } = leadStates[state]
  const from = Temporal.PlainDate.from('2026-06-01').add({ days: 2 * nights++ })
  const stay = { propertyUid, checkIn: `${from}`, checkOut: `${from.add({ days: 2 })}`, status }
  const own = { type, ...extras[state], ...columns }
  return makeStay(server, agencyUid, { ...stay, ...(blocks ? {} : { unitUids: [] }), columns: own })
}

const put = (uid: string, body: unknown) => server.request('PUT', `/v2/leads/${uid}`, { key, body })

async function findRow(uid: string) {
  return server.database.kysely
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
}

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

/** Returns the outcome of a request: `✓` updated, `=` unchanged, `·` rejected, or a new state. */
async function outcome(state: LeadState, legacyStatus: string): Promise<string> {
  const uid = await createLeadIn(state)
  const before = await findRow(uid)
  const { status, body } = await put(uid, { status: legacyStatus })
  const after = await findRow(uid)
  if (status === 200) {
    if (toLeadState(after) !== state) return toLeadState(after)
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
  for (const [legacyStatus, row] of Object.entries(table)) {
    it(`${legacyStatus}: leads to ${row.trim()}`, async () => {
      const actual: string[] = []
      for (const state of states) actual.push(await outcome(state, legacyStatus))
      assert.deepEqual(actual, row.trim().split(/\s+/))
    })
  }

  it('409: rejects changes of a sample', async () => {
    const uid = await createLeadIn('SA')
    for (const body of [{ status: 'SAMPLE' }, { status: 'NEW' }, { notes: 'x' }]) {
      const { status, body: response } = await put(uid, body)
      assert.deepEqual([status, response.code], [409, 'LEAD_READ_ONLY'])
    }
  })

  it('400: rejects a status of v3', async () => {
    const { status, body } = await put(await createLeadIn('NW'), { status: 'BOOKED' })
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
  })
})

describe('PUT /v2/leads/{uid} stores', () => {
  const bookings = [
    ['BOOKED_BY_AGENT', 'BOOKED_BY_AGENT'],
    ['BOOKED_BY_CUSTOMER', 'BOOKED_BY_CUSTOMER'],
    ['BOOKED_EXTERNALLY', 'BOOKED_EXTERNALLY'],
    ['BOOKED_BY_OWNER', 'BOOKED_BY_AGENT'],
    ['PAID_IN_FULL', 'BOOKED_BY_CUSTOMER'],
  ]
  for (const [legacyStatus, read] of bookings) {
    it(`bookedBy of ${legacyStatus} from every state, returned as ${read}`, async () => {
      for (const state of ['NW', 'PE', 'PA', 'CA', 'BK'] as const) {
        const by = { source: 'HOSTFULLY_DBS', booked_by: state === 'BK' ? 'CUSTOMER' : null }
        const { body } = await put(await createLeadIn(state, by), { status: legacyStatus })
        assert.equal(body.status, read, state)
      }
    })
  }

  const cancellations = [
    ['CANCELLED', 'AGENCY'],
    ['CANCELLED_BY_TRAVELER', 'GUEST'],
    ['CANCELLED_BY_OWNER', 'OWNER'],
  ]
  for (const [legacyStatus, who] of cancellations) {
    it(`cancelledBy of ${legacyStatus}, returned as the same status`, async () => {
      const uid = await createLeadIn('BK')
      const { body } = await put(uid, { status: legacyStatus })
      assert.deepEqual([body.status, (await findRow(uid)).cancelled_by], [legacyStatus, who])
    })
  }

  it('a sent quote for QUOTE_SENT, unchanged by a second request', async () => {
    const uid = await createLeadIn('NW')
    assert.equal((await put(uid, { status: 'QUOTE_SENT' })).body.status, 'QUOTE_SENT')
    const { updated_at } = await findRow(uid)
    assert.equal((await put(uid, { status: 'QUOTE_SENT' })).body.status, 'QUOTE_SENT')
    assert.equal((await put(uid, { status: 'NEW' })).body.status, 'QUOTE_SENT')
    assert.deepEqual((await findRow(uid)).updated_at, updated_at)
  })
})

describe('PUT /v2/leads/{uid} applies the actions of v3', () => {
  it('accepts a request and books it if the agency requires payment first', async () => {
    const settings = `/api/v3.3/agencies/${agencyUid}/settings`
    const setNeedsConfirmation = (requestNeedsConfirmation: boolean) =>
      server.request('PATCH', settings, { key, body: { requestNeedsConfirmation } })
    const [plain, waiting] = [await createLeadIn('PE'), await createLeadIn('PE')]
    await put(plain, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual(await listActions(plain), ['accept-booking-request'])
    assert.equal((await setNeedsConfirmation(true)).status, 200)
    assert.equal((await put(waiting, { status: 'BOOKED_BY_AGENT' })).body.leadType, 'BOOKING')
    assert.deepEqual(await listActions(waiting), ['accept-booking-request', 'mark-as-booked'])
    await setNeedsConfirmation(false)
  })

  it('occupies and releases nights', async () => {
    const uid = await createLeadIn('NW')
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

  it('applies to the state of an expired hold', async () => {
    const ended = { timer_ends_at: new Date('2026-05-20T14:59:59Z') }
    const uid = await createLeadIn('OH', ended)
    const { status, body } = await put(uid, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([status, body.code, body.leadStatus], [409, 'ILLEGAL_TRANSITION', 'CLOSED'])
    assert.equal((await put(uid, { status: 'NEW' })).body.status, 'NEW')
  })

  it('accepts STAY and ARCHIVED if the lead has that status before or after', async () => {
    const columns = { check_in_at: new Date('2026-05-19T22:00:00Z') }
    const uid = await createLeadIn('BK', columns)
    assert.equal((await put(uid, { status: 'STAY', notes: 'x' })).body.status, 'STAY')
    assert.equal((await put(uid, { status: 'ARCHIVED' })).body.code, 'ILLEGAL_TRANSITION')
    assert.equal((await put(uid, { status: 'BOOKED_BY_AGENT' })).body.status, 'STAY')
  })
})
