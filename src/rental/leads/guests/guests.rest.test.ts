/** Guests: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeLead,
  makeOrder,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { upsertGuests } from '../guest-matching/upsert-guests.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const otherPropertyUid = await makeProperty(server, agencyUid)
const ada = { first_name: 'Ada', last_name: 'Byron', email: 'Ada@Example.org', city: 'London' }
const adaLead = await makeLead(server, agencyUid, { property_uid: propertyUid, ...ada })
const adaSecond = await makeLead(server, agencyUid, {
  property_uid: otherPropertyUid,
  email: 'ada@example.org',
  phone_number: '+1 555 0100',
  cell_phone_number: '+1 555 0101',
  address1: '1 Main St',
  address2: 'Flat 2',
  state: 'CO',
  zip_code: '80014',
})
const boLead = await makeLead(server, agencyUid, {
  property_uid: otherPropertyUid,
  first_name: 'Bo',
})
const ctx = { db: server.database.kysely, clock: server.clock }
const stored = [adaLead, adaSecond, boLead].map(uid => ({ agency_uid: agencyUid, uid }))
await upsertGuests(ctx, stored)

const get = (path: string, as = key) => server.request('GET', path, { key: as })
const listGuestsV33 = (query: string, as = key) =>
  get(`/api/v3.3/guests?agencyUid=${agencyUid}${query}`, as)
const names = ({ body }: { body: { guests: { firstName: string }[] } }) =>
  body.guests.map(({ firstName }) => firstName)

/** Creates a partner with access to the first property only. */
async function partner(options: { personalData?: boolean; access?: 'READ' } = {}) {
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, ...options })
  return makeToken(server, partnerUid, agencyUid)
}
const seeing = await partner({ personalData: true })
const blind = await partner({ access: 'READ' })
const stranger = await makeToken(server, (await makePartner(server)).partnerUid, agencyUid)

const visibleAda = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.org',
  phoneNumber: '+1 555 0100',
  mobileNumber: '+1 555 0101',
  address: '1 Main St',
  address2: 'Flat 2',
  city: 'London',
  state: 'CO',
  zipCode: '80014',
  birthDate: null,
  pictureURL: null,
  linkedinURL: null,
  facebookURL: null,
  skypeID: null,
  favoriteAirline: null,
  profileNotes: null,
}

describe('GET /guests/{agencyUid}', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: returns all guests with every field, newest first`, async () => {
      const { status, body } = await get(`/api/${version}/guests/${agencyUid}?_limit=1`)
      assert.equal(status, 200)
      assert.deepEqual(names({ body }), ['Bo', 'Ada'])
      assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
      const { uid, created, ...shown } = body.guests[1]
      assert.match(uid, /^[0-9a-f-]{36}$/)
      assert.match(created, /^2026-05-10T08:\d\d:\d\d$/)
      assert.deepEqual(shown, visibleAda)
    })
  }

  it('404: rejects an agency that is unknown, foreign or not granted', async () => {
    const foreign = await makeAgency(server)
    for (const uid of [randomUUID(), 'x', foreign.agencyUid]) {
      const { status, body } = await get(`/api/v3.3/guests/${uid}`)
      assert.deepEqual([status, body.code], [404, 'AGENCY_NOT_FOUND'])
    }
    assert.notEqual((await get(`/api/v3.3/guests/${agencyUid}`, stranger)).status, 200)
  })

  it('200: returns to a partner the guests and details of accessible leads', async () => {
    const all = await get(`/api/v3.3/guests/${agencyUid}`, seeing)
    assert.deepEqual(names(all), ['Ada'])
    const { body } = await get(`/api/v3.3/guests/${agencyUid}`, blind)
    assert.deepEqual(
      body.guests.map((guest: object) => Object.keys(guest).sort()),
      [['city', 'created', 'state', 'uid']],
    )
  })
})

describe('GET /guests', () => {
  it('200: returns pages, newest first', async () => {
    const first = (await listGuestsV33('&_limit=1&_total=true')).body
    assert.deepEqual(names({ body: first }), ['Bo'])
    assert.equal(first._metadata.totalCount, 2)
    const second = await listGuestsV33(`&_limit=1&_cursor=${first._paging._nextCursor}`)
    assert.deepEqual(names(second), ['Ada'])
    assert.equal(second.body._paging._nextCursor, null)
  })

  it('200: filters by part of name or e-mail address, or by address, in any case', async () => {
    assert.deepEqual(names(await listGuestsV33('&query=ADA%20BY')), ['Ada'])
    assert.deepEqual(names(await listGuestsV33('&query=example')), ['Ada'])
    assert.deepEqual(names(await listGuestsV33('&query=%25')), [])
    assert.deepEqual(names(await listGuestsV33('&email=ADA@example.org')), ['Ada'])
    assert.deepEqual(names(await listGuestsV33('&email=ada@example')), [])
  })

  it('200: filters by updatedSince, last updated last', async () => {
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString()
    const body = { guestInformation: { city: 'Paris' } }
    await server.request('PATCH', `/api/v3.3/leads/${adaSecond}`, { key, body })
    const updated = (await listGuestsV33(`&updatedSince=${since}`)).body
    assert.deepEqual(names({ body: updated }), ['Ada'])
    assert.equal(updated.guests[0].city, 'Paris')
    assert.deepEqual(updated._metadata.deletedUids, [])
    const back = { guestInformation: { city: null } }
    await server.request('PATCH', `/api/v3.3/leads/${adaSecond}`, { key, body: back })
  })

  it('200: finds no guest by personal data that the caller may not see', async () => {
    assert.equal((await listGuestsV33('', blind)).body.guests.length, 1)
    assert.deepEqual((await listGuestsV33('&query=Ada', blind)).body.guests, [])
    assert.deepEqual((await listGuestsV33('&email=ada@example.org', blind)).body.guests, [])
    assert.deepEqual(names(await listGuestsV33('&email=ada@example.org', seeing)), ['Ada'])
  })

  it('400: rejects a missing agencyUid; 403: another agency; 404: before v3.3', async () => {
    assert.equal((await get('/api/v3.3/guests')).status, 400)
    assert.equal((await get(`/api/v3.3/guests?agencyUid=${randomUUID()}`)).status, 403)
    const old = await get(`/api/v3.2/guests?agencyUid=${agencyUid}`)
    assert.deepEqual([old.status, old.body.apiErrorMessage], [404, 'Unknown api: '])
  })
})

describe('GET /v2/guests', () => {
  it('200: returns a bare array of guests with their leads', async () => {
    const { status, body } = await get(`/v2/guests?agencyUid=${agencyUid}`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ leadsUids }: { leadsUids: string[] }) => leadsUids),
      [[boLead], [adaSecond, adaLead]],
    )
    const { uid: _uid, created: _created, leadsUids: _leads, ...shown } = body[1]
    assert.deepEqual(shown, visibleAda)
  })

  it('200: filters by lead and returns pages', async () => {
    const { body } = await get(`/v2/guests?leadUid=${adaLead}`)
    assert.deepEqual([body.length, body[0].firstName], [1, 'Ada'])
    const page = await get(`/v2/guests?agencyUid=${agencyUid}&limit=1&offset=1`)
    assert.deepEqual([page.body.length, page.body[0].firstName], [1, 'Ada'])
  })

  it('200: returns HIDDEN for personal data and no inaccessible leads to a partner', async () => {
    const { body } = await get(`/v2/guests?agencyUid=${agencyUid}`, blind)
    const [{ firstName, email, birthDate, city, leadsUids }] = body
    assert.deepEqual([firstName, email, birthDate, city], ['HIDDEN', 'HIDDEN', null, 'London'])
    assert.deepEqual(leadsUids, [adaLead])
  })

  it('400, 403, 404: rejects missing, foreign and unknown parameters', async () => {
    assert.equal((await get('/v2/guests')).status, 400)
    assert.equal((await get(`/v2/guests?agencyUid=${randomUUID()}`)).status, 403)
    // A control character is removed, which leaves a text that is not a UUID.
    assert.equal((await get('/v2/guests?agencyUid=%00')).status, 403)
    assert.equal((await get(`/v2/guests?leadUid=${randomUUID()}`)).status, 404)
    assert.equal((await get(`/v2/guests?leadUid=${boLead}`, seeing)).status, 404)
  })
})

describe('GET /orders?guestUid', () => {
  it('200: returns the accessible orders of a guest', async () => {
    const [bo, guest] = (await get(`/api/v3.3/guests/${agencyUid}`)).body.guests
    const ownOrder = await makeOrder(server, agencyUid, adaLead)
    const other = await makeOrder(server, agencyUid, adaSecond)
    const uidsFor = async (as: string) =>
      (await get(`/api/v3.3/orders?guestUid=${guest.uid}`, as)).body.orders.map(
        ({ uid }: { uid: string }) => uid,
      )
    assert.deepEqual((await uidsFor(key)).sort(), [ownOrder, other].sort())
    assert.deepEqual(await uidsFor(seeing), [ownOrder])
    const out = await get(`/api/v3.3/orders?guestUid=${bo.uid}`, seeing)
    assert.deepEqual([out.status, out.body.code], [404, 'GUEST_NOT_FOUND'])
  })
})
