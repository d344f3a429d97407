/** Tests of mails, from the request to the mail server: contract/messaging.md §12. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startSmtp } from '../../../../test/support/external-services/smtp.ts'
import { startServer } from '../../../../test/support/server.ts'

const smtp = await startSmtp()
const server = await startServer({
  RUN_WORKER: 'true',
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'stays@lodges.example',
  MESSAGE_TRANSPORTS: 'email=smtp,direct=adapter',
})
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const email = 'ana@guests.example'
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid, email })

const send = async (text: string) => {
  server.clock.advance(1_000)
  const body = { type: 'EMAIL', leadUid, content: { text } }
  return (await server.request('POST', '/api/v3.3/messages', { key, body })).body.message
}
const readStatus = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/messages/${uid}`, { key })).body.message.status

describe('a server with SMTP', () => {
  it('sends mails that continue their thread', async () => {
    const [first, second] = [await send('1'), await send('2')]
    assert.deepEqual([first.status, second.status], ['SENT', 'SENT'])
    const [one, two] = smtp.mails.slice(-2).map(({ headers }) => headers)
    assert.equal(one!['message-id'], `<${first.uid}@lodges.example>`)
    assert.equal(one!.subject, 'Your stay at Cedar Cabin')
    assert.equal(two!['in-reply-to'], one!['message-id'])
  })

  it('retries after a temporary failure, and defers later messages', async () => {
    smtp.respondTo = () => ({ code: 451, text: 'Later' })
    const [first, second] = [await send('1'), await send('2')]
    assert.deepEqual([first.status, second.status], ['CREATED', 'CREATED'])
    const before = smtp.mails.length
    smtp.respondTo = () => null
    server.clock.advance(72_001)
    await eventually(async () => (await readStatus(second.uid)) === 'SENT')
    const ids = smtp.mails.slice(before).map(({ headers }) => headers['message-id'])
    assert.deepEqual(
      ids,
      [first, second].map(({ uid }) => `<${uid}@lodges.example>`),
    )
  })

  it('fails a message that the server rejects', async () => {
    smtp.respondTo = () => ({ code: 550, text: 'No such mailbox' })
    const message = await send('1')
    smtp.respondTo = () => null
    assert.equal(message.status, 'FAILED')
    assert.match(message.failureReason, /^550 .*No such mailbox/)
  })

  it('404: has no outbox', async () => {
    const path = `/api/v3.3/outbox?agencyUid=${agencyUid}`
    const { status, body } = await server.request('GET', path, { key })
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
  })
})
