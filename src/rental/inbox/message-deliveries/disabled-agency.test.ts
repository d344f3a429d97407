/** Messages of an agency that is disabled for a while: contract/messaging.md §12. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sendMessages } from '../../../../test/fixtures/message-dispatcher.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { disableAgency } from '../../access/agency-states/disable-agency.ts'
import { enableAgency } from '../../access/agency-states/enable-agency.ts'
import { openPendingEvents } from '../../events/events/open-pending-events.ts'
import { subscribers } from '../../subscribers.ts'
import type { OutgoingMessage, SendResult } from '../transports/transport.ts'

let texts: string[] = []
let response: SendResult = { result: 'SENT' }
const adapter = {
  channel: 'AIRBNB',
  supportsFiles: false,
  async send({ text }: OutgoingMessage) {
    texts.push(text)
    return response
  },
}
const settings = { MESSAGE_TRANSPORTS: 'email=outbox,direct=adapter' }
const server = await startServer(settings, { adapters: [adapter] })
const { clock, database } = server
const ctx = { db: database.kysely, clock, pending: openPendingEvents(clock), subscribers }
const { agencyUid, key } = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid)
const stay = { property_uid, source: 'DIRECT_AIRBNB', channel: 'AIRBNB' }
const leadUid = await makeLead(server, agencyUid, stay)

async function send(text: string): Promise<void> {
  const body = { type: 'DIRECT_MESSAGE', leadUid, content: { text } }
  const { status } = await server.request('POST', '/api/v3.3/messages', { key, body })
  assert.equal(status, 201)
}

/** Returns the texts of the messages that are attempted now. */
async function attempted(): Promise<string[]> {
  texts = []
  await sendMessages(server)
  return texts
}

describe('a message of a disabled agency', () => {
  it('waits without losing attempts, and is sent in order once the agency is enabled', async () => {
    await send('First')
    response = { result: 'RETRY', reason: 'busy' }
    assert.deepEqual(await attempted(), ['First'])
    // Messages of one millisecond have no order.
    clock.advance(1_000)
    await send('Second')
    response = { result: 'SENT' }
    await disableAgency(ctx, agencyUid)
    clock.advance(36_000_000)
    assert.deepEqual(await attempted(), [])
    await enableAgency(ctx, agencyUid)
    assert.deepEqual(await attempted(), [], 'the delay before the retry is not over')
    clock.advance(72_000)
    assert.deepEqual(await attempted(), ['First', 'Second'])
  })
})
