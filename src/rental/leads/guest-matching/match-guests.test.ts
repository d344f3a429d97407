/** Guest matching: contract/messaging.md §1, resources.md §8.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { findOrCreateGuest } from './find-or-create-guest.ts'
import { findOrCreateGuestOfLead } from './find-or-create-guest-of-lead.ts'
import { upsertGuests } from './upsert-guests.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '100' })
const other = await makeAgency(server)
const otherPropertyUid = await makeProperty(server, other.agencyUid)
const db = server.database.kysely
const ctx = { db, clock: server.clock }

/** Number of guests so far, which makes their details unique. */
let personCount = 0
const newContact = () => {
  const n = String(++personCount).padStart(4, '0')
  return { email: `Person${n}@Example.org`, phoneNumber: `+1 (555) 010-${n}` }
}

async function create(guestInformation: object, as = { agencyUid, key, propertyUid }) {
  const stay = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const findOrCreate = { agencyUid: as.agencyUid, propertyUid: as.propertyUid }
  const body = { ...findOrCreate, status: 'NEW', ...stay, guestInformation }
  const response = await server.request('POST', '/api/v3.3/leads', { key: as.key, body })
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid as string
}

async function change(leadUid: string, guestInformation: object): Promise<void> {
  const body = { guestInformation }
  const response = await server.request('PATCH', `/api/v3.3/leads/${leadUid}`, { key, body })
  assert.equal(response.status, 200, response.text)
}

async function findGuest(leadUid: string) {
  return db
    .selectFrom('lead_guests as lg')
    .innerJoin('guests as g', 'g.uid', 'lg.guest_uid')
    .selectAll('g')
    .where('lg.agency_uid', '=', agencyUid)
    .where('g.agency_uid', '=', agencyUid)
    .where('lg.lead_uid', '=', leadUid)
    .executeTakeFirst()
}
const findGuestUid = async (leadUid: string) => (await findGuest(leadUid))?.uid

const contactColumns = ({ email, phoneNumber }: { email: string; phoneNumber: string }) => ({
  email,
  phone_number: phoneNumber,
})

describe('the guest of a new lead', () => {
  it('is matched by e-mail address, in any case', async () => {
    const { email } = newContact()
    const first = await create({ email, phoneNumber: newContact().phoneNumber })
    const second = await create({
      email: email.toUpperCase(),
      phoneNumber: newContact().phoneNumber,
    })
    assert.equal(await findGuestUid(second), await findGuestUid(first))
  })

  it('is matched by phone number if either has no e-mail address', async () => {
    const { email, phoneNumber } = newContact()
    const first = await create({ phoneNumber })
    const second = await create({ cellPhoneNumber: phoneNumber.replace(/[^0-9]/g, '') })
    const third = await create({ email, phoneNumber: phoneNumber.replace('+', '00') })
    const fourth = await create({ phoneNumber })
    const uids = await Promise.all([first, second, third, fourth].map(findGuestUid))
    assert.equal(new Set(uids).size, 1)
    assert.equal((await findGuest(first))?.email, email)
  })

  it('is new for another e-mail address, even with the same phone number', async () => {
    const { phoneNumber } = newContact()
    const first = await create({ email: newContact().email, phoneNumber })
    const second = await create({ email: newContact().email, phoneNumber })
    assert.notEqual(await findGuestUid(second), await findGuestUid(first))
    assert.equal(await findGuestUid(await create({ phoneNumber })), await findGuestUid(first))
  })

  it('is new without e-mail address and phone number, even with the same name', async () => {
    const leads = [
      await create({ firstName: 'Sam' }),
      await create({ firstName: 'Sam' }),
      await create({ phoneNumber: '-' }),
      await create({ phoneNumber: '-' }),
    ]
    assert.equal(new Set(await Promise.all(leads.map(findGuestUid))).size, 4)
  })

  it('is new in another agency', async () => {
    const { email } = newContact()
    await create({ email })
    await create({ email }, { ...other, propertyUid: otherPropertyUid })
    const rows = await db
      .selectFrom('guests')
      .select('agency_uid')
      .where('agency_uid', 'in', [agencyUid, other.agencyUid])
      .where('email', '=', email)
      .execute()
    assert.equal(new Set(rows.map(row => row.agency_uid)).size, 2)
  })

  it('is missing if the lead has no guest details', async () => {
    assert.equal(await findGuest(await create({ adultCount: 2 })), undefined)
  })
})

describe('details of the guest of new leads', () => {
  it('are those of the newest lead; missing ones are unchanged', async () => {
    const { email } = newContact()
    const first = await create({ email, firstName: 'Ada', lastName: 'Byron', city: 'London' })
    await create({ email, firstName: 'Augusta', address1: '12 St James' })
    const guest = (await findGuest(first))!
    const { first_name, last_name, city, address } = guest
    assert.deepEqual(
      [first_name, last_name, city, address],
      ['Augusta', 'Byron', 'London', '12 St James'],
    )
  })

  it('are of one guest for many concurrent leads', async () => {
    const { email } = newContact()
    const leads = await Promise.all(Array.from({ length: 8 }, () => create({ email })))
    assert.equal(new Set(await Promise.all(leads.map(findGuestUid))).size, 1)
  })
})

describe('the guest of a changed lead', () => {
  it('is corrected if no other guest has the new address', async () => {
    const [{ email, phoneNumber }, corrected] = [newContact(), newContact()]
    const lead = await create({ email, phoneNumber })
    const uid = await findGuestUid(lead)
    await change(lead, corrected)
    const guest = (await findGuest(lead))!
    assert.equal(guest.uid, uid)
    assert.deepEqual(contactColumns(corrected), {
      email: guest.email,
      phone_number: guest.phone_number,
    })
  })

  it('is the guest with the new e-mail address', async () => {
    const [{ email }, knownContact] = [newContact(), newContact()]
    const lead = await create({ email, firstName: 'Bo' })
    const otherLead = await create({ email: knownContact.email, lastName: 'Hall' })
    await change(lead, { email: knownContact.email.toLowerCase() })
    assert.equal(await findGuestUid(lead), await findGuestUid(otherLead))
    assert.equal((await findGuest(lead))?.last_name, 'Hall')
  })

  it('is a new one if the former guest has other leads, which are unchanged', async () => {
    const [{ email }, another] = [newContact(), newContact()]
    const first = await create({ email, firstName: 'Ada' })
    const second = await create({ email, firstName: 'Bo', city: 'Bern' })
    await change(second, another)
    assert.notEqual(await findGuestUid(second), await findGuestUid(first))
    const [one, two] = [await findGuest(first), await findGuest(second)]
    assert.deepEqual([one?.email, one?.first_name, one?.city], [email, 'Ada', null])
    assert.deepEqual([two?.email, two?.first_name, two?.city], [another.email, 'Bo', 'Bern'])
  })

  it('is the same if an e-mail address is added to a phone number', async () => {
    const { email, phoneNumber } = newContact()
    const [first, second] = [await create({ phoneNumber }), await create({ phoneNumber })]
    await change(second, { email })
    assert.equal(await findGuestUid(second), await findGuestUid(first))
    assert.equal((await findGuest(first))?.email, email)
  })

  it('is the same if an address is removed, and still matched by it', async () => {
    const { email } = newContact()
    const lead = await create({ email, firstName: 'Ada' })
    await change(lead, { email: null })
    assert.equal((await findGuest(lead))?.email, null)
    assert.equal(await findGuestUid(await create({ email })), await findGuestUid(lead))
  })

  it('is another one with another phone number, if the former guest has another lead', async () => {
    const [{ phoneNumber }, another] = [newContact(), newContact()]
    const [first, second] = [await create({ phoneNumber }), await create({ phoneNumber })]
    await change(second, { phoneNumber: another.phoneNumber })
    assert.notEqual(await findGuestUid(second), await findGuestUid(first))
    assert.equal((await findGuest(first))?.phone_number, phoneNumber)
  })
})

describe('details of the guest of changed leads', () => {
  it('are inserted with the first guest details', async () => {
    const lead = await create({})
    await change(lead, { firstName: 'Ada' })
    assert.equal((await findGuest(lead))?.first_name, 'Ada')
  })

  it('are those of the newest lead, whichever lead changes', async () => {
    const { email } = newContact()
    const first = await create({ email, firstName: 'Ada' })
    server.clock.advance(1_000)
    await create({ email, firstName: 'Augusta' })
    await change(first, { firstName: 'A.', lastName: 'Byron' })
    const guest = await findGuest(first)
    assert.deepEqual([guest?.first_name, guest?.last_name], ['Augusta', 'Byron'])
  })
})

describe('imported leads', () => {
  it('get the same guests as if inserted one after the other', async () => {
    const [one, two] = [newContact(), newContact()]
    const rows = [
      { phone_number: one.phoneNumber, first_name: 'Ada', city: 'Rome' },
      { ...contactColumns(one), first_name: 'Augusta' },
      { email: two.email, phone_number: one.phoneNumber, first_name: 'Bo' },
      { email: one.email.toLowerCase(), last_name: 'Byron' },
      { phone_number: one.phoneNumber },
      { first_name: 'Cy' },
      { first_name: 'Cy' },
      {},
    ]
    const leads: string[] = []
    for (const row of rows) leads.push(await makeLead(server, agencyUid, row))
    await upsertGuests(
      ctx,
      leads.map(uid => ({ agency_uid: agencyUid, uid })),
    )
    const guests = await Promise.all(leads.map(findGuest))
    const uids = guests.map(guest => guest?.uid)
    assert.deepEqual(
      uids.map(uid => uids.indexOf(uid)),
      [0, 0, 2, 0, 0, 5, 6, 7],
    )
    assert.equal(uids[7], undefined)
    const { first_name, last_name, email, city } = guests[0]!
    assert.deepEqual([first_name, last_name, city], ['Augusta', 'Byron', 'Rome'])
    assert.equal(email, one.email.toLowerCase())
  })

  it('have a guest on request, even without guest details, and the same one again', async () => {
    const lead = { agency_uid: agencyUid, uid: await makeLead(server, agencyUid) }
    const findOrCreate = () =>
      db.transaction().execute(db => findOrCreateGuestOfLead({ ...ctx, db }, lead))
    const [first, second] = await Promise.all([findOrCreate(), findOrCreate()])
    assert.equal(first.uid, second.uid)
    assert.equal(await findGuestUid(lead.uid), first.uid)
    await change(lead.uid, newContact())
    assert.equal(await findGuestUid(lead.uid), first.uid)
  })
})

describe('a person without a lead', () => {
  const nobody = { first_name: null, last_name: null, email: null, phone_number: null }
  const name = (columns: object) =>
    findOrCreateGuest({ ...ctx, caller: systemCaller(agencyUid) }, agencyUid, {
      ...nobody,
      first_name: 'Eve',
      ...columns,
    })

  it('is the guest with that address, whose details are unchanged', async () => {
    const guest = newContact()
    const lead = await create({ ...guest, firstName: 'Ada' })
    const { uid } = await name({ email: guest.email.toLowerCase(), last_name: 'Byron' })
    assert.equal(uid, await findGuestUid(lead))
    const { first_name, last_name } = (await findGuest(lead))!
    assert.deepEqual([first_name, last_name], ['Ada', 'Byron'])
  })

  it('is a new guest otherwise, matched by later leads', async () => {
    const guest = newContact()
    const { uid } = await name(contactColumns(guest))
    assert.equal((await name(contactColumns(guest))).uid, uid)
    assert.equal(await findGuestUid(await create(guest)), uid)
    assert.notEqual((await name({})).uid, (await name({})).uid)
  })
})
