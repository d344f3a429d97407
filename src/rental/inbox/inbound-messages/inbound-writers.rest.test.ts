/** Sender and lead of inbound messages: contract/messaging.md §13. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

let guests = 0

/** An agency with a booking of a guest of two addresses. */
async function makeCase() {
  const it = await makeToldCase(server)
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
  const leadOf = async (guest: object) => {
    const { status, body } = await receive(guest)
    assert.equal(status, 201, JSON.stringify(body))
    return body.message.leadUid
  }
  const texts = async (leadUid: string) =>
    (await it.made('GET', `/messages?leadUid=${leadUid}`)).messages
      .map(({ content }: { content: { text: string } }) => content.text)
      .sort()
  const act = (action: string, body: object = {}) =>
    it.made('POST', `/leads/${lead}/${action}`, body)
  return { ...it, email, secondaryEmail, lead, receive, leadOf, texts, act }
}

describe('what comes in from a guest of a lead', () => {
  it('belongs to the lead from both of its addresses, and from one corrected since', async () => {
    const it = await makeCase()
    const { email, secondaryEmail, lead, leadOf } = it
    assert.equal(await leadOf({ email }), lead)
    assert.equal(await leadOf({ email: secondaryEmail.toUpperCase() }), lead)
    const corrected = `new.${email}`
    await it.made('PATCH', `/leads/${lead}`, { guestInformation: { email: corrected } })
    assert.equal(await leadOf({ email: corrected }), lead)
    assert.equal(await leadOf({ email }), lead)
    const threads = (await it.made('GET', `/threads?agencyUid=${it.agencyUid}`)).threads
    assert.equal(threads.length, 1)
  })

  it('belongs to it by an address in the form of a From header', async () => {
    const { email, lead, leadOf } = await makeCase()
    for (const sender of [`Ada B <${email}>`, `"B, Ada" <${email}>`, `  ${email}\t`]) {
      assert.equal(await leadOf({ email: sender }), lead, sender)
    }
  })

  it('400: names no address, or several; of nobody', async () => {
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

describe('what a guest writes', () => {
  it('after a cancellation goes on in the thread, and not into the next booking', async () => {
    const { act, email, lead, leadOf, texts, made, create } = await makeCase()
    await made('POST', '/messages', { type: 'EMAIL', leadUid: lead, content: { text: 'Welcome' } })
    await act('cancel')
    assert.equal(await leadOf({ email }), lead)
    await act('rebook')
    assert.deepEqual(await texts(lead), ['Hi', 'Welcome'])
    const guestInformation = { firstName: 'Ada', email, adultCount: 1 }
    const dates = { checkInLocalDate: '2026-09-04', checkOutLocalDate: '2026-09-08' }
    // The newer of two open leads is meant.
    server.clock.advance(60_000)
    const next = (await create('NEW', { guestInformation, ...dates })).lead.uid
    assert.deepEqual(await texts(next), [])
    assert.equal(await leadOf({ email }), next)
  })

  it('after an inquiry was closed belongs to it, also as the first message', async () => {
    const { create, made, leadOf, texts, email } = await makeCase()
    const asking = `asks.${email}`
    const guestInformation = { firstName: 'Bo', email: asking, adultCount: 1 }
    const { uid } = (await create('NEW', { guestInformation })).lead
    await made('POST', `/leads/${uid}/close`)
    assert.equal(await leadOf({ email: asking }), uid)
    assert.deepEqual(await texts(uid), ['Hi'])
  })
})

describe('a thread that waits without a lead', () => {
  it('is bound to the lead that is reopened', async () => {
    const { agencyUid, lead, act, leadOf, texts } = await makeCase()
    await act('cancel')
    const loose = `loose.${guests}@mail.example`
    assert.equal(await leadOf({ email: loose }), null)
    // As a release before left it: the guest of the lead has a thread that is not the lead's.
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
    await act('rebook')
    assert.deepEqual(await texts(lead), ['Hi'])
  })
})

describe('a message without words', () => {
  const photo = { fileName: 'boiler.jpg', fileType: 'image/jpeg', contentBase64: 'eA==' }

  it('201: has an attachment or a subject, in both directions', async () => {
    const { email, receive, lead, made } = await makeCase()
    for (const body of [
      { content: { text: '' }, attachments: [photo] },
      { content: undefined, attachments: [photo] },
      { content: null, attachments: [photo] },
      { content: { subject: 'Arriving 6pm', text: '' } },
      { content: { subject: 'Arriving 6pm' } },
    ]) {
      const answer = await receive({ email }, body)
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.body.message.content.text, '')
    }
    const sent = { type: 'EMAIL', leadUid: lead, attachments: [photo] }
    assert.equal((await made('POST', '/messages', sent)).message.content.text, '')
  })

  it('400: has none of them', async () => {
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
  it('stays, whichever property the lead goes to', async () => {
    const { agencyUid, lead, act, made } = await makeCase()
    const send = async () => {
      const letter = { type: 'EMAIL', leadUid: lead, content: { text: 'Dear Ada' } }
      return (await made('POST', '/messages', letter)).message.content.subject
    }
    const subject = await send()
    assert.match(subject, /^Your stay at /)
    await act('alteration', { propertyUid: await makeProperty(server, agencyUid, { name: 'Elm' }) })
    assert.equal(await send(), subject)
  })
})
