/** Threads that are created while their leads change: contract/messaging.md §1, §13. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import { systemCaller } from '../src/rental/access/agencies/caller.ts'
import { findOrCreateGuest } from '../src/rental/leads/guest-matching/find-or-create-guest.ts'
import { findOrCreateGuestOfLead } from '../src/rental/leads/guest-matching/find-or-create-guest-of-lead.ts'
import { makeAgency, makeProperty } from './fixtures/rows.ts'
import { requestWhileLocked } from './support/databases/request-while-locked.ts'
import { startServer } from './support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const { clock } = server
const caller = systemCaller(agencyUid)
const db = server.database.kysely

const request = (method: string, path: string, body?: object) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body ? { body } : {}) })
const newEmail = (name: string) => `${name}-${newUid()}@guest.example`

async function createLead(email: string): Promise<string> {
  const stay = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const guestInformation = { firstName: 'Ada', email, adultCount: 1 }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const response = await request('POST', '/leads', body)
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid
}

describe('concurrent requests', () => {
  it('a first message waits for a concurrent change of the guest of its lead', async () => {
    const leadUid = await createLead(newEmail('ada'))
    await createLead(newEmail('ada'))
    const email = newEmail('bea')
    const other = await createLead(email)
    const { uid: guestUid } = await findOrCreateGuestOfLead(
      { db, clock },
      { agency_uid: agencyUid, uid: other },
    )
    const letter = { type: 'EMAIL', leadUid, content: { text: 'Hello' } }
    const response = await requestWhileLocked(
      db,
      async db => {
        await sql`select 1 from leads where agency_uid = ${agencyUid} and uid = ${leadUid}
          for no key update`.execute(db)
        await sql`update lead_guests set guest_uid = ${guestUid}
          where agency_uid = ${agencyUid} and lead_uid = ${leadUid}`.execute(db)
      },
      () => request('POST', '/messages', letter),
    )
    assert.equal(response.status, 201, response.text)
    const { uid } = response.body.message
    const presented = await server.request('GET', `/v2/messages/${uid}`, { key })
    const conversation = await server.request('GET', `/v2/threads/${presented.body.threadUid}`, {
      key,
    })
    assert.equal(conversation.body.participants[1].participantUid, guestUid)
  })

  it('a new lead waits for a concurrent message of its guest, and shares its thread', async () => {
    const email = newEmail('cid')
    const named = { first_name: 'Cid', last_name: null, email, phone_number: null }
    await findOrCreateGuest({ db, clock, caller }, agencyUid, named)
    const threadUid = newUid()
    const leadUid = await requestWhileLocked(
      db,
      async db => {
        const { uid } = await findOrCreateGuest({ db, clock, caller }, agencyUid, named)
        await db
          .insertInto('threads')
          .values({
            agency_uid: agencyUid,
            uid: threadUid,
            guest_uid: uid,
            agency_participant_uid: newUid(),
            guest_participant_uid: newUid(),
            created_at: clock.now(),
            updated_at: clock.now(),
          })
          .execute()
      },
      () => createLead(email),
    )
    const { body } = await request('GET', `/threads/${threadUid}`)
    assert.equal(body.thread.participants[1].participantUid, leadUid)
  })
})
