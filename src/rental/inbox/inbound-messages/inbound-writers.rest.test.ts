/** Sender and lead of inbound messages: contract/messaging.md §13. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

let guests = 0

/** Creates an agency with a booking of a guest with two addresses. */
async function makeCase() {
  const it = await makeEventCase(server)
  const name = `guest${++guests}`
  const [email, secondaryEmail] = [`${name}@home.example`, `${name}@work.example`]
  const guestInformation = { firstName: 'Ada', email, secondaryEmail, adultCount: 1 }
  const { uid: lead } = (await it.create('BOOKED', { guestInformation })).lead
  const receive = (guest: object, body: object = {}) =>
    server.request('POST', '/api/v3.3/messages/inbound', {
      key: it.key,
      body: {
        ...{ agencyUid: it.agencyUid, type: 'EMAIL', content: { text: 'Hi' }, guest },
        ...body,
      },
    })
  const receiveInLead = async (guest: object) => {
    const { status, body } = await receive(guest)
    assert.equal(status, 201, JSON.stringify(body))
    return body.message.leadUid
  }
  const texts = async (leadUid: string) =>
    (await it.made('GET', `/messages?leadUid=${leadUid}`)).messages
      .map(({ content }: { content: { text: string } }) => content.text)
      .sort()
  const runAction = (action: string, body: object = {}) =>
    it.made('POST', `/leads/${lead}/${action}`, body)
  return { ...it, email, secondaryEmail, lead, receive, receiveInLead, texts, runAction }
}

describe('an inbound message of a lead’s guest', () => {
  it('belongs to the lead if sent from any of its addresses, even a former one', async () => {
    const it = await makeCase()
    const { email, secondaryEmail, lead, receiveInLead } = it
    assert.equal(await receiveInLead({ email }), lead)
    assert.equal(await receiveInLead({ email: secondaryEmail.toUpperCase() }), lead)
    const corrected = `new.${email}`
    await it.made('PATCH', `/leads/${lead}`, { guestInformation: { email: corrected } })
    assert.equal(await receiveInLead({ email: corrected }), lead)
    assert.equal(await receiveInLead({ email }), lead)
    const threads = (await it.made('GET', `/threads?agencyUid=${it.agencyUid}`)).threads
    assert.equal(threads.length, 1)
  })

  it('belongs to the lead if the address has the form of a From header', async () => {
    const { email, lead, receiveInLead } = await makeCase()
    for (const sender of [`Ada B <${email}>`, `"B, Ada" <${email}>`, `  ${email}\t`]) {
      assert.equal(await receiveInLead({ email: sender }), lead, sender)
    }
  })

  it('400: rejects no address, or several, without a guest', async () => {
    const { receive, email } = await makeCase()
    for (const wrong of [
      'not an email',
      `${email}, b@mail.example`,
      `${email}\nBcc: q@mail.example`,
      `Friends: ${email};`,
      '<>',
    ]) {
      const { status, body } = await receive({ email: wrong })
      const text = "Invalid parameter 'guest.email' must be an e-mail address"
      assert.deepEqual([status, body.apiErrorMessage], [400, text], wrong)
    }
    for (const guest of [{}, { email: '', firstName: ' ' }]) {
      const { status, body } = await receive(guest)
      assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    }
  })
})

describe('a message of a guest', () => {
  it('after a cancellation stays in the thread, instead of that of the next booking', async () => {
    const { runAction, email, lead, receiveInLead, texts, made, create } = await makeCase()
    await made('POST', '/messages', { type: 'EMAIL', leadUid: lead, content: { text: 'Welcome' } })
    await runAction('cancel')
    assert.equal(await receiveInLead({ email }), lead)
    await runAction('rebook')
    assert.deepEqual(await texts(lead), ['Hi', 'Welcome'])
    const guestInformation = { firstName: 'Ada', email, adultCount: 1 }
    const dates = { checkInLocalDate: '2026-09-04', checkOutLocalDate: '2026-09-08' }
    // The newer of two open leads gets the message.
    server.clock.advance(60_000)
    const next = (await create('NEW', { guestInformation, ...dates })).lead.uid
    assert.deepEqual(await texts(next), [])
    assert.equal(await receiveInLead({ email }), next)
  })

  it('after an inquiry was closed belongs to the inquiry, even as the first message', async () => {
    const { create, made, receiveInLead, texts, email } = await makeCase()
    const inquirer = `asks.${email}`
    const guestInformation = { firstName: 'Bo', email: inquirer, adultCount: 1 }
    const { uid } = (await create('NEW', { guestInformation })).lead
    await made('POST', `/leads/${uid}/close`)
    assert.equal(await receiveInLead({ email: inquirer }), uid)
    assert.deepEqual(await texts(uid), ['Hi'])
  })
})

describe('a thread without a lead', () => {
  it('is attached to the reopened lead', async () => {
    const { agencyUid, lead, runAction, receiveInLead, texts } = await makeCase()
    await runAction('cancel')
    const loose = `loose.${guests}@mail.example`
    assert.equal(await receiveInLead({ email: loose }), null)
    // Data of an earlier release: the lead's guest has a thread of another lead.
    const { kysely } = server.database
    const { guest_uid } = await kysely
      .selectFrom('lead_guests')
      .select('guest_uid')
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', lead)
      .executeTakeFirstOrThrow()
    await kysely
      .updateTable('threads')
      .set({ guest_uid })
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', 'is', null)
      .execute()
    await runAction('rebook')
    assert.deepEqual(await texts(lead), ['Hi'])
  })
})

describe('a message without text', () => {
  const photo = { fileName: 'boiler.jpg', fileType: 'image/jpeg', contentBase64: 'eA==' }

  it('201: accepts an attachment or a subject, in both directions', async () => {
    const { email, receive, lead, made } = await makeCase()
    for (const body of [
      { content: { text: '' }, attachments: [photo] },
      { content: undefined, attachments: [photo] },
      { content: null, attachments: [photo] },
      { content: { subject: 'Arriving 6pm', text: '' } },
      { content: { subject: 'Arriving 6pm' } },
    ]) {
      const response = await receive({ email }, body)
      assert.equal(response.status, 201, response.text)
      assert.equal(response.body.message.content.text, '')
    }
    const sent = { type: 'EMAIL', leadUid: lead, attachments: [photo] }
    assert.equal((await made('POST', '/messages', sent)).message.content.text, '')
  })

  it('400: rejects a message without any of them', async () => {
    const { email, receive, lead, key } = await makeCase()
    for (const content of [{}, { text: ' ', subject: ' ' }, null, undefined]) {
      const { status, body } = await receive({ email }, { content, attachments: [] })
      const text = "Invalid parameter 'content.text' must not be null"
      assert.deepEqual([status, body.apiErrorMessage], [400, text])
    }
    const body = { type: 'DIRECT_MESSAGE', leadUid: lead, content: { subject: 'Hello' } }
    const { status } = await server.request('POST', '/api/v3.3/messages', { key, body })
    assert.equal(status, 400)
  })
})

describe('the subject of a thread', () => {
  it('does not change when the lead moves to another property', async () => {
    const { agencyUid, lead, runAction, made } = await makeCase()
    const send = async () => {
      const letter = { type: 'EMAIL', leadUid: lead, content: { text: 'Dear Ada' } }
      return (await made('POST', '/messages', letter)).message.content.subject
    }
    const subject = await send()
    assert.match(subject, /^Your stay at /)
    await runAction('alteration', {
      propertyUid: await makeProperty(server, agencyUid, { name: 'Elm' }),
    })
    assert.equal(await send(), subject)
  })
})
