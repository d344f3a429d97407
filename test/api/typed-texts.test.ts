/** Texts as people type them: contract/general.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeEventCase } from '../fixtures/events/event-case.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()

async function makeCase() {
  const it = await makeEventCase(server)
  const send = (method: string, path: string, body?: object) =>
    server.request(method, `/api/v3.3${path}`, { key: it.key, ...(body ? { body } : {}) })
  const book = (guestInformation: object, body: object = {}) =>
    send('POST', '/leads', {
      ...{ agencyUid: it.agencyUid, propertyUid: it.propertyUid, status: 'NEW' },
      ...{ checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' },
      guestInformation: { firstName: 'Ada', adultCount: 1, ...guestInformation },
      ...body,
    })
  return { ...it, send, book }
}

describe('a short text', () => {
  it('is stored trimmed, with single blanks and in composed letters', async () => {
    const { book } = await makeCase()
    const guest = {
      ...{
        email: '\tada@mail.example ',
        firstName: ' Zoe\u0308 ',
        lastName: 'van  der\u00a0 Berg',
      },
      phoneNumber: ' +44 20 7946 0000 ',
    }
    const { status, body } = await book(guest, { externalBookingId: ' HMABC123 ' })
    assert.equal(status, 201, JSON.stringify(body))
    const { email, firstName, lastName, phoneNumber } = body.lead.guestInformation
    assert.deepEqual(
      [email, firstName, lastName, phoneNumber, body.lead.externalBookingId],
      ['ada@mail.example', 'Zo\u00eb', 'van der Berg', '+44 20 7946 0000', 'HMABC123'],
    )
  })

  it('is found by a query with blanks at its ends, and by an external id', async () => {
    const { book, made, agencyUid } = await makeCase()
    const { uid } = (await book({ lastName: 'Quillfeather' }, { externalBookingId: 'X9 ' })).body
      .lead
    for (const query of [
      'query=Quillfeather%20',
      'query=Ada%20%20Quillfeather',
      'externalBookingId=X9%20',
    ]) {
      const { leads } = await made('GET', `/leads?agencyUid=${agencyUid}&${query}`)
      assert.deepEqual(
        leads.map((lead: { uid: string }) => lead.uid),
        [uid],
        query,
      )
    }
  })

  it('is trimmed in owners, employees, properties, webhooks and codes, too', async () => {
    const { send, agencyUid, propertyUid } = await makeCase()
    const owner = {
      agencyUid,
      firstName: ' Ada ',
      lastName: ' Reed ',
      email: ' ada@owner.example ',
    }
    const { body } = await send('POST', '/owners', owner)
    assert.deepEqual([body.owner.firstName, body.owner.email], ['Ada', 'ada@owner.example'])
    const patched = await send('PATCH', `/properties/${propertyUid}`, { name: ' Elm  House ' })
    assert.equal(patched.body.property.name, 'Elm House')
    const code = { agencyUid, code: 'SPRING10 ', discountType: 'PERCENT', discountAmount: 10 }
    assert.equal((await send('POST', '/promo-codes', code)).body.promoCode.code, 'SPRING10')
  })

  it('may be a URL of a calendar or a webhook, and blanks alone are no promo code', async () => {
    const { send, book, agencyUid, propertyUid } = await makeCase()
    const url = `https://calendars.example/${'a'.repeat(300)}`
    const { body } = await send('POST', '/icals', { propertyUid, name: 'One ', url: `\t${url} ` })
    assert.deepEqual([body.ical?.name, body.ical?.url], ['One', url], JSON.stringify(body))
    const hook = { agencyUid, eventType: 'NEW_INQUIRY', callbackUrl: ' https://hooks.example/a ' }
    const { webhook } = (await send('POST', '/webhooks', hook)).body
    assert.equal(webhook.callbackUrl, 'https://hooks.example/a')
    for (const promoCode of ['', ' \t']) assert.equal((await book({}, { promoCode })).status, 201)
  })

  it('free texts are as they were sent', async () => {
    const { book } = await makeCase()
    const notes = '  Two  blanks,\n\n a list  '
    assert.equal((await book({}, { notes })).body.lead.notes, notes)
  })
})

describe('texts of several letters', () => {
  it('tags of equal letters are one', async () => {
    const { send, propertyUid } = await makeCase()
    const tags = ['Caf\u00e9', 'Cafe\u0301']
    const { status, body } = await send('POST', '/tags', {
      objectUid: propertyUid,
      objectType: 'PROPERTY',
      tags,
    })
    const text = JSON.stringify(body)
    if (status < 300) assert.equal(text.split('Caf').length, 2, text)
    else assert.fail(text)
  })
})

describe('interpretation of a text', () => {
  it('a wrong date is refused with the expected form, or as a day that does not exist', async () => {
    const { book } = await makeCase()
    const wrong = async (checkInLocalDate: string) =>
      (await book({}, { checkInLocalDate })).body.apiErrorMessage
    assert.match(await wrong('2027-02-29'), /a date such as 2026-07-04.*2027-02-29 does not exist$/)
    assert.match(await wrong('tomorrow'), /a date such as 2026-07-04/)
  })

  it('a time zone is normalized; the country of a property must exist', async () => {
    const { send, propertyUid } = await makeCase()
    const patch = (body: object) => send('PATCH', `/properties/${propertyUid}`, body)
    assert.equal(
      (await patch({ timeZone: 'america/denver' })).body.property.timeZone,
      'America/Denver',
    )
    const { property } = (await patch({ address: { countryCode: 'uk' } })).body
    assert.equal(property.address.countryCode, 'GB')
    assert.equal((await patch({ address: { countryCode: 'XX' } })).status, 400)
  })

  it('a country of a guest refuses no booking: UK is GB, another word is kept and warned of', async () => {
    const { book, send } = await makeCase()
    for (const [sent, stored, warns] of [
      ['UK', 'GB', false],
      ['us ', 'US', false],
      ['zz', 'ZZ', true],
      ['Scotland', 'Scotland', true],
    ] as const) {
      const { status, body, headers } = await book({ countryCode: sent })
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal(body.lead.guestInformation.countryCode, stored)
      const warning = headers.get('x-lodgepole-warning') ?? ''
      assert.equal(/^COUNTRY_UNKNOWN: guestInformation\.countryCode /.test(warning), warns, sent)
      const path = `/leads/${body.lead.uid}`
      const patched = await send('PATCH', path, { guestInformation: { countryCode: sent } })
      assert.equal(patched.status, 200)
    }
  })
})

describe('placeholders and derived names', () => {
  it('placeholder contacts do not merge guests', async () => {
    const { book, made, agencyUid } = await makeCase()
    const placeholders = [
      { email: 'noemail@channel.example' },
      { phoneNumber: '000-000-0000' },
      { email: 'n.a@channel.example' },
    ]
    for (const contact of placeholders) {
      for (const lastName of ['One', 'Two']) {
        const { status } = await book({ ...contact, lastName })
        assert.equal(status, 201)
      }
    }
    const { guests } = await made('GET', `/guests?agencyUid=${agencyUid}&_limit=50`)
    assert.equal(guests.length, 6)
  })

  it('fields with names of other scripts have a variable each; one that is sent has to be free', async () => {
    const { send, agencyUid } = await makeCase()
    const add = (body: object) => send('POST', '/custom-data-fields', { agencyUid, ...body })
    const variables = []
    for (const name of ['鍵', '錠', 'Größe', 'Grüße', 'Key 1', 'Key-1']) {
      const { status, body } = await add({ name })
      assert.equal(status, 201, JSON.stringify(body))
      variables.push(body.customDataField.variable)
    }
    assert.equal(new Set(variables).size, 6)
    assert.deepEqual(variables.slice(0, 2), ['_', '_2'])
    assert.equal((await add({ name: 'Other', variable: '_2' })).status, 409)
  })

  it('attachments have names without folders', async () => {
    const { made, leadIn } = await makeCase()
    const attachments = ['../../etc/passwd', 'C:\\temp\\a.jpg', 'a/'].map(fileName => ({
      ...{ fileName, fileType: 'image/jpeg', contentBase64: 'eA==' },
    }))
    const body = { leadUid: await leadIn('NW'), type: 'WHATSAPP', attachments }
    const { message } = await made('POST', '/messages/inbound', body)
    const names = message.attachments.map(({ fileName }: { fileName: string }) => fileName)
    assert.deepEqual(names, ['passwd', 'a.jpg', 'file'])
  })
})
