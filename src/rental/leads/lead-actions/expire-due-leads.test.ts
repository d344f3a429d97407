/** Expiry of timers, run like in the worker: contract/leads.md §4.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../server/start-workers.ts'
import { expireDueLeads } from './expire-due-leads.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { agencyUid, key } = await makeAgency(server)

async function createLeadIn(status: string, propertyUid: string) {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: {} }
  const response = await server.request('POST', '/api/v3.3/leads', { key, body })
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid as string
}

const read = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead

describe('expiry of leads', () => {
  it('closes expired holds and requests, and releases their nights', async () => {
    const settings = `/api/v3.3/agencies/${agencyUid}/settings`
    const hours = { holdHours: 2, requestHours: 3 }
    assert.equal((await server.request('PATCH', settings, { key, body: hours })).status, 200)
    const hold = await createLeadIn('ON_HOLD', await makeProperty(server, agencyUid))
    const requested = await createLeadIn('PENDING', await makeProperty(server, agencyUid))
    const booked = await createLeadIn('BOOKED', await makeProperty(server, agencyUid))
    server.clock.advance(3 * 3_600_000)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    await eventually(async () => (await read(requested)).status === 'CLOSED')
    const [held, request] = [await read(hold), await read(requested)]
    assert.deepEqual([held.status, held.closeReason], ['CLOSED', 'HOLD_EXPIRED'])
    assert.deepEqual([request.type, request.closeReason], ['BOOKING_REQUEST', 'REQUEST_EXPIRED'])
    assert.equal(request.holdExpiresUtcDateTime, null)
    assert.equal((await read(booked)).status, 'BOOKED')
    const { rows } = await listNights([hold, requested])
    assert.deepEqual(rows, [])
  })

  it('reports whether a timer expires before the next poll', async () => {
    const uid = await createLeadIn('ON_HOLD', await makeProperty(server, agencyUid))
    const endsAt = Date.parse(`${(await read(uid)).holdExpiresUtcDateTime}Z`)
    server.clock.set(new Date(endsAt - 20_000))
    const work = workContext(server, { error: assert.fail } as never)
    assert.deepEqual(await expireDueLeads(work, 19_000), { closed: 0, hasUpcoming: false })
    assert.deepEqual(await expireDueLeads(work, 20_000), { closed: 0, hasUpcoming: true })
    server.clock.advance(20_000)
    assert.deepEqual(await expireDueLeads(work, 20_000), { closed: 1, hasUpcoming: false })
    assert.equal((await read(uid)).closeReason, 'HOLD_EXPIRED')
  })
})

async function listNights(leadUids: string[]) {
  const rows = await server.database.kysely
    .selectFrom('occupancies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', 'in', leadUids)
    .execute()
  return { rows }
}

describe('leads closed by a timer', () => {
  const readExpiredCount = async () => {
    const { values } = await server.metrics.leadsLapsed.get()
    return values.find(({ labels }) => labels.status === 'ON_HOLD')?.value ?? 0
  }

  it('are counted on commit, in every way of closing', async () => {
    const before = await readExpiredCount()
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await createLeadIn('ON_HOLD', propertyUid)
    server.clock.advance(2 * 3_600_000)
    const path = `/api/v3.3/leads/${uid}/extend-hold`
    const refused = await server.request('POST', path, { key, body: {} })
    assert.equal(refused.status, 409)
    assert.equal(await readExpiredCount(), before)
    await createLeadIn('BOOKED', propertyUid)
    assert.equal(await readExpiredCount(), before + 1)
  })
})

describe('an expired timer has effect at once', () => {
  const hold = async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await createLeadIn('ON_HOLD', propertyUid)
    server.clock.advance(2 * 3_600_000)
    return { uid, propertyUid }
  }
  const runAction = (uid: string, action: string) =>
    server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key })

  it('201: closes the hold when another lead books its nights', async () => {
    const { uid, propertyUid } = await hold()
    await createLeadIn('BOOKED', propertyUid)
    assert.equal((await read(uid)).closeReason, 'HOLD_EXPIRED')
  })

  it('409: rejects extend-hold of a lead that is now CLOSED; 200: reopens it', async () => {
    const { uid } = await hold()
    const late = await runAction(uid, 'extend-hold')
    assert.deepEqual([late.status, late.body.leadStatus], [409, 'CLOSED'])
    assert.equal((await runAction(uid, 'reopen')).body.lead.status, 'NEW')
  })

  it('204: deletes it, as a closed inquiry can be deleted', async () => {
    const { uid } = await hold()
    const path = `/api/v3.3/leads/${uid}`
    assert.equal((await server.request('DELETE', path, { key })).status, 204)
  })
})
