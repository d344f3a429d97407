import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
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

/** Sends a message to a lead. Returns its thread. */
async function write(leadUid: string) {
  const letter = { type: 'EMAIL', leadUid, content: { text: 'Welcome' } }
  const { status, body, text } = await request('POST', '/messages', letter)
  assert.equal(status, 201, text)
  return (await request('GET', `/threads/${body.message.threadUid}`)).body.thread
}

/** Returns the events that a command writes to the log. */
async function collectEvents(command: () => Promise<unknown>) {
  const before = (await readEventLog(server, agencyUid)).length
  await command()
  return (await readEventLog(server, agencyUid)).slice(before)
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
  it('returns the thread of a lead', async () => {
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
  it('is returned after its lead was deleted', async () => {
    const leadUid = await makeStay({ status: 'CLOSED' })
    const { uid } = await write(leadUid)
    await request('DELETE', `/leads/${leadUid}`)
    assert.equal((await request('GET', `/threads/${uid}`)).status, 200)
    assert.equal((await request('GET', `/messages?threadUid=${uid}`)).body.messages.length, 1)
    const byLead = await request('GET', `/threads?leadUid=${leadUid}`)
    assert.deepEqual([byLead.status, byLead.body.code], [404, 'LEAD_NOT_FOUND'])
  })

  it('404: rejects an unknown or inaccessible thread', async () => {
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

  it('is closed by the status of its lead, or 30 days after the stay', async () => {
    const statusWith = async (columns: Partial<Insertable<LeadsTable>>) =>
      (await write(await makeStay(columns))).status
    for (const status of ['CLOSED', 'IGNORED', 'DUPLICATE']) {
      assert.equal(await statusWith({ status }), 'CLOSED')
    }
    assert.equal(await statusWith({ type: 'BOOKING', status: 'CANCELLED' }), 'CLOSED')
    assert.equal(await statusWith({ type: 'BOOKING', status: 'BOOKED' }), 'OPEN')
    const day = 86_400_000
    const ago = (ms: number) => ({ check_out_at: new Date(Date.parse(exampleNow) - ms) })
    assert.equal(await statusWith(ago(30 * day)), 'OPEN')
    assert.equal(await statusWith(ago(30 * day + 1_000)), 'CLOSED')
  })
})

describe('GET /threads', () => {
  it('lists threads of a lead or an agency by last message, in pages', async () => {
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
    const uids: string[] = []
    let cursor = ''
    do {
      const path = `/threads?agencyUid=${agency.agencyUid}&_limit=2&_cursor=${cursor}`
      const { threads, _paging } = (await request('GET', path, undefined, agency.key)).body
      uids.push(...threads.map((one: never) => findLeadUid(one)))
      cursor = _paging._nextCursor ?? ''
    } while (cursor !== '')
    assert.deepEqual(uids, [leads[0], leads[2], leads[1]])
    const path = `/threads?leadUid=${leads[1]}`
    const { threads, _metadata } = (await request('GET', path, undefined, agency.key)).body
    assert.deepEqual([threads.map(findLeadUid), _metadata.count], [[leads[1]], 1])
  })

  it('400 without a filter; 403 and 404 for unknown uids; ignores unknown parameters', async () => {
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

  it('omits other properties for partners', async () => {
    const leadUid = await makeStay({ property_uid: elsewhere })
    await write(leadUid)
    const token = await tokenFor('READ', { property: elsewhere })
    const path = `/threads?agencyUid=${agencyUid}&_limit=1000`
    const { threads } = (await request('GET', path, undefined, token)).body
    assert.deepEqual(threads.map(findLeadUid), [leadUid])
  })
})

const findLeadUid = ({ participants }: { participants: { participantUid: string }[] }) =>
  participants[1]!.participantUid

const readBy = (thread: { participantsReadStatuses: { readStatus: string }[] }) =>
  thread.participantsReadStatuses.map(({ readStatus }) => readStatus)

describe('read status', () => {
  it('follows the messages of both sides', async () => {
    const leadUid = await makeStay()
    const { uid, ...thread } = await write(leadUid)
    assert.deepEqual(readBy(thread), ['READ', 'UNREAD'])
    const inbound = { type: 'EMAIL', leadUid, content: { text: 'Hello' } }
    await request('POST', '/messages/inbound', inbound)
    const updated = (await request('GET', `/threads/${uid}`)).body.thread
    assert.deepEqual(readBy(updated), ['UNREAD', 'READ'])
  })

  it('is set by the agency, and emitted when it changes', async () => {
    const { uid } = await write(await makeStay())
    const markThread = async (how: string, body?: object) => {
      let thread = { participantsReadStatuses: [] }
      const events = await collectEvents(async () => {
        const response = await request('POST', `/threads/${uid}/mark-as-${how}`, body)
        assert.equal(response.status, 200, response.text)
        thread = response.body.thread
      })
      return [readBy(thread)[0], formatEvents(events)]
    }
    assert.deepEqual(await markThread('unread'), ['UNREAD', ['INBOX_THREAD_UPDATED']])
    assert.deepEqual(await markThread('unread', {}), ['UNREAD', []])
    const agency = { participantUid: agencyUid.toUpperCase() }
    assert.deepEqual(await markThread('read', agency), ['READ', ['INBOX_THREAD_UPDATED']])
    assert.deepEqual(await markThread('read', { participantUid: null }), ['READ', []])
  })

  it('of the guest is set only by channels', async () => {
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

  it('400 for a non-participant, 403 for a READ grant, 404 if unknown or before v3.3', async () => {
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

describe('the thread of a changed lead', () => {
  const updates = async (command: () => Promise<unknown>) =>
    (await collectEvents(command)).filter(({ type }) => type === 'INBOX_THREAD_UPDATED')

  it('emits an event when a command closes or opens it, and no other event', async () => {
    const leadUid = await makeStay()
    const { uid } = await write(leadUid)
    const command = (name: string, body: object = {}) =>
      updates(() => request('POST', `/leads/${leadUid}/${name}`, body))
    const [closed, ...more] = await command('close')
    assert.deepEqual([closed!.changes, closed!.object_uid], [{ status: ['OPEN', 'CLOSED'] }, uid])
    assert.deepEqual(more, [])
    assert.equal((await command('close', { reason: 'IGNORED' })).length, 0)
    assert.equal((await command('reopen')).length, 1)
    assert.equal((await command('alteration', { adultCount: 2 })).length, 0)
    const silent = await makeStay()
    assert.equal((await updates(() => request('POST', `/leads/${silent}/close`, {}))).length, 0)
  })

  it('moves to the conversation of another guest', async () => {
    const leadUid = await makeStay()
    await write(leadUid)
    const countConversations = async () => {
      const path = `/v2/threads?agencyUid=${agencyUid}&limit=1000`
      return (await server.request('GET', path, { key })).body.length
    }
    const other = await makeStay({ email: 'bob@guest.example' })
    await write(other)
    const earlier = await countConversations()
    const twin = { guestInformation: { email: 'BOB@guest.example' } }
    const { status } = await request('PATCH', `/leads/${leadUid}`, twin)
    assert.equal(status, 200)
    assert.equal(await countConversations(), earlier - 1)
  })
})
