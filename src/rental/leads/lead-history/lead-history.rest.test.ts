/** History of a lead: contract/leads.md §11. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)
const listHistory = (uid: string, as = key) =>
  server.request('GET', `/api/v3.3/leads/${uid}/history`, { key: as })

async function cancelledLead(): Promise<string> {
  const body = {
    agencyUid,
    propertyUid,
    type: 'BOOKING',
    status: 'BOOKED',
    checkInLocalDateTime: '2026-06-05T16:00:00',
    checkOutLocalDateTime: '2026-06-07T11:00:00',
    guestInformation: { firstName: 'Ada', adultCount: 1 },
  }
  const { body: added } = await server.request('POST', '/api/v3.3/leads', { key, body })
  const { uid } = added.lead
  server.clock.set('2026-05-20T15:01:00Z')
  const reason = { reason: 'A broken leg' }
  const path = `/api/v3.3/leads/${uid}/cancel`
  const { status } = await server.request('POST', path, { key, body: reason })
  assert.equal(status, 200)
  return uid
}

describe('GET /leads/{uid}/history', () => {
  it('200: lists every action with its states, credential and reason', async () => {
    const { status, body } = await listHistory(await cancelledLead())
    assert.equal(status, 200)
    const [created, cancelled, ...more] = body.history
    assert.deepEqual([more, body._metadata], [[], { count: 2, totalCount: 2 }])
    assert.deepEqual([created.statusBefore, created.statusAfter], [null, 'BOOKED'])
    assert.ok(created.events.includes('NEW_BOOKING'))
    const { uid, events, credential, ...rest } = cancelled
    assert.deepEqual(rest, {
      act: 'cancel',
      typeBefore: 'BOOKING',
      statusBefore: 'BOOKED',
      typeAfter: 'BOOKING',
      statusAfter: 'CANCELLED',
      reason: 'A broken leg',
      doneUtcDateTime: '2026-05-20T15:01:00',
    })
    assert.equal(credential.kind, 'AGENCY_KEY')
    assert.ok(uid && credential.uid && events.includes('BOOKING_CANCELLED'))
  })

  it('200: hides keys of the agency and reasons from a partner without guest data', async () => {
    const leadUid = await cancelledLead()
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const { body } = await listHistory(leadUid, token)
    const [, cancelled] = body.history
    assert.deepEqual(cancelled.credential, { kind: 'AGENCY_KEY', uid: null })
    assert.ok(!('reason' in cancelled))
  })

  it('404: rejects an unknown or inaccessible lead, and one of another agency', async () => {
    const uid = await make.makeLead(server, agencyUid, { property_uid: propertyUid })
    const other = await make.makeAgency(server)
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, {
      agencyUid,
      partnerUid,
      objectUid: await make.makeProperty(server, agencyUid),
    })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    for (const response of [
      await listHistory('x'),
      await listHistory(uid, other.key),
      await listHistory(uid, token),
    ]) {
      assert.deepEqual([response.status, response.body.code], [404, 'LEAD_NOT_FOUND'])
    }
  })
})
