import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { logOf, told } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadsTable } from '../../tables.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const elsewhere = await makeProperty(server, agencyUid)

const request = (method: string, path: string, body?: object, by = key, version = '3.3') =>
  server.request(method, `/api/v${version}${path}`, { key: by, ...(body ? { body } : {}) })
const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) =>
  makeLead(server, agencyUid, {
    property_uid: propertyUid,
    email: `${newUid()}@guest.example`,
    ...columns,
  })

/** Writes to a lead, and gives its thread. */
async function write(leadUid: string) {
  const letter = { type: 'EMAIL', leadUid, content: { text: 'Welcome' } }
  const { status, body, text } = await request('POST', '/messages', letter)
  assert.equal(status, 201, text)
  return (await request('GET', `/threads/${body.message.threadUid}`)).body.thread
}

/** What the log has after an act. */
async function telling(act: () => Promise<unknown>) {
  const before = (await logOf(server, agencyUid)).length
  await act()
  return (await logOf(server, agencyUid)).slice(before)
}

async function tokenFor(
  access: 'READ' | 'READ_WRITE',
  { property = propertyUid, channel }: { property?: string; channel?: string } = {},
) {
  const { partnerUid } = await makePartner(server)
  if (channel) {
    await server.database.kysely
      .updateTable('partners')
      .set({ kind: 'CHANNEL', channel })
      .where('partner_uid', '=', partnerUid)
      .execute()
  }
  await grant(server, { agencyUid, partnerUid, objectUid: property, access })
  return makeToken(server, partnerUid, agencyUid)
}

describe('GET /threads/{uid}', () => {
  it('gives the thread of a lead', async () => {
    const leadUid = await makeStay()
    const thread = await write(leadUid)
    const { uid, participants, ...rest } = thread
    const moment = '2026-05-20T15:00:00.000Z'
    assert.deepEqual(rest, {
      agencyUid,
      propertyUid,
      status: 'OPEN',
      creationDate: moment,
      lastUpdateDate: moment,
      participantsReadStatuses: [
        {
          participantUid: agencyUid,
          participantType: 'AGENCY',
          readStatus: 'READ',
          readUtcDateTime: moment,
        },
        {
          participantUid: leadUid,
          participantType: 'LEAD',
          readStatus: 'UNREAD',
          readUtcDateTime: null,
        },
      ],
    })
    assert.deepEqual(
      participants.map(({ uid: _, ...one }: { uid: string }) => one),
      [
        { participantType: 'AGENCY', participantUid: agencyUid },
        { participantType: 'LEAD', participantUid: leadUid },
      ],
    )
    assert.notEqual(uid, leadUid)
    const older = await request('GET', `/threads/${uid}`, undefined, key, '3.2')
    assert.deepEqual(older.body.thread, thread)
    for (const version of ['3.0', '3.1']) {
      const { status, body } = await request('GET', `/threads/${uid}`, undefined, key, version)
      assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
    }
  })
})

describe('a thread', () => {
  it('is there though its lead is deleted', async () => {
    const leadUid = await makeStay({ status: 'CLOSED' })
    const { uid } = await write(leadUid)
    await request('DELETE', `/leads/${leadUid}`)
    assert.equal((await request('GET', `/threads/${uid}`)).status, 200)
    assert.equal((await request('GET', `/messages?threadUid=${uid}`)).body.messages.length, 1)
    const byLead = await request('GET', `/threads?leadUid=${leadUid}`)
    assert.deepEqual([byLead.status, byLead.body.code], [404, 'LEAD_NOT_FOUND'])
  })

  it('404: nobody knows it, or it is out of reach', async () => {
    const { uid } = await write(await makeStay())
    const token = await tokenFor('READ', { property: elsewhere })
    for (const [one, by] of [
      [newUid(), key],
      ['nothing', key],
      [uid, token],
    ] as const) {
      const { status, body } = await request('GET', `/threads/${one}`, undefined, by)
      assert.deepEqual([status, body.apiErrorMessage], [404, `Thread not found: ${one}`])
    }
  })

  it('is closed by what its lead is, or 30 days after the stay', async () => {
    const statusOf = async (columns: Partial<Insertable<LeadsTable>>) =>
      (await write(await makeStay(columns))).status
    for (const status of ['CLOSED', 'IGNORED', 'DUPLICATE']) {
      assert.equal(await statusOf({ status }), 'CLOSED')
    }
    assert.equal(await statusOf({ type: 'BOOKING', status: 'CANCELLED' }), 'CLOSED')
    assert.equal(await statusOf({ type: 'BOOKING', status: 'BOOKED' }), 'OPEN')
    const day = 86_400_000
    const ago = (ms: number) => ({ check_out_at: new Date(Date.parse(exampleNow) - ms) })
    assert.equal(await statusOf(ago(30 * day)), 'OPEN')
    assert.equal(await statusOf(ago(30 * day + 1_000)), 'CLOSED')
  })
})

describe('GET /threads', () => {
  it('of a lead or an agency, last written to first, in pages', async () => {
    const agency = await makeAgency(server)
    const leads = []
    for (const second of [1, 2, 3]) {
      const email = `${second}@guest.example`
      const leadUid = await makeLead(server, agency.agencyUid, { email })
      leads.push(leadUid)
      server.clock.set(`2026-05-20T15:00:0${second}Z`)
      const letter = { type: 'EMAIL', leadUid, content: { text: 'a' } }
      await request('POST', '/messages', letter, agency.key)
    }
    server.clock.set('2026-05-20T15:00:04Z')
    const letter = { type: 'EMAIL', leadUid: leads[0], content: { text: 'b' } }
    await request('POST', '/messages', letter, agency.key)
    server.clock.set(exampleNow)
    const found: string[] = []
    let cursor = ''
    do {
      const path = `/threads?agencyUid=${agency.agencyUid}&_limit=2&_cursor=${cursor}`
      const { threads, _paging } = (await request('GET', path, undefined, agency.key)).body
      found.push(...threads.map((one: never) => leadOf(one)))
      cursor = _paging._nextCursor ?? ''
    } while (cursor !== '')
    assert.deepEqual(found, [leads[0], leads[2], leads[1]])
    const path = `/threads?leadUid=${leads[1]}`
    const { threads, _metadata } = (await request('GET', path, undefined, agency.key)).body
    assert.deepEqual([threads.map(leadOf), _metadata.count], [[leads[1]], 1])
  })

  it('400: neither filter; 403 and 404: unknown; an unknown parameter is ignored', async () => {
    const { status, body } = await request('GET', '/threads?updatedSince=x')
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "One of ['agencyUid', 'leadUid'] is required"],
    )
    assert.equal((await request('GET', `/threads?agencyUid=${newUid()}`)).status, 403)
    assert.equal((await request('GET', `/threads?leadUid=${newUid()}`)).status, 404)
    const leadUid = await makeStay()
    const none = await request('GET', `/threads?leadUid=${leadUid}&updatedSince=x`)
    assert.deepEqual([none.status, none.body.threads, none.body._paging], [200, [], {}])
  })

  it('leaves out for partners what is of other properties', async () => {
    const leadUid = await makeStay({ property_uid: elsewhere })
    await write(leadUid)
    const token = await tokenFor('READ', { property: elsewhere })
    const path = `/threads?agencyUid=${agencyUid}&_limit=1000`
    const { threads } = (await request('GET', path, undefined, token)).body
    assert.deepEqual(threads.map(leadOf), [leadUid])
  })
})

const leadOf = ({ participants }: { participants: { participantUid: string }[] }) =>
  participants[1]!.participantUid

const readBy = (thread: { participantsReadStatuses: { readStatus: string }[] }) =>
  thread.participantsReadStatuses.map(({ readStatus }) => readStatus)

describe('what is read', () => {
  it('goes with the messages of either side', async () => {
    const leadUid = await makeStay()
    const { uid, ...thread } = await write(leadUid)
    assert.deepEqual(readBy(thread), ['READ', 'UNREAD'])
    const inbound = { type: 'EMAIL', leadUid, content: { text: 'Hello' } }
    await request('POST', '/messages/inbound', inbound)
    const answered = (await request('GET', `/threads/${uid}`)).body.thread
    assert.deepEqual(readBy(answered), ['UNREAD', 'READ'])
  })

  it('is marked by the agency, and told when it changes', async () => {
    const { uid } = await write(await makeStay())
    const mark = async (how: string, body?: object) => {
      let thread = { participantsReadStatuses: [] }
      const events = await telling(async () => {
        const answer = await request('POST', `/threads/${uid}/mark-as-${how}`, body)
        assert.equal(answer.status, 200, answer.text)
        thread = answer.body.thread
      })
      return [readBy(thread)[0], told(events)]
    }
    assert.deepEqual(await mark('unread'), ['UNREAD', ['INBOX_THREAD_UPDATED']])
    assert.deepEqual(await mark('unread', {}), ['UNREAD', []])
    const agency = { participantUid: agencyUid.toUpperCase() }
    assert.deepEqual(await mark('read', agency), ['READ', ['INBOX_THREAD_UPDATED']])
    assert.deepEqual(await mark('read', { participantUid: null }), ['READ', []])
  })

  it('by the guest is known to channels alone', async () => {
    const leadUid = await makeStay()
    const { uid } = await write(leadUid)
    const receipt = { participantUid: leadUid }
    const path = `/threads/${uid}/mark-as-read`
    const channel = await tokenFor('READ_WRITE', { channel: 'AIRBNB' })
    for (const by of [key, await tokenFor('READ_WRITE')]) {
      const { status, body } = await request('POST', path, receipt, by)
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
    }
    const { status, body } = await request('POST', path, receipt, channel)
    assert.deepEqual([status, readBy(body.thread)], [200, ['READ', 'READ']])
    const undone = await request('POST', `/threads/${uid}/mark-as-unread`, receipt, channel)
    assert.equal(undone.status, 403)
  })

  it('400: not a participant; 403: a grant for reading; 404: unknown, or before 3.3', async () => {
    const { uid } = await write(await makeStay())
    const path = `/threads/${uid}/mark-as-read`
    const { status, body } = await request('POST', path, { participantUid: newUid() })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "Invalid parameter 'participantUid' is not a participant of this thread"],
    )
    const token = await tokenFor('READ')
    assert.equal((await request('POST', path, {}, token)).body.code, 'READ_ONLY_GRANT')
    assert.equal((await request('POST', `/threads/${newUid()}/mark-as-read`)).status, 404)
    assert.equal((await request('POST', path, {}, key, '3.2')).status, 404)
  })
})

describe('a thread follows its lead', () => {
  const updates = async (act: () => Promise<unknown>) =>
    (await telling(act)).filter(({ type }) => type === 'INBOX_THREAD_UPDATED')

  it('tells that an act closes or opens it, and no other', async () => {
    const leadUid = await makeStay()
    const { uid } = await write(leadUid)
    const act = (name: string, body: object = {}) =>
      updates(() => request('POST', `/leads/${leadUid}/${name}`, body))
    const [closed, ...more] = await act('close')
    assert.deepEqual([closed!.changes, closed!.object_uid], [{ status: ['OPEN', 'CLOSED'] }, uid])
    assert.deepEqual(more, [])
    assert.equal((await act('close', { reason: 'IGNORED' })).length, 0)
    assert.equal((await act('reopen')).length, 1)
    assert.equal((await act('alteration', { adultCount: 2 })).length, 0)
    const silent = await makeStay()
    assert.equal((await updates(() => request('POST', `/leads/${silent}/close`, {}))).length, 0)
  })

  it('into the conversation of another guest', async () => {
    const leadUid = await makeStay()
    await write(leadUid)
    const guestsOf = async () => {
      const path = `/v2/threads?agencyUid=${agencyUid}&limit=1000`
      return (await server.request('GET', path, { key })).body.length
    }
    const other = await makeStay({ email: 'bob@guest.example' })
    await write(other)
    const earlier = await guestsOf()
    const twin = { guestInformation: { email: 'BOB@guest.example' } }
    const { status } = await request('PATCH', `/leads/${leadUid}`, twin)
    assert.equal(status, 200)
    assert.equal(await guestsOf(), earlier - 1)
  })
})
