/** contract/general.md §3: personal data of guests, visible or hidden on each surface. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as make from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let leadUid: string
const credentials: Record<string, string> = {}

const person = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  secondary_email: 'b@example.org',
  phone_number: '+44 1',
  cell_phone_number: '+44 2',
  address1: 'St James 1',
  address2: 'Flat 2',
  zip_code: 'SW1Y',
  passport_id: 'P1',
  passport_country_code: 'GB',
  flight_number: 'BA1',
  reason_for_trip: 'Work',
  risk_score: 7,
  notes: 'Late',
  extra_notes: 'VIP',
}
const publicColumns = {
  city: 'London',
  state: 'LDN',
  country_code: 'GB',
  preferred_locale: 'en_GB',
}

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  const property_uid = await make.makeProperty(server, agencyUid)
  const plain = await make.makePartner(server)
  const trusted = await make.makePartner(server)
  const creator = await make.makePartner(server)
  await make.grant(server, { agencyUid, partnerUid: plain.partnerUid, objectUid: property_uid })
  await make.grant(server, {
    agencyUid,
    partnerUid: trusted.partnerUid,
    objectUid: property_uid,
    personalData: true,
  })
  await make.grant(server, { agencyUid, partnerUid: creator.partnerUid, objectUid: property_uid })
  const created_by_partner_uid = creator.partnerUid
  const columns = {
    property_uid,
    created_by_partner_uid,
    ...person,
    ...publicColumns,
    referrer: 'Eve',
  }
  leadUid = await make.makeLead(server, agencyUid, columns)
  await make.makeEmployee(server, agencyUid, { email: 'grace@example.org' })
  credentials['the agency'] = agency.key
  credentials['a partner without personalData'] = await make.makeToken(
    server,
    plain.partnerUid,
    agencyUid,
  )
  credentials['a partner with personalData'] = await make.makeToken(
    server,
    trusted.partnerUid,
    agencyUid,
  )
  credentials['the partner that created the lead'] = await make.makeToken(
    server,
    creator.partnerUid,
    agencyUid,
  )
})

const personalInGuest = [
  ...['firstName', 'lastName', 'email', 'secondaryEmail', 'phoneNumber', 'cellPhoneNumber'],
  ...['address1', 'address2', 'zipCode', 'passportId', 'passportCountryCode', 'flightNumber'],
  ...['reasonForTrip', 'riskScore'],
]
const hiding = 'a partner without personalData'
const seeing = ['the agency', 'a partner with personalData', 'the partner that created the lead']

const get = (path: string, caller: string) =>
  server.request('GET', path, { key: credentials[caller]! })

describe('v3.x REST', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`leaves the keys out for ${hiding} in ${version}`, async () => {
      const one = await get(`/api/${version}/leads/${leadUid}`, hiding)
      const list = await get(`/api/${version}/leads?agencyUid=${agencyUid}`, hiding)
      for (const lead of [one.body.lead, list.body.leads[0]]) {
        const keys = [...Object.keys(lead), ...Object.keys(lead.guestInformation)]
        const visible = keys.filter(key =>
          [...personalInGuest, 'notes', 'extraNotes'].includes(key),
        )
        assert.deepEqual(visible, [])
        assert.equal(lead.guestInformation.city, 'London')
        assert.equal(lead.guestInformation.adultCount, 1)
        assert.equal(lead.referrer, 'Eve')
      }
    })
  }

  for (const caller of seeing) {
    it(`shows them to ${caller}`, async () => {
      const { lead } = (await get(`/api/v3.3/leads/${leadUid}`, caller)).body
      const guest = lead.guestInformation
      assert.deepEqual(
        personalInGuest.filter(key => guest[key] === undefined),
        [],
      )
      assert.deepEqual([guest.firstName, guest.riskScore], ['Ada', 7])
      assert.deepEqual([lead.notes, lead.extraNotes], ['Late', 'VIP'])
    })
  }
})

describe('v2 REST', () => {
  const texts = ['firstName', 'lastName', 'email', 'phoneNumber', 'notes', 'flightNumber']

  it(`returns HIDDEN to ${hiding}, null for a number`, async () => {
    const { body } = await get(`/v2/leads/${leadUid}`, hiding)
    for (const name of [...texts, 'reasonForTrip']) assert.equal(body[name], 'HIDDEN', name)
    assert.equal(body.riskScore, null)
    assert.deepEqual([body.city, body.preferredLocale, body.adultCount], ['London', 'en_GB', 1])
  })

  for (const caller of seeing) {
    it(`shows them to ${caller}`, async () => {
      const { body } = await get(`/v2/leads/${leadUid}`, caller)
      const visible = [body.firstName, body.email, body.notes, body.riskScore]
      assert.deepEqual(visible, ['Ada', 'ada@example.org', 'Late', 7])
    })
  }
})

describe('GraphQL', () => {
  const sendQuery = async (path: string, query: string, caller: string) =>
    (await server.request('POST', path, { key: credentials[caller]!, body: { query } })).body.data

  it('is HIDDEN in the lead query, null for a number', async () => {
    const query = `{ leads(agencyUid: "${agencyUid}") { firstName email riskScore city } }`
    const { leads } = await sendQuery('/v2/leadsql', query, hiding)
    const hidden = { firstName: 'HIDDEN', email: 'HIDDEN', riskScore: null, city: 'London' }
    assert.deepEqual(leads, [hidden])
    const [visible] = (await sendQuery('/v2/leadsql', query, 'the agency')).leads
    assert.deepEqual([visible.firstName, visible.riskScore], ['Ada', 7])
  })

  it('is null in v3.x', async () => {
    const query = `{ leads(agencyUid: "${agencyUid}") { notes
      guestInformation { firstName city } } }`
    const { leads } = await sendQuery('/api/v3.3/graphql', query, hiding)
    assert.deepEqual(leads, [
      { notes: null, guestInformation: { firstName: null, city: 'London' } },
    ])
    const [visible] = (await sendQuery('/api/v3.3/graphql', query, 'the agency')).leads
    assert.deepEqual([visible.notes, visible.guestInformation.firstName], ['Late', 'Ada'])
  })
})

describe("an employee's e-mail address", () => {
  for (const caller of ['the agency', 'a partner with personalData']) {
    it(`is shown to ${caller}`, async () => {
      const { body } = await get(`/api/v3.3/employees?agencyUid=${agencyUid}`, caller)
      assert.equal(body.employees[0].email, 'grace@example.org')
    })
  }

  it(`is absent for ${hiding}`, async () => {
    const { body } = await get(`/api/v3.3/employees?agencyUid=${agencyUid}`, hiding)
    assert.deepEqual(Object.keys(body.employees[0]).includes('email'), false)
    assert.equal(body.employees[0].firstName, 'Grace')
  })
})
