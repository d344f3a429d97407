/** Events of one transaction, separate or coalesced: contract/events.md §3.1, §4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { emitTestEvents } from '../../test/fixtures/events/events.ts'
import { makeAgency, makeProperty } from '../../test/fixtures/rows.ts'
import { startServer } from '../../test/support/server.ts'

const server = await startServer()

let agencyUid: string
let property_uid: string

beforeEach(async () => {
  ;({ agencyUid } = await makeAgency(server))
  property_uid = await makeProperty(server, agencyUid)
})

interface Payload {
  type: string
  property_uid?: string
  previous_property_uid?: string
  message_content?: string
}

async function payloads(): Promise<Payload[]> {
  const events = await server.database.kysely
    .selectFrom('events')
    .select(['type', 'payload'])
    .where('agency_uid', '=', agencyUid)
    .orderBy('seq')
    .execute()
  return events.map(({ type, payload }) => ({ ...(payload as object), type }))
}

describe('events of one transaction', () => {
  it('keeps one event per message of a thread', async () => {
    const thread_uid = randomUUID()
    const message = { status: 'CREATED', type: 'AIRBNB', sender_type: 'GUEST' }
    const events = ['first', 'second'].map(message_content => ({
      type: 'NEW_INBOX_MESSAGE' as const,
      keys: { ...message, message_uid: randomUUID(), thread_uid, property_uid, message_content },
    }))
    await emitTestEvents(server, agencyUid, events)
    const contents = (await payloads()).map(payload => payload.message_content)
    assert.deepEqual(contents, ['first', 'second'])
  })

  it('keeps one event per unit for a custom data field', async () => {
    const custom_data_field_uid = randomUUID()
    const events = [randomUUID(), randomUUID()].map(unit_uid => ({
      type: 'CUSTOM_DATA_UPDATED' as const,
      keys: { custom_data_field_uid, unit_uid, property_uid },
    }))
    await emitTestEvents(server, agencyUid, events)
    assert.equal((await payloads()).length, 2)
  })

  it('coalesces moves of a lead into one, from the first to the last property', async () => {
    const lead_uid = randomUUID()
    const second = await makeProperty(server, agencyUid)
    const last = await makeProperty(server, agencyUid)
    const moved = (to: string, previous_property_uid: string) => ({
      type: 'LEAD_PROPERTY_CHANGED' as const,
      keys: { lead_uid, property_uid: to, previous_property_uid },
    })
    await emitTestEvents(server, agencyUid, [
      { type: 'BOOKING_UPDATED', keys: { lead_uid, property_uid } },
      moved(second, property_uid),
      moved(last, second),
      { type: 'BOOKING_UPDATED', keys: { lead_uid, property_uid: last } },
    ])
    const recorded = (await payloads()).map(payload => [
      payload.type,
      payload.property_uid,
      payload.previous_property_uid,
    ])
    assert.deepEqual(recorded, [
      ['BOOKING_UPDATED', last, undefined],
      ['LEAD_PROPERTY_CHANGED', last, property_uid],
    ])
  })

  it('updates the calendar of a master once for two of its sub-properties', async () => {
    const subs = [
      await makeProperty(server, agencyUid, { parent_uid: property_uid }),
      await makeProperty(server, agencyUid, { parent_uid: property_uid }),
    ]
    const lead_uid = randomUUID()
    const events = subs.map(sub => ({
      type: 'PROPERTY_AVAILABILITY_UPDATED' as const,
      keys: { property_uid: sub, lead_uid },
      cause: 'LEAD_PROPERTY_CHANGED' as const,
    }))
    await emitTestEvents(server, agencyUid, events)
    const properties = (await payloads()).map(payload => payload.property_uid)
    assert.deepEqual(properties.toSorted(), [...subs, property_uid].toSorted())
  })
})
