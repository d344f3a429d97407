/** Search by text: contract/resources.md §11.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const other = await make.makeAgency(server)
const barn = await make.makeProperty(server, agencyUid, { name: 'Red Barn', external_id: 'RB-7' })
const byron = await make.makeProperty(server, agencyUid, { name: 'Byron House' })
const hotelUid = await make.makeHotel(server, agencyUid)

const guest = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada.byron@example.org',
  phoneNumber: '+44 20 7946-0000',
  adultCount: 1,
}

async function book(propertyUid: string, guestInformation: object, by = { agencyUid, key }) {
  const stay = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
  const body = { agencyUid: by.agencyUid, propertyUid, status: 'BOOKED', ...stay }
  const leadBody = { ...body, externalBookingId: 'HMX-4', guestInformation }
  const response = await server.request('POST', '/api/v3.3/leads', { key: by.key, body: leadBody })
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid as string
}

const leadUid = await book(barn, guest)
const message = { type: 'EMAIL', leadUid, content: { text: 'Is there a cot?' } }
await server.request('POST', '/api/v3.3/messages/inbound', { key, body: message })
await book(await make.makeProperty(server, other.agencyUid), guest, other)

const search = (query: string, more = '', as = key, headers = {}) => {
  const path = `/api/v3.3/search?agencyUid=${agencyUid}&query=${encodeURIComponent(query)}${more}`
  return server.request('GET', path, { ...(as ? { key: as } : {}), headers })
}

interface Result {
  type: string
  uid: string
  title: string | null
  leadUid: string | null
}

async function results(query: string, more = '', as = key): Promise<string[]> {
  const { status, body, text } = await search(query, more, as)
  assert.equal(status, 200, text)
  return body.results.map(({ type, title }: Result) => `${type} ${title}`)
}

const person = ['LEAD Ada Byron', 'GUEST Ada Byron', 'THREAD Ada Byron']

describe('GET /search', () => {
  it('200: finds guests by prefixes of words, properties by parts of the name', async () => {
    assert.deepEqual(await results('byr'), ['PROPERTY Byron House', ...person])
    assert.deepEqual(await results('BYRON ad'), person)
    assert.deepEqual(await results('arn'), ['PROPERTY Red Barn'])
    assert.deepEqual(await results('rb-7'), ['PROPERTY Red Barn'])
  })

  it('200: finds by email address, phone number, reference and uid', async () => {
    for (const query of ['ada.byron@ex', '+44 20 79', '442079460000', 'hmx-4', "byron' ada"]) {
      assert.deepEqual(await results(query), person, query)
    }
    assert.deepEqual(await results(leadUid), person)
    assert.deepEqual(await results(byron), ['PROPERTY Byron House'])
  })

  it('200: returns only the requested types, at most `_limit` of each', async () => {
    assert.deepEqual(await results('byron', '&types=GUEST,PROPERTY'), [
      'PROPERTY Byron House',
      'GUEST Ada Byron',
    ])
    const [, second] = [await make.makeProperty(server, agencyUid, { name: 'Cot 1' }), 'Cot 2']
    await make.makeProperty(server, agencyUid, { name: second })
    assert.deepEqual(await results('cot', '&_limit=1'), ['PROPERTY Cot 1'])
  })

  it('200: finds a renamed guest by the new name only', async () => {
    const uid = await book(await make.makeProperty(server, agencyUid), {
      ...guest,
      lastName: 'King',
    })
    const body = { guestInformation: { lastName: 'Noel' } }
    await server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body })
    assert.deepEqual(await results('king', '&types=LEAD'), [])
    assert.deepEqual(await results('noel', '&types=LEAD'), ['LEAD Ada Noel'])
  })

  it('200: returns nothing without a word, or for another agency', async () => {
    assert.deepEqual(await results('??'), [])
    assert.deepEqual(await results("') | 'ada'"), await results('ada'))
    const { body } = await search('byron', '', other.key)
    assert.equal(body.code, 'ACCESS_DENIED')
    const query = `a${other.agencyUid.replaceAll('-', '')}`
    assert.deepEqual(await results(query), [])
  })

  it('400: names the invalid parameter', async () => {
    const wrongs: [string, string, string][] = [
      ['a', '', 'INVALID_PARAMETER'],
      ['ada', '&types=DOG', 'INVALID_ENUM_VALUE'],
      ['ada', '&_limit=21', 'INVALID_PARAMETER'],
    ]
    for (const [query, more, code] of wrongs) {
      assert.equal((await search(query, more)).body.code, code)
    }
  })
})

describe('access scope of GET /search', () => {
  async function makePartner(objectUid: string | null, personalData = false): Promise<string> {
    const { partnerUid } = await make.makePartner(server)
    const isHotel = objectUid === hotelUid
    const granted = { objectUid: objectUid ?? hotelUid, isHotel, personalData }
    await make.grant(server, { agencyUid, partnerUid, ...granted })
    return make.makeToken(server, partnerUid, agencyUid)
  }

  it('returns a partner no property without a grant', async () => {
    const token = await makePartner(byron, true)
    assert.deepEqual(await results('byron', '', token), ['PROPERTY Byron House'])
    for (const query of ['ada', 'hmx', leadUid, barn]) {
      assert.deepEqual(await results(query, '', token), [], query)
    }
  })

  it('returns a partner without guest data no leads by guest, and no names', async () => {
    const token = await makePartner(barn)
    for (const query of ['ada', 'byron', '442079', 'hmx ada', 'ada.byron@example.org']) {
      assert.deepEqual(await results(query, '', token), [], query)
    }
    const { body, text } = await search('hmx', '', token)
    const types = body.results.map(({ type, title }: Result) => [type, title])
    assert.deepEqual(types, [
      ['LEAD', null],
      ['THREAD', null],
    ])
    assert.ok(!/Ada|Byron|example/.test(text))
  })

  it('returns a partner with guest data the same results as the agency', async () => {
    assert.deepEqual(await results('ada byr', '', await makePartner(barn, true)), person)
  })

  it('returns webhooks to callers that can list them, by URL, event and description', async () => {
    const webhook = { agencyUid, objectUid: barn, eventType: 'NEW_BOOKING' }
    const callbackUrl = 'https://partner:secret@hooks.example.net/in'
    const body = { ...webhook, callbackUrl, description: 'Door locks' }
    const added = await server.request('POST', '/api/v3.3/webhooks', { key, body })
    assert.equal(added.status, 201, added.text)
    for (const query of ['hooks.example', 'new_book', 'door', added.body.webhook.uid]) {
      assert.deepEqual(await results(query), ['WEBHOOK Door locks'], query)
    }
    assert.deepEqual(await results('secret'), [])
    assert.deepEqual(await results('hooks.example', '', await makePartner(barn, true)), [])
    const visible = { STAFF: 1, READ_ONLY: 1 } as const
    for (const [role, count] of Object.entries(visible)) {
      const { headers } = await makeSignedIn(server, agencyUid, role as keyof typeof visible)
      const { body } = await search('door', '', '', headers)
      assert.equal(body.results.length, count, role)
    }
  })

  it('returns owners only to roles that can read owners; returns cleaners nothing', async () => {
    const owner = { agencyUid, firstName: 'Olga', lastName: 'Owens', email: 'o@owners.example' }
    const body = { ...owner, commissionRate: 0.1 }
    const added = await server.request('POST', '/api/v3.3/owners', { key, body })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(await results('olga'), ['OWNER Olga Owens'])
    assert.deepEqual(await results('olga', '', await makePartner(barn, true)), [])
    const visible = { ADMIN: 1, MANAGER: 1, STAFF: 0, READ_ONLY: 1 } as const
    for (const [role, count] of Object.entries(visible)) {
      const { headers } = await makeSignedIn(server, agencyUid, role as keyof typeof visible)
      const { body } = await search('olga', '', '', headers)
      assert.equal(body.results.length, count, role)
    }
    const cleaner = await makeSignedIn(server, agencyUid, 'CLEANER')
    assert.equal((await search('olga', '', '', cleaner.headers)).status, 403)
  })
})
