/** Threads that come into being while their leads change: contract/messaging.md §1, §13. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import { systemCaller } from '../src/rental/access/agencies/caller.ts'
import { findOrMakeGuest } from '../src/rental/leads/guest-identity/find-or-make-guest.ts'
import { guestOfLead } from '../src/rental/leads/guest-identity/keep-guest.ts'
import { makeAgency, makeProperty } from './fixtures/rows.ts'
import { heldBack } from './support/databases/held-back.ts'
import { startServer } from './support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const { clock } = server
const caller = systemCaller(agencyUid)
const db = server.database.kysely

const request = (method: string, path: string, body?: object) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body ? { body } : {}) })
const mailOf = (name: string) => `${name}-${newUid()}@guest.example`

async function createLead(email: string): Promise<string> {
  const stay = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const guestInformation = { firstName: 'Ada', email, adultCount: 1 }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const answer = await request('POST', '/leads', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead.uid
}

describe('callers at once', () => {
  it('a first message waits until its lead is known to be of another guest', async () => {
    const leadUid = await createLead(mailOf('ada'))
    await createLead(mailOf('ada'))
    const email = mailOf('bea')
    const other = await createLead(email)
    const { uid: guestUid } = await guestOfLead(
      { db, clock },
      { agency_uid: agencyUid, uid: other },
    )
    const letter = { type: 'EMAIL', leadUid, content: { text: 'Hello' } }
    const answer = await heldBack(
      db,
      async db => {
        await sql`select 1 from leads where agency_uid = ${agencyUid} and uid = ${leadUid}
          for no key update`.execute(db)
        await sql`update lead_guests set guest_uid = ${guestUid}
          where agency_uid = ${agencyUid} and lead_uid = ${leadUid}`.execute(db)
      },
      () => request('POST', '/messages', letter),
    )
    assert.equal(answer.status, 201, answer.text)
    const { uid } = answer.body.message
    const shown = await server.request('GET', `/v2/messages/${uid}`, { key })
    const conversation = await server.request('GET', `/v2/threads/${shown.body.threadUid}`, { key })
    assert.equal(conversation.body.participants[1].participantUid, guestUid)
  })

  it('a new lead waits for the message that its guest writes, and has its thread', async () => {
    const email = mailOf('cid')
    const named = { first_name: 'Cid', last_name: null, email, phone_number: null }
    await findOrMakeGuest({ db, clock, caller }, agencyUid, named)
    const threadUid = newUid()
    const leadUid = await heldBack(
      db,
      async db => {
        const { uid } = await findOrMakeGuest({ db, clock, caller }, agencyUid, named)
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
