/** What partners see of guests, and make of them: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const [granted, hidden] = [
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
]

async function partner(options: { personalData?: boolean } = {}, channel?: string) {
  const { partnerUid } = await makePartner(server)
  if (channel) {
    const kind = { kind: 'CHANNEL', channel }
    const partners = server.database.kysely.updateTable('partners').set(kind)
    await partners.where('partner_uid', '=', partnerUid).execute()
  }
  await grant(server, { agencyUid, partnerUid, objectUid: granted, ...options })
  return makeToken(server, partnerUid, agencyUid)
}
const blind = await partner()
const rival = await partner()
const seeing = await partner({ personalData: true })

const call = (method: string, path: string, as = key, body?: object) =>
  server.request(method, path, { key: as, body })

async function create(guestInformation: object, as = key, propertyUid = granted) {
  server.clock.advance(1_000)
  const stay = { checkInLocalDate: '2027-09-01', checkOutLocalDate: '2027-09-05' }
  const body = { ...stay, agencyUid, propertyUid, status: 'NEW', guestInformation }
  const answer = await call('POST', '/api/v3.3/leads', as, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead.uid as string
}

async function change(leadUid: string, guestInformation: object, as = key): Promise<void> {
  const answer = await call('PATCH', `/api/v3.3/leads/${leadUid}`, as, { guestInformation })
  assert.equal(answer.status, 200, answer.text)
}

/** The guest of a lead, as somebody sees it. */
async function guestOf(leadUid: string, as = key) {
  const [guest] = (await call('GET', `/v2/guests?leadUid=${leadUid}`, as)).body
  return guest
}

let people = 0
const fresh = () => {
  const n = String(++people).padStart(4, '0')
  return { email: `person${n}@example.org`, phoneNumber: `+1 555 010 ${n}` }
}
const rest = { address1: '12 Private Lane', zipCode: '80301', city: 'Boulder', state: 'CO' }

describe('what a partner sees of a guest', () => {
  it('is what the leads within its reach tell, in every version', async () => {
    const { email, phoneNumber } = fresh()
    const theirs = { firstName: 'Victoria', lastName: 'Secret', ...rest, email, phoneNumber }
    const theirLead = await create(theirs, key, hidden)
    const mine = await create({ phoneNumber, adultCount: 1 }, blind)
    const { uid } = await guestOf(theirLead)
    assert.equal((await guestOf(mine)).uid, uid, 'to the agency they are one')
    const own = await guestOf(mine, blind)
    const { uid: ownUid, created, leadsUids, ...told } = own
    assert.deepEqual([ownUid, leadsUids], [uid, [mine]])
    const nothing = Object.fromEntries(Object.keys(told).map(name => [name, null]))
    assert.deepEqual(told, { ...nothing, phoneNumber })
    const lead = (await call('GET', `/api/v3.3/leads/${mine}`, blind)).body.lead
    assert.equal(created, lead.metadata.createdUtcDateTime, 'not since when it is known')
    for (const path of [`/guests/${agencyUid}`, `/guests?agencyUid=${agencyUid}`]) {
      const { text } = await call('GET', `/api/v3.3${path}`, blind)
      assert.ok(text.includes(phoneNumber), path)
      for (const word of ['Victoria', 'Secret', email, 'Boulder']) assert.ok(!text.includes(word))
    }
    for (const query of [`email=${email}`, 'query=Secret']) {
      const { body } = await call('GET', `/api/v3.3/guests?agencyUid=${agencyUid}&${query}`, blind)
      assert.deepEqual(body.guests, [], query)
    }
  })

  it('has what is hidden as such, where another lead within reach tells it', async () => {
    const { email, phoneNumber } = fresh()
    await create({ email, phoneNumber, firstName: 'Victoria', city: 'Boulder' })
    const mine = await create({ phoneNumber }, blind)
    const guest = await guestOf(mine, blind)
    const { firstName, email: address, phoneNumber: phone, city, lastName } = guest
    assert.deepEqual(
      [firstName, address, phone, city, lastName],
      ['HIDDEN', 'HIDDEN', phoneNumber, 'Boulder', null],
    )
  })

  it('does not change with what changes out of reach', async () => {
    const { email } = fresh()
    const mine = await create({ email, firstName: 'Ada' }, seeing)
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString()
    await create({ email, lastName: 'Byron' }, key, hidden)
    const changed = `/api/v3.3/guests?agencyUid=${agencyUid}&updatedSince=${since}`
    assert.deepEqual((await call('GET', changed, seeing)).body.guests, [])
    assert.equal((await call('GET', changed)).body.guests.length, 1)
    await change(mine, { city: 'Rome' }, seeing)
    assert.deepEqual((await call('GET', changed, seeing)).body.guests[0].city, 'Rome')
  })
})

describe('what a partner without personal data tells of a guest', () => {
  it('adds what is missing, and replaces nothing that others told', async () => {
    const { email } = fresh()
    const theirs = await create({ email, firstName: 'Victoria' }, key, hidden)
    const mine = { firstName: 'Mallory', cellPhoneNumber: '+1 900 666', city: 'Rome' }
    const lead = await create({ email, ...mine }, blind)
    const told = async () => {
      const { firstName, mobileNumber, city } = await guestOf(theirs)
      return [firstName, mobileNumber, city]
    }
    assert.deepEqual(await told(), ['Victoria', '+1 900 666', 'Rome'])
    await change(lead, { firstName: 'Mallory!', lastName: 'M' }, blind)
    assert.deepEqual(await told(), ['Victoria', '+1 900 666', 'Rome'])
    await change(theirs, { lastName: 'Secret' })
    assert.deepEqual(await told(), ['Victoria', '+1 900 666', 'Rome'])
    assert.equal((await guestOf(theirs)).lastName, 'Secret')
  })

  it('is replaced by what others tell later', async () => {
    const { email } = fresh()
    await create({ email, firstName: 'Vicky', lastName: 'S' }, blind)
    const theirs = await create({ email, firstName: 'Victoria' }, key, hidden)
    const lead = await create({ email, firstName: 'Mallory' }, rival)
    const names = async () => {
      const { firstName, lastName } = await guestOf(theirs)
      return [firstName, lastName]
    }
    assert.deepEqual(await names(), ['Victoria', 'S'])
    await change(lead, { lastName: 'M' }, rival)
    assert.deepEqual(await names(), ['Victoria', 'S'], 'whoever told it first')
  })

  it('is heard of a guest whom it alone told of, also when it corrects that', async () => {
    const { email, phoneNumber } = fresh()
    const first = await create({ phoneNumber, firstName: 'Ada' }, blind)
    const second = await create({ email, phoneNumber, firstName: 'Augusta' }, blind)
    const guest = await guestOf(first)
    assert.deepEqual([guest.firstName, guest.email], ['Augusta', email])
    await change(second, { lastName: 'Byron' }, blind)
    assert.deepEqual((await guestOf(first)).lastName, 'Byron')
    await create({ email, firstName: 'Mallory' }, rival)
    assert.equal((await guestOf(first)).firstName, 'Augusta')
  })

  it('makes nobody known by an e-mail address', async () => {
    const [{ phoneNumber }, { email }] = [fresh(), fresh()]
    const theirs = await create({ phoneNumber, firstName: 'Victoria' }, key, hidden)
    const mine = await create({ email, phoneNumber }, blind)
    assert.equal((await guestOf(theirs)).email, null)
    assert.notEqual((await guestOf(mine)).uid, (await guestOf(theirs)).uid)
    const lead = await create({ phoneNumber }, blind)
    assert.equal((await guestOf(lead)).uid, (await guestOf(theirs)).uid)
    await change(lead, { email: fresh().email }, blind)
    assert.equal((await guestOf(theirs)).email, null)
    const seen = await create({ email: fresh().email, phoneNumber }, seeing)
    assert.equal((await guestOf(seen)).uid, (await guestOf(theirs)).uid)
  })
})

describe('what a guest writes', () => {
  const write = async (guest: object, as = key, type = 'EMAIL') => {
    const body = { agencyUid, guest, type, content: { text: 'My door code is 4711' } }
    const answer = await call('POST', '/api/v3.3/messages/inbound', as, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.message
  }

  it('does not come to a lead that a partner without personal data made in its name', async () => {
    const { email } = fresh()
    const before = await write({ email, firstName: 'Victoria' })
    const mine = await create({ email, firstName: 'Mallory' }, blind)
    const { body } = await call('GET', `/api/v3.3/messages/${before.uid}`)
    assert.equal(body.message.leadUid, null)
    assert.equal((await guestOf(mine)).firstName, 'Victoria')
    const after = await write({ email })
    assert.deepEqual([after.threadUid, after.leadUid], [before.threadUid, null])
    const { text } = await call('GET', `/api/v3.3/messages?agencyUid=${agencyUid}`, blind)
    assert.ok(!text.includes('4711'))
    const theirs = await create({ email }, key, hidden)
    assert.equal((await write({ email })).leadUid, theirs)
  })

  it('comes to the lead of the partner that alone told of the guest', async () => {
    const { email } = fresh()
    const mine = await create({ email }, blind)
    assert.equal((await write({ email })).leadUid, mine)
    const channel = await partner({}, 'AIRBNB')
    const another = fresh()
    const { uid } = await write({ email: another.email }, channel, 'AIRBNB')
    const lead = await create({ email: another.email }, channel)
    const { message } = (await call('GET', `/api/v3.3/messages/${uid}`, channel)).body
    assert.equal(message.leadUid, lead)
  })

  it('is not answered to an address that a channel without personal data brings', async () => {
    const { email, phoneNumber } = fresh()
    const { threadUid } = await write({ phoneNumber, firstName: 'Victoria' })
    const channel = await partner({}, 'AIRBNB')
    const mallory = await write({ email, phoneNumber }, channel, 'AIRBNB')
    assert.notEqual(mallory.threadUid, threadUid)
    const letter = { type: 'EMAIL', threadUid, content: { text: 'Hello' } }
    const answer = await call('POST', '/api/v3.3/messages', key, letter)
    assert.match(answer.body.apiErrorMessage, /has no guest e-mail address/)
  })
})
