/** Concurrent writers of the same nights on separate connections: leads.md §6. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const db = server.database.kysely

const book = (propertyUid: string, status = 'BOOKED') => {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: {} }
  return server.request('POST', '/api/v3.3/leads', { key, body })
}

const runAction = (uid: string, action: string, body?: object) =>
  server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key, body })

describe('concurrent requests for the same nights', () => {
  it('book them once, and return 409 with its lead to the others', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const responses = await Promise.all(Array.from({ length: 12 }, () => book(propertyUid)))
    const won = responses.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const { status, body } of responses.filter(response => response !== won[0])) {
      assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
      assert.equal(body.conflicts[0].leadUid, won[0]!.body.lead.uid)
    }
  })

  it('put exactly one inquiry on hold', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const created = await Promise.all(Array.from({ length: 8 }, () => book(propertyUid, 'NEW')))
    const uids = created.map(({ body }) => body.lead.uid)
    const responses = await Promise.all(uids.map(uid => runAction(uid, 'put-on-hold')))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
  })

  it('apply one action to one lead once', async () => {
    const { body } = await book(await makeProperty(server, agencyUid))
    const { uid } = body.lead
    const twice = await Promise.all(
      ['cancel', 'cancel', 'cancel'].map(action => runAction(uid, action)),
    )
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200, 200],
    )
    const actions = await db
      .selectFrom('lead_acts')
      .select('act')
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', uid)
      .where('act', '=', 'cancel')
      .execute()
    assert.equal(actions.length, 1)
  })
})

describe('a writer without locks', { skip: engine === 'pglite' && 'one connection' }, () => {
  it('violates the constraint, and the client gets 409 with conflicts', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const leadUid = await makeLead(server, agencyUid, {
      property_uid: propertyUid,
      type: 'BOOKING',
      status: 'BOOKED',
    })
    const { uid: unitUid } = await db
      .selectFrom('units')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', propertyUid)
      .executeTakeFirstOrThrow()
    const row = { agency_uid: agencyUid, unit_uid: unitUid, lead_uid: leadUid }
    const foreign = await db.startTransaction().execute()
    await foreign
      .insertInto('occupancies')
      .values({ ...row, occupied: '[2027-06-12,2027-06-13)' })
      .execute()
    const waiting = book(propertyUid)
    await new Promise(resolve => setTimeout(resolve, 300))
    await foreign.commit().execute()
    const { status, body } = await waiting
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual(
      body.conflicts.map((c: { leadUid: string }) => c.leadUid),
      [leadUid],
    )
  })
})
