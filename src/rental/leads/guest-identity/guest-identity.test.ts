/** Who is who: contract/messaging.md §1, resources.md §8.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { findOrMakeGuest } from './find-or-make-guest.ts'
import { guestOfLead } from './keep-guest.ts'
import { keepGuests } from './keep-guests.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '100' })
const other = await makeAgency(server)
const otherPropertyUid = await makeProperty(server, other.agencyUid)
const db = server.database.kysely
const ctx = { db, clock: server.clock }

/** Names, addresses and numbers that no other test uses. */
let people = 0
const fresh = () => {
  const n = String(++people).padStart(4, '0')
  return { email: `Person${n}@Example.org`, phoneNumber: `+1 (555) 010-${n}` }
}

async function create(guestInformation: object, as = { agencyUid, key, propertyUid }) {
  const stay = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
  const of = { agencyUid: as.agencyUid, propertyUid: as.propertyUid }
  const body = { ...of, status: 'NEW', ...stay, guestInformation }
  const answer = await server.request('POST', '/api/v3.3/leads', { key: as.key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead.uid as string
}

async function change(leadUid: string, guestInformation: object): Promise<void> {
  const body = { guestInformation }
  const answer = await server.request('PATCH', `/api/v3.3/leads/${leadUid}`, { key, body })
  assert.equal(answer.status, 200, answer.text)
}

async function guestOf(leadUid: string) {
  return db
    .selectFrom('lead_guests as lg')
    .innerJoin('guests as g', 'g.uid', 'lg.guest_uid')
    .selectAll('g')
    .where('lg.agency_uid', '=', agencyUid)
    .where('g.agency_uid', '=', agencyUid)
    .where('lg.lead_uid', '=', leadUid)
    .executeTakeFirst()
}
const uidOf = async (leadUid: string) => (await guestOf(leadUid))?.uid

const told = ({ email, phoneNumber }: { email: string; phoneNumber: string }) => ({
  email,
  phone_number: phoneNumber,
})

describe('the guest of a new lead', () => {
  it('is known by the e-mail address, in any case', async () => {
    const { email } = fresh()
    const first = await create({ email, phoneNumber: fresh().phoneNumber })
    const second = await create({ email: email.toUpperCase(), phoneNumber: fresh().phoneNumber })
    assert.equal(await uidOf(second), await uidOf(first))
  })

  it('is known by the phone number if either has no e-mail address', async () => {
    const { email, phoneNumber } = fresh()
    const first = await create({ phoneNumber })
    const second = await create({ cellPhoneNumber: phoneNumber.replace(/[^0-9]/g, '') })
    const third = await create({ email, phoneNumber: phoneNumber.replace('+', '00') })
    const fourth = await create({ phoneNumber })
    const uids = await Promise.all([first, second, third, fourth].map(uidOf))
    assert.equal(new Set(uids).size, 1)
    assert.equal((await guestOf(first))?.email, email)
  })

  it('is another with another e-mail address, in spite of one phone number', async () => {
    const { phoneNumber } = fresh()
    const first = await create({ email: fresh().email, phoneNumber })
    const second = await create({ email: fresh().email, phoneNumber })
    assert.notEqual(await uidOf(second), await uidOf(first))
    assert.equal(await uidOf(await create({ phoneNumber })), await uidOf(first))
  })

  it('is another without either, for all of one name, or with a number that is none', async () => {
    const leads = [
      await create({ firstName: 'Sam' }),
      await create({ firstName: 'Sam' }),
      await create({ phoneNumber: '-' }),
      await create({ phoneNumber: '-' }),
    ]
    assert.equal(new Set(await Promise.all(leads.map(uidOf))).size, 4)
  })

  it('is another in another agency', async () => {
    const { email } = fresh()
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

  it('is nobody when nothing is told', async () => {
    assert.equal(await guestOf(await create({ adultCount: 2 })), undefined)
  })
})

describe('what is kept of the guest of new leads', () => {
  it('is what the newest lead says, and what it does not say stays', async () => {
    const { email } = fresh()
    const first = await create({ email, firstName: 'Ada', lastName: 'Byron', city: 'London' })
    await create({ email, firstName: 'Augusta', address1: '12 St James' })
    const guest = (await guestOf(first))!
    const { first_name, last_name, city, address } = guest
    assert.deepEqual(
      [first_name, last_name, city, address],
      ['Augusta', 'Byron', 'London', '12 St James'],
    )
  })

  it('is one, however many leads come at once', async () => {
    const { email } = fresh()
    const leads = await Promise.all(Array.from({ length: 8 }, () => create({ email })))
    assert.equal(new Set(await Promise.all(leads.map(uidOf))).size, 1)
  })
})

describe('the guest of a changed lead', () => {
  it('is the same, corrected, where nobody else has the new address', async () => {
    const [{ email, phoneNumber }, corrected] = [fresh(), fresh()]
    const lead = await create({ email, phoneNumber })
    const uid = await uidOf(lead)
    await change(lead, corrected)
    const guest = (await guestOf(lead))!
    assert.equal(guest.uid, uid)
    assert.deepEqual(told(corrected), { email: guest.email, phone_number: guest.phone_number })
  })

  it('is the one who has the new e-mail address', async () => {
    const [{ email }, known] = [fresh(), fresh()]
    const lead = await create({ email, firstName: 'Bo' })
    const theirs = await create({ email: known.email, lastName: 'Hall' })
    await change(lead, { email: known.email.toLowerCase() })
    assert.equal(await uidOf(lead), await uidOf(theirs))
    assert.equal((await guestOf(lead))?.last_name, 'Hall')
  })

  it('is a new one when the former has other leads, who keep what they said', async () => {
    const [{ email }, another] = [fresh(), fresh()]
    const first = await create({ email, firstName: 'Ada' })
    const second = await create({ email, firstName: 'Bo', city: 'Bern' })
    await change(second, another)
    assert.notEqual(await uidOf(second), await uidOf(first))
    const [one, two] = [await guestOf(first), await guestOf(second)]
    assert.deepEqual([one?.email, one?.first_name, one?.city], [email, 'Ada', null])
    assert.deepEqual([two?.email, two?.first_name, two?.city], [another.email, 'Bo', 'Bern'])
  })

  it('is the same when an e-mail address comes to a phone number', async () => {
    const { email, phoneNumber } = fresh()
    const [first, second] = [await create({ phoneNumber }), await create({ phoneNumber })]
    await change(second, { email })
    assert.equal(await uidOf(second), await uidOf(first))
    assert.equal((await guestOf(first))?.email, email)
  })

  it('is the same when an address is withdrawn, and found by it again', async () => {
    const { email } = fresh()
    const lead = await create({ email, firstName: 'Ada' })
    await change(lead, { email: null })
    assert.equal((await guestOf(lead))?.email, null)
    assert.equal(await uidOf(await create({ email })), await uidOf(lead))
  })

  it('is another with another phone number, if the former has another lead', async () => {
    const [{ phoneNumber }, another] = [fresh(), fresh()]
    const [first, second] = [await create({ phoneNumber }), await create({ phoneNumber })]
    await change(second, { phoneNumber: another.phoneNumber })
    assert.notEqual(await uidOf(second), await uidOf(first))
    assert.equal((await guestOf(first))?.phone_number, phoneNumber)
  })
})

describe('what is kept of the guest of changed leads', () => {
  it('is made when something is told at last', async () => {
    const lead = await create({})
    await change(lead, { firstName: 'Ada' })
    assert.equal((await guestOf(lead))?.first_name, 'Ada')
  })

  it('says no more than the newest of all leads, whichever changes', async () => {
    const { email } = fresh()
    const first = await create({ email, firstName: 'Ada' })
    server.clock.advance(1_000)
    await create({ email, firstName: 'Augusta' })
    await change(first, { firstName: 'A.', lastName: 'Byron' })
    const guest = await guestOf(first)
    assert.deepEqual([guest?.first_name, guest?.last_name], ['Augusta', 'Byron'])
  })
})

describe('leads that no act has stored', () => {
  it('get the guests that they would have got one after the other', async () => {
    const [one, two] = [fresh(), fresh()]
    const rows = [
      { phone_number: one.phoneNumber, first_name: 'Ada', city: 'Rome' },
      { ...told(one), first_name: 'Augusta' },
      { email: two.email, phone_number: one.phoneNumber, first_name: 'Bo' },
      { email: one.email.toLowerCase(), last_name: 'Byron' },
      { phone_number: one.phoneNumber },
      { first_name: 'Cy' },
      { first_name: 'Cy' },
      {},
    ]
    const leads: string[] = []
    for (const row of rows) leads.push(await makeLead(server, agencyUid, row))
    await keepGuests(
      ctx,
      leads.map(uid => ({ agency_uid: agencyUid, uid })),
    )
    const guests = await Promise.all(leads.map(guestOf))
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

  it('have a guest when one is asked for, the silent too, and the same again', async () => {
    const lead = { agency_uid: agencyUid, uid: await makeLead(server, agencyUid) }
    const of = () => db.transaction().execute(db => guestOfLead({ ...ctx, db }, lead))
    const [first, second] = await Promise.all([of(), of()])
    assert.equal(first.uid, second.uid)
    assert.equal(await uidOf(lead.uid), first.uid)
    await change(lead.uid, fresh())
    assert.equal(await uidOf(lead.uid), first.uid)
  })
})

describe('somebody who is named without a lead', () => {
  const nobody = { first_name: null, last_name: null, email: null, phone_number: null }
  const name = (columns: object) =>
    findOrMakeGuest({ ...ctx, caller: systemCaller(agencyUid) }, agencyUid, {
      ...nobody,
      first_name: 'Eve',
      ...columns,
    })

  it('is the guest of that address, who keeps what is known', async () => {
    const guest = fresh()
    const lead = await create({ ...guest, firstName: 'Ada' })
    const { uid } = await name({ email: guest.email.toLowerCase(), last_name: 'Byron' })
    assert.equal(uid, await uidOf(lead))
    const { first_name, last_name } = (await guestOf(lead))!
    assert.deepEqual([first_name, last_name], ['Ada', 'Byron'])
  })

  it('is a new one otherwise, whom a lead finds', async () => {
    const guest = fresh()
    const { uid } = await name(told(guest))
    assert.equal((await name(told(guest))).uid, uid)
    assert.equal(await uidOf(await create(guest)), uid)
    assert.notEqual((await name({})).uid, (await name({})).uid)
  })
})
