/** Timers that end: contract/leads.md §4.3. The sweep is run as its worker runs it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { sweepLeads } from './sweep-leads.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { agencyUid, key } = await makeAgency(server)

async function leadIn(status: string, propertyUid: string) {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: {} }
  const answer = await server.request('POST', '/api/v3.3/leads', { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead.uid as string
}

const read = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead

describe('the sweep', () => {
  it('closes holds and requests whose timer has ended, and frees their nights', async () => {
    const settings = `/api/v3.3/agencies/${agencyUid}/settings`
    const hours = { holdHours: 2, requestHours: 3 }
    assert.equal((await server.request('PATCH', settings, { key, body: hours })).status, 200)
    const hold = await leadIn('ON_HOLD', await makeProperty(server, agencyUid))
    const requested = await leadIn('PENDING', await makeProperty(server, agencyUid))
    const booked = await leadIn('BOOKED', await makeProperty(server, agencyUid))
    server.clock.advance(3 * 3_600_000)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    await eventually(async () => (await read(requested)).status === 'CLOSED')
    const [held, asked] = [await read(hold), await read(requested)]
    assert.deepEqual([held.status, held.closeReason], ['CLOSED', 'HOLD_EXPIRED'])
    assert.deepEqual([asked.type, asked.closeReason], ['BOOKING_REQUEST', 'REQUEST_EXPIRED'])
    assert.equal(asked.holdExpiresUtcDateTime, null)
    assert.equal((await read(booked)).status, 'BOOKED')
    const { rows } = await nightsOf([hold, requested])
    assert.deepEqual(rows, [])
  })

  it('sees whether a timer ends before it looks again', async () => {
    const uid = await leadIn('ON_HOLD', await makeProperty(server, agencyUid))
    const endsAt = Date.parse(`${(await read(uid)).holdExpiresUtcDateTime}Z`)
    server.clock.set(new Date(endsAt - 20_000))
    const work = { ...server, db: server.database.kysely, log: { error: assert.fail } } as never
    assert.deepEqual(await sweepLeads(work, 19_000), { closed: 0, isMoreSoon: false })
    assert.deepEqual(await sweepLeads(work, 20_000), { closed: 0, isMoreSoon: true })
    server.clock.advance(20_000)
    assert.deepEqual(await sweepLeads(work, 20_000), { closed: 1, isMoreSoon: false })
    assert.equal((await read(uid)).closeReason, 'HOLD_EXPIRED')
  })
})

async function nightsOf(leadUids: string[]) {
  const rows = await server.database.kysely
    .selectFrom('occupancies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', 'in', leadUids)
    .execute()
  return { rows }
}

describe('leads closed by a timer', () => {
  const counted = async () => {
    const { values } = await server.metrics.leadsLapsed.get()
    return values.find(({ labels }) => labels.status === 'ON_HOLD')?.value ?? 0
  }

  it('are counted when that commits, however they are closed', async () => {
    const before = await counted()
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await leadIn('ON_HOLD', propertyUid)
    server.clock.advance(2 * 3_600_000)
    const path = `/api/v3.3/leads/${uid}/extend-hold`
    const refused = await server.request('POST', path, { key, body: {} })
    assert.equal(refused.status, 409)
    assert.equal(await counted(), before)
    await leadIn('BOOKED', propertyUid)
    assert.equal(await counted(), before + 1)
  })
})

describe('a timer that has ended counts at once', () => {
  const hold = async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await leadIn('ON_HOLD', propertyUid)
    server.clock.advance(2 * 3_600_000)
    return { uid, propertyUid }
  }
  const act = (uid: string, action: string) =>
    server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key })

  it('for whoever wants the nights: 201, and the hold is closed', async () => {
    const { uid, propertyUid } = await hold()
    await leadIn('BOOKED', propertyUid)
    assert.equal((await read(uid)).closeReason, 'HOLD_EXPIRED')
  })

  it('for an action on it: extend-hold 409 of a CLOSED lead, reopen 200', async () => {
    const { uid } = await hold()
    const late = await act(uid, 'extend-hold')
    assert.deepEqual([late.status, late.body.leadStatus], [409, 'CLOSED'])
    assert.equal((await act(uid, 'reopen')).body.lead.status, 'NEW')
  })

  it('for its deletion: 204, since a closed inquiry can be deleted', async () => {
    const { uid } = await hold()
    const path = `/api/v3.3/leads/${uid}`
    assert.equal((await server.request('DELETE', path, { key })).status, 204)
  })
})
