/** Guests as read and reported by partners: contract/resources.md §8.2. */
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
  const response = await call('POST', '/api/v3.3/leads', as, body)
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid as string
}

async function change(leadUid: string, guestInformation: object, as = key): Promise<void> {
  const response = await call('PATCH', `/api/v3.3/leads/${leadUid}`, as, { guestInformation })
  assert.equal(response.status, 200, response.text)
}

/** Returns the guest of a lead as visible to a caller. */
async function findGuest(leadUid: string, as = key) {
  const [guest] = (await call('GET', `/v2/guests?leadUid=${leadUid}`, as)).body
  return guest
}

let people = 0
const newContact = () => {
  const n = String(++people).padStart(4, '0')
  return { email: `person${n}@example.org`, phoneNumber: `+1 555 010 ${n}` }
}
const rest = { address1: '12 Private Lane', zipCode: '80301', city: 'Boulder', state: 'CO' }

describe('a guest as visible to a partner', () => {
  it('has the details of accessible leads, in every version', async () => {
    const { email, phoneNumber } = newContact()
    const otherGuest = { firstName: 'Victoria', lastName: 'Secret', ...rest, email, phoneNumber }
    const theirLead = await create(otherGuest, key, hidden)
    const blindLead = await create({ phoneNumber, adultCount: 1 }, blind)
    const { uid } = await findGuest(theirLead)
    assert.equal((await findGuest(blindLead)).uid, uid, 'to the agency they are one')
    const own = await findGuest(blindLead, blind)
    const { uid: ownUid, created, leadsUids, ...readDetails } = own
    assert.deepEqual([ownUid, leadsUids], [uid, [blindLead]])
    const nothing = Object.fromEntries(Object.keys(readDetails).map(name => [name, null]))
    assert.deepEqual(readDetails, { ...nothing, phoneNumber })
    const lead = (await call('GET', `/api/v3.3/leads/${blindLead}`, blind)).body.lead
    assert.equal(created, lead.metadata.createdUtcDateTime, 'not since when it is known')
    for (const path of [`/guests/${agencyUid}`, `/guests?agencyUid=${agencyUid}`]) {
      const { text } = await call('GET', `/api/v3.3${path}`, blind)
      assert.ok(text.includes(phoneNumber), path)
      for (const secret of ['Victoria', 'Secret', email, 'Boulder'])
        assert.ok(!text.includes(secret))
    }
    for (const query of [`email=${email}`, 'query=Secret']) {
      const { body } = await call('GET', `/api/v3.3/guests?agencyUid=${agencyUid}&${query}`, blind)
      assert.deepEqual(body.guests, [], query)
    }
  })

  it('has placeholders for hidden details of accessible leads', async () => {
    const { email, phoneNumber } = newContact()
    await create({ email, phoneNumber, firstName: 'Victoria', city: 'Boulder' })
    const blindLead = await create({ phoneNumber }, blind)
    const guest = await findGuest(blindLead, blind)
    const { firstName, email: address, phoneNumber: phone, city, lastName } = guest
    assert.deepEqual(
      [firstName, address, phone, city, lastName],
      ['HIDDEN', 'HIDDEN', phoneNumber, 'Boulder', null],
    )
  })

  it('does not change with inaccessible leads', async () => {
    const { email } = newContact()
    const blindLead = await create({ email, firstName: 'Ada' }, seeing)
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString()
    await create({ email, lastName: 'Byron' }, key, hidden)
    const changed = `/api/v3.3/guests?agencyUid=${agencyUid}&updatedSince=${since}`
    assert.deepEqual((await call('GET', changed, seeing)).body.guests, [])
    assert.equal((await call('GET', changed)).body.guests.length, 1)
    await change(blindLead, { city: 'Rome' }, seeing)
    assert.deepEqual((await call('GET', changed, seeing)).body.guests[0].city, 'Rome')
  })
})

describe('guest details of a partner without access to personal data', () => {
  it('fill missing details and replace none of other sources', async () => {
    const { email } = newContact()
    const otherGuest = await create({ email, firstName: 'Victoria' }, key, hidden)
    const blindLead = { firstName: 'Mallory', cellPhoneNumber: '+1 900 666', city: 'Rome' }
    const lead = await create({ email, ...blindLead }, blind)
    const readDetails = async () => {
      const { firstName, mobileNumber, city } = await findGuest(otherGuest)
      return [firstName, mobileNumber, city]
    }
    assert.deepEqual(await readDetails(), ['Victoria', '+1 900 666', 'Rome'])
    await change(lead, { firstName: 'Mallory!', lastName: 'M' }, blind)
    assert.deepEqual(await readDetails(), ['Victoria', '+1 900 666', 'Rome'])
    await change(otherGuest, { lastName: 'Secret' })
    assert.deepEqual(await readDetails(), ['Victoria', '+1 900 666', 'Rome'])
    assert.equal((await findGuest(otherGuest)).lastName, 'Secret')
  })

  it('are replaced by later details of other sources', async () => {
    const { email } = newContact()
    await create({ email, firstName: 'Vicky', lastName: 'S' }, blind)
    const otherGuest = await create({ email, firstName: 'Victoria' }, key, hidden)
    const lead = await create({ email, firstName: 'Mallory' }, rival)
    const names = async () => {
      const { firstName, lastName } = await findGuest(otherGuest)
      return [firstName, lastName]
    }
    assert.deepEqual(await names(), ['Victoria', 'S'])
    await change(lead, { lastName: 'M' }, rival)
    assert.deepEqual(await names(), ['Victoria', 'S'], 'whoever told it first')
  })

  it('are used and corrected for a guest that only this partner reported', async () => {
    const { email, phoneNumber } = newContact()
    const first = await create({ phoneNumber, firstName: 'Ada' }, blind)
    const second = await create({ email, phoneNumber, firstName: 'Augusta' }, blind)
    const guest = await findGuest(first)
    assert.deepEqual([guest.firstName, guest.email], ['Augusta', email])
    await change(second, { lastName: 'Byron' }, blind)
    assert.deepEqual((await findGuest(first)).lastName, 'Byron')
    await create({ email, firstName: 'Mallory' }, rival)
    assert.equal((await findGuest(first)).firstName, 'Augusta')
  })

  it('do not set the e-mail address for matching', async () => {
    const [{ phoneNumber }, { email }] = [newContact(), newContact()]
    const otherGuest = await create({ phoneNumber, firstName: 'Victoria' }, key, hidden)
    const blindLead = await create({ email, phoneNumber }, blind)
    assert.equal((await findGuest(otherGuest)).email, null)
    assert.notEqual((await findGuest(blindLead)).uid, (await findGuest(otherGuest)).uid)
    const lead = await create({ phoneNumber }, blind)
    assert.equal((await findGuest(lead)).uid, (await findGuest(otherGuest)).uid)
    await change(lead, { email: newContact().email }, blind)
    assert.equal((await findGuest(otherGuest)).email, null)
    const visibleLead = await create({ email: newContact().email, phoneNumber }, seeing)
    assert.equal((await findGuest(visibleLead)).uid, (await findGuest(otherGuest)).uid)
  })
})

describe('a message of a guest', () => {
  const write = async (guest: object, as = key, type = 'EMAIL') => {
    const body = { agencyUid, guest, type, content: { text: 'My door code is 4711' } }
    const response = await call('POST', '/api/v3.3/messages/inbound', as, body)
    assert.equal(response.status, 201, response.text)
    return response.body.message
  }

  it('is not linked to a lead created by a partner without access to personal data', async () => {
    const { email } = newContact()
    const before = await write({ email, firstName: 'Victoria' })
    const blindLead = await create({ email, firstName: 'Mallory' }, blind)
    const { body } = await call('GET', `/api/v3.3/messages/${before.uid}`)
    assert.equal(body.message.leadUid, null)
    assert.equal((await findGuest(blindLead)).firstName, 'Victoria')
    const after = await write({ email })
    assert.deepEqual([after.threadUid, after.leadUid], [before.threadUid, null])
    const { text } = await call('GET', `/api/v3.3/messages?agencyUid=${agencyUid}`, blind)
    assert.ok(!text.includes('4711'))
    const otherGuest = await create({ email }, key, hidden)
    assert.equal((await write({ email })).leadUid, otherGuest)
  })

  it('is linked to the lead of the only partner that reported the guest', async () => {
    const { email } = newContact()
    const blindLead = await create({ email }, blind)
    assert.equal((await write({ email })).leadUid, blindLead)
    const channel = await partner({}, 'AIRBNB')
    const another = newContact()
    const { uid } = await write({ email: another.email }, channel, 'AIRBNB')
    const lead = await create({ email: another.email }, channel)
    const { message } = (await call('GET', `/api/v3.3/messages/${uid}`, channel)).body
    assert.equal(message.leadUid, lead)
  })

  it('is not replied to at an address reported without access to personal data', async () => {
    const { email, phoneNumber } = newContact()
    const { threadUid } = await write({ phoneNumber, firstName: 'Victoria' })
    const channel = await partner({}, 'AIRBNB')
    const mallory = await write({ email, phoneNumber }, channel, 'AIRBNB')
    assert.notEqual(mallory.threadUid, threadUid)
    const letter = { type: 'EMAIL', threadUid, content: { text: 'Hello' } }
    const response = await call('POST', '/api/v3.3/messages', key, letter)
    assert.match(response.body.apiErrorMessage, /has no guest e-mail address/)
  })
})
