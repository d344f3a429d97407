/** Finding things by a few words: contract/resources.md §11.2. */
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
  const told = { ...body, externalBookingId: 'HMX-4', guestInformation }
  const answer = await server.request('POST', '/api/v3.3/leads', { key: by.key, body: told })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead.uid as string
}

const leadUid = await book(barn, guest)
const asked = { type: 'EMAIL', leadUid, content: { text: 'Is there a cot?' } }
await server.request('POST', '/api/v3.3/messages/inbound', { key, body: asked })
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

async function found(query: string, more = '', as = key): Promise<string[]> {
  const { status, body, text } = await search(query, more, as)
  assert.equal(status, 200, text)
  return body.results.map(({ type, title }: Result) => `${type} ${title}`)
}

const person = ['LEAD Ada Byron', 'GUEST Ada Byron', 'THREAD Ada Byron']

describe('GET /search', () => {
  it('200: finds a guest by beginnings of words, and houses by parts, each by type', async () => {
    assert.deepEqual(await found('byr'), ['PROPERTY Byron House', ...person])
    assert.deepEqual(await found('BYRON ad'), person)
    assert.deepEqual(await found('arn'), ['PROPERTY Red Barn'])
    assert.deepEqual(await found('rb-7'), ['PROPERTY Red Barn'])
  })

  it('200: by e-mail address, phone number, reference and uid', async () => {
    for (const query of ['ada.byron@ex', '+44 20 79', '442079460000', 'hmx-4', "byron' ada"]) {
      assert.deepEqual(await found(query), person, query)
    }
    assert.deepEqual(await found(leadUid), person)
    assert.deepEqual(await found(byron), ['PROPERTY Byron House'])
  })

  it('200: only of the types that are asked for, at most `_limit` of each', async () => {
    assert.deepEqual(await found('byron', '&types=GUEST,PROPERTY'), [
      'PROPERTY Byron House',
      'GUEST Ada Byron',
    ])
    const [, second] = [await make.makeProperty(server, agencyUid, { name: 'Cot 1' }), 'Cot 2']
    await make.makeProperty(server, agencyUid, { name: second })
    assert.deepEqual(await found('cot', '&_limit=1'), ['PROPERTY Cot 1'])
  })

  it('200: finds who is called otherwise now by the new name alone', async () => {
    const uid = await book(await make.makeProperty(server, agencyUid), {
      ...guest,
      lastName: 'King',
    })
    const body = { guestInformation: { lastName: 'Noel' } }
    await server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body })
    assert.deepEqual(await found('king', '&types=LEAD'), [])
    assert.deepEqual(await found('noel', '&types=LEAD'), ['LEAD Ada Noel'])
  })

  it('200: nothing for what has no word, or another agency has', async () => {
    assert.deepEqual(await found('??'), [])
    assert.deepEqual(await found("') | 'ada'"), await found('ada'))
    const { body } = await search('byron', '', other.key)
    assert.equal(body.code, 'ACCESS_DENIED')
    const word = `a${other.agencyUid.replaceAll('-', '')}`
    assert.deepEqual(await found(word), [])
  })

  it('400: names what is wrong', async () => {
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

describe('what GET /search tells whom', () => {
  async function partnerOf(objectUid: string | null, personalData = false): Promise<string> {
    const { partnerUid } = await make.makePartner(server)
    const isHotel = objectUid === hotelUid
    const granted = { objectUid: objectUid ?? hotelUid, isHotel, personalData }
    await make.grant(server, { agencyUid, partnerUid, ...granted })
    return make.makeToken(server, partnerUid, agencyUid)
  }

  it('a partner nothing of houses that it was not granted', async () => {
    const token = await partnerOf(byron, true)
    assert.deepEqual(await found('byron', '', token), ['PROPERTY Byron House'])
    for (const query of ['ada', 'hmx', leadUid, barn]) {
      assert.deepEqual(await found(query, '', token), [], query)
    }
  })

  it('a partner without guests’ data no lead by them, and no name by the reference', async () => {
    const token = await partnerOf(barn)
    for (const query of ['ada', 'byron', '442079', 'hmx ada', 'ada.byron@example.org']) {
      assert.deepEqual(await found(query, '', token), [], query)
    }
    const { body, text } = await search('hmx', '', token)
    const types = body.results.map(({ type, title }: Result) => [type, title])
    assert.deepEqual(types, [
      ['LEAD', null],
      ['THREAD', null],
    ])
    assert.ok(!/Ada|Byron|example/.test(text))
  })

  it('a partner with guests’ data what the agency finds there', async () => {
    assert.deepEqual(await found('ada byr', '', await partnerOf(barn, true)), person)
  })

  it('webhooks to those who list them, by their address, event and description', async () => {
    const webhook = { agencyUid, objectUid: barn, eventType: 'NEW_BOOKING' }
    const callbackUrl = 'https://partner:secret@hooks.example.net/in'
    const body = { ...webhook, callbackUrl, description: 'Door locks' }
    const added = await server.request('POST', '/api/v3.3/webhooks', { key, body })
    assert.equal(added.status, 201, added.text)
    for (const query of ['hooks.example', 'new_book', 'door', added.body.webhook.uid]) {
      assert.deepEqual(await found(query), ['WEBHOOK Door locks'], query)
    }
    assert.deepEqual(await found('secret'), [])
    assert.deepEqual(await found('hooks.example', '', await partnerOf(barn, true)), [])
    const seen = { STAFF: 1, READ_ONLY: 1 } as const
    for (const [role, count] of Object.entries(seen)) {
      const { headers } = await makeSignedIn(server, agencyUid, role as keyof typeof seen)
      const { body } = await search('door', '', '', headers)
      assert.equal(body.results.length, count, role)
    }
  })

  it('owners to those who read owners only; cleaners nothing at all', async () => {
    const owner = { agencyUid, firstName: 'Olga', lastName: 'Owens', email: 'o@owners.example' }
    const body = { ...owner, commissionRate: 0.1 }
    const added = await server.request('POST', '/api/v3.3/owners', { key, body })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(await found('olga'), ['OWNER Olga Owens'])
    assert.deepEqual(await found('olga', '', await partnerOf(barn, true)), [])
    const seen = { ADMIN: 1, MANAGER: 1, STAFF: 0, READ_ONLY: 1 } as const
    for (const [role, count] of Object.entries(seen)) {
      const { headers } = await makeSignedIn(server, agencyUid, role as keyof typeof seen)
      const { body } = await search('olga', '', '', headers)
      assert.equal(body.results.length, count, role)
    }
    const cleaner = await makeSignedIn(server, agencyUid, 'CLEANER')
    assert.equal((await search('olga', '', '', cleaner.headers)).status, 403)
  })
})
