/** Rights of access and erasure: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeKey,
  makePartner,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startTaggedAgency } from '../../../../test/fixtures/tagged-guests.ts'
import { callsAnywhere, deliverDue, makeWebhook } from '../../../../test/fixtures/webhooks.ts'
import { Logs } from '../../../../test/support/logs.ts'
import { type RequestOptions, startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'

const receiver = await startReceiver()
const logs = new Logs()
const logTo = { write: (text: string) => logs.write(text) }
const server = await startServer({ ...callsAnywhere, LOG_LEVEL: 'debug' }, { logTo })
const { agencyUid, propertyUid, request, send, makeGuest, listOccurrences, deleteFiles } =
  await startTaggedAgency(server)

const erase = (guestUid: string, options: RequestOptions = {}) =>
  request('POST', `/guests/${guestUid}/erase`, options)

describe('an erasure', () => {
  it('200: erases the guest everywhere; amounts, nights and other guests stay', async () => {
    const hook = async (eventType: string) => {
      const url = `${receiver.url}/${eventType}`
      return (await makeWebhook(server, { agencyUid, eventType, url, format: 'EXTENDED' })).uid
    }
    await hook('BOOKING_UPDATED')
    const held = await hook('NEW_INBOX_MESSAGE')
    await send('POST', `/webhooks/${held}/disable`)
    receiver.respond(() => ({ status: 500, body: 'Not taken: Zebedee two' }))
    const guest = await makeGuest('Zebedee')
    await deliverDue(server)
    await makeGuest('Yolanda', '2026-08-04')
    const before = await listOccurrences('zebedee')
    const expected = ['guests', 'leads', 'extra_guests', 'messages', 'outbox_messages', 'events']
    for (const table of [...expected, 'delivery_attempts', 'payments', 'tags', 'custom_data']) {
      assert.ok(before.includes(table), `${table} in ${before}`)
    }
    const money = () => send('GET', `/orders?leadUid=${guest.leadUid}`)
    const ordered = await money()
    const { lead: was } = await send('GET', `/leads/${guest.leadUid}`)

    const { status, body } = await erase(guest.guestUid)
    assert.deepEqual([status, body.guestErasure?.guestUid], [200, guest.guestUid])
    assert.partialDeepStrictEqual(body.guestErasure.erased, { guests: 1, leads: 1, messages: 3 })
    await deleteFiles()

    assert.deepEqual(await listOccurrences('zebedee'), [])
    assert.deepEqual(logs.excerpts(['Zebedee', 'zebedee']), [])
    assert.ok(logs.entries.some(({ msg }) => msg === 'erased the personal data of a guest'))
    assert.deepEqual((await money()).orders[0].totalAmount, ordered.orders[0].totalAmount)
    const { lead } = await send('GET', `/leads/${guest.leadUid}`)
    for (const name of ['status', 'checkInLocalDateTime', 'checkOutLocalDateTime', 'propertyUid']) {
      assert.equal(lead[name], was[name], name)
    }
    assert.equal(lead.guestInformation.adultCount, 2)
    const otherTables = await listOccurrences('yolanda')
    assert.deepEqual(
      expected.filter(table => !otherTables.includes(table)),
      [],
    )

    const { headers, newLead } = { headers: guest.repeated, newLead: guest.newLead }
    const again = await request('POST', '/leads', { headers, body: newLead })
    assert.deepEqual([again.status, again.body.lead.uid], [201, guest.leadUid])
    assert.doesNotMatch(again.text, /zebedee/i)
    receiver.clear()
    await send('POST', `/webhooks/${held}/enable`)
    server.clock.advance(3_600_000)
    receiver.respond(() => ({ status: 200 }))
    await deliverDue(server)
    const sent = JSON.stringify(receiver.received.map(({ text }) => text))
    assert.match(sent, /NEW_INBOX_MESSAGE/)
    assert.doesNotMatch(sent, /zebedee/i)
  })
})

describe('POST /guests/{uid}/erase', () => {
  it('200: a repeated erasure changes and emits nothing', async () => {
    const { guestUid } = await makeGuest('Xavier', '2026-09-04')
    await erase(guestUid)
    const { latestSeq } = await send('GET', `/events?agencyUid=${agencyUid}`)
    const { status, body } = await erase(guestUid)
    assert.equal(status, 200)
    assert.deepEqual(new Set(Object.values(body.guestErasure.erased)), new Set([0]))
    const after = await send('GET', `/events?agencyUid=${agencyUid}`)
    assert.equal(after.latestSeq, latestSeq)
  })

  it('403 to partners and read-only keys, 404 to other agencies: nothing is erased', async () => {
    const { guestUid } = await makeGuest('Wilhelmina', '2026-10-04')
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    const { secret } = await makeKey(server, agencyUid, { readOnly: true })
    const foreign = await makeAgency(server)
    const bearer = { key: '', headers: { authorization: `Bearer ${token}` } }
    const codes = []
    for (const options of [bearer, { key: secret }, { key: foreign.key }]) {
      codes.push((await erase(guestUid, options)).body.code)
    }
    const expected = ['OPERATION_NOT_PERMITTED', 'READ_ONLY_CREDENTIAL', 'GUEST_NOT_FOUND']
    assert.deepEqual(codes, expected)
    assert.equal((await request('GET', `/guests/${guestUid}/export`, bearer)).status, 403)
    const { body } = await request('GET', `/guests/${guestUid}/export`, { key: foreign.key })
    assert.equal(body.code, 'GUEST_NOT_FOUND')
    assert.ok((await listOccurrences('wilhelmina')).includes('leads'))
  })
})

describe('GET /guests/{uid}/export', () => {
  it('200: returns stored data with files as links; none after the erasure', async () => {
    const { guestUid, leadUid } = await makeGuest('Victor', '2026-11-04')
    const { guestExport } = await send('GET', `/guests/${guestUid}/export`)
    const { records, ...about } = guestExport
    assert.partialDeepStrictEqual(about, { guestUid, agencyUid, erasedUtcDateTime: null })
    assert.partialDeepStrictEqual(records.leads, [
      { uid: leadUid, passportId: 'Victor', checkInLocal: '2026-11-04T16:00:00' },
    ])
    assert.equal(records.messages.length, 3)
    const [{ fileUrl }] = records.messageAttachments
    const file = await server.request('GET', fileUrl.replace(server.config.publicUrl, ''))
    assert.equal(file.text, 'Victor file')
    await erase(guestUid)
    const left = await request('GET', `/guests/${guestUid}/export`)
    assert.doesNotMatch(left.text, /victor/i)
    assert.ok(left.body.guestExport.erasedUtcDateTime)
  })
})
