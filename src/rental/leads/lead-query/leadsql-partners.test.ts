import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const longAgo = new Date('2026-01-01T00:00:00Z')

const cedar = await makeAgency(server)
const harbor = await makeAgency(server, { name: 'Harbor Homes' })
const stranger = await makeAgency(server, { name: 'No grants' })

const hotelUid = '0197a000-7777-7bbb-8ccc-000000000001'
await db
  .insertInto('hotels')
  .values({
    agency_uid: cedar.agencyUid,
    uid: hotelUid,
    name: 'Hotel',
    time_zone: 'America/Denver',
    created_at: longAgo,
    updated_at: longAgo,
  })
  .execute()

const plainUid = await makeProperty(server, cedar.agencyUid)
const personalUid = await makeProperty(server, cedar.agencyUid)
const secretUid = await makeProperty(server, cedar.agencyUid)
const typeUid = await makeProperty(server, cedar.agencyUid, { hotel_uid: hotelUid })
const ownTypeUid = await makeProperty(server, cedar.agencyUid, { hotel_uid: hotelUid })
const harborUid = await makeProperty(server, harbor.agencyUid)
const harborSecretUid = await makeProperty(server, harbor.agencyUid)
const strangerUid = await makeProperty(server, stranger.agencyUid)

const partner = await makePartner(server)
const { partnerUid } = partner
await grant(server, { agencyUid: cedar.agencyUid, partnerUid, objectUid: plainUid })
await grant(server, {
  agencyUid: cedar.agencyUid,
  partnerUid,
  objectUid: personalUid,
  personalData: true,
  access: 'READ',
})
await grant(server, {
  agencyUid: cedar.agencyUid,
  partnerUid,
  objectUid: hotelUid,
  personalData: true,
  isHotel: true,
})
await grant(server, {
  agencyUid: cedar.agencyUid,
  partnerUid,
  objectUid: ownTypeUid,
  personalData: false,
})
await grant(server, { agencyUid: harbor.agencyUid, partnerUid, objectUid: harborUid })

const graceUid = await makeEmployee(server, cedar.agencyUid)
const guest = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  phone_number: '1',
  notes: 'Late',
  flight_number: 'BA 1',
  reason_for_trip: 'Sun',
  risk_score: 7,
  city: 'London',
  state: 'X',
  preferred_currency: 'GBP',
  preferred_locale: 'en_GB',
  assignee_uid: graceUid,
}
const inPlain = await makeLead(server, cedar.agencyUid, { property_uid: plainUid, ...guest })
const inPersonal = await makeLead(server, cedar.agencyUid, { property_uid: personalUid, ...guest })
const inType = await makeLead(server, cedar.agencyUid, { property_uid: typeUid, ...guest })
const inOwnType = await makeLead(server, cedar.agencyUid, { property_uid: ownTypeUid, ...guest })
const byPartner = { property_uid: plainUid, created_by_partner_uid: partnerUid, ...guest }
const ownInPlain = await makeLead(server, cedar.agencyUid, byPartner)
const empty = await makeLead(server, cedar.agencyUid, { property_uid: plainUid })
await makeLead(server, cedar.agencyUid, { property_uid: secretUid, ...guest })
await makeLead(server, cedar.agencyUid, { created_by_partner_uid: partnerUid })
const inHarbor = await makeLead(server, harbor.agencyUid, { property_uid: harborUid })
await makeLead(server, harbor.agencyUid, { property_uid: harborSecretUid })
await makeLead(server, stranger.agencyUid, { property_uid: strangerUid })

const token = await makeToken(server, partnerUid, cedar.agencyUid)
const credentials = { 'an access token': token, 'a partner key': partner.key }

const uids = (leads: { uid: string }[]) => leads.map(({ uid }) => uid)
const query = async (key: string, document: string) => (await leadQuery(server, key, document)).body

for (const [name, key] of Object.entries(credentials)) {
  describe(`leads for ${name}`, () => {
    it('agencyUid: lists leads of accessible properties, none without property', async () => {
      const { data } = await query(key, `{ leads(agencyUid: "${cedar.agencyUid}") { uid } }`)
      const expected = [empty, ownInPlain, inOwnType, inType, inPersonal, inPlain]
      assert.deepEqual(uids(data.leads), expected)
    })

    for (const [form, uid] of [
      ['propertyUid', plainUid],
      ['propertyUid', typeUid],
    ] as const) {
      it(`${form}: lists leads of a ${uid === plainUid ? 'property' : 'hotel'}`, async () => {
        const { data, errors } = await query(key, `{ leads(propertyUid: "${uid}") { uid } }`)
        assert.equal(errors, undefined)
        const expected = uid === plainUid ? [empty, ownInPlain, inPlain] : [inType]
        assert.deepEqual(uids(data.leads), expected)
      })
    }

    for (const [form, uid] of [
      ['propertyUid', secretUid],
      ['propertyUid', harborSecretUid],
      ['propertyUid', strangerUid],
      ['propertyUid', hotelUid],
      ['agencyUid', stranger.agencyUid],
    ] as const) {
      it(`ACCESS_DENIED: rejects the ${form} ${uid}, which is not granted`, async () => {
        const { data, errors } = await query(key, `{ leads(${form}: "${uid}") { uid } }`)
        assert.deepEqual(data, { leads: null })
        assert.equal(errors[0].message, `No access to ${form} ${uid}`)
        assert.equal(errors[0].extensions.code, 'ACCESS_DENIED')
      })
    }

    it('propertyUids: skips and names properties without a grant', async () => {
      const requested = JSON.stringify([secretUid, plainUid, strangerUid])
      const document = `{ leads(propertyUids: ${requested}, isActiveOrHasActiveSubUnits: true) { uid } }`
      const { data, extensions } = await query(key, document)
      assert.deepEqual(uids(data.leads), [empty, ownInPlain, inPlain])
      assert.deepEqual(extensions, { inaccessiblePropertyUids: [secretUid, strangerUid] })
    })
  })
}

describe('leads of several agencies', () => {
  const document = `{ a: leads(agencyUid: "${harbor.agencyUid}") { uid }
    b: leads(propertyUids: ["${harborUid}", "${typeUid}"]) { uid } }`

  it('a partner key has access to all agencies with a grant', async () => {
    const { data, errors } = await query(partner.key, document)
    assert.equal(errors, undefined)
    assert.deepEqual(uids(data.a), [inHarbor])
    assert.deepEqual(uids(data.b), [inHarbor, inType])
  })

  it('an access token has access to its agency only', async () => {
    const { data, extensions } = await query(token, document)
    assert.equal(data.a, null)
    assert.deepEqual(uids(data.b), [inType])
    assert.deepEqual(extensions.pages.b, { inaccessiblePropertyUids: [harborUid] })
  })

  it('an agency key has no access to other agencies', async () => {
    const { data } = await query(harbor.key, `{ leads(propertyUid: "${plainUid}") { uid } }`)
    assert.equal(data.leads, null)
  })
})

describe('leads, personal data', () => {
  const selection = `uid firstName lastName email phoneNumber notes flightNumber reasonForTrip
    riskScore city state preferredCurrency preferredLocale assignee { email firstName }`
  const open = { city: 'London', state: 'X', preferredCurrency: 'GBP', preferredLocale: 'en_GB' }
  const visible = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.org',
    phoneNumber: '1',
    notes: 'Late',
    flightNumber: 'BA 1',
    reasonForTrip: 'Sun',
    riskScore: 7,
    ...open,
    assignee: [{ email: 'grace@cedarstays.example', firstName: 'Grace' }],
  }
  const hidden = {
    firstName: 'HIDDEN',
    lastName: 'HIDDEN',
    email: 'HIDDEN',
    phoneNumber: 'HIDDEN',
    notes: 'HIDDEN',
    flightNumber: 'HIDDEN',
    reasonForTrip: 'HIDDEN',
    riskScore: null,
    ...open,
    assignee: [{ email: 'HIDDEN', firstName: 'Grace' }],
  }

  const readLeadAs = async (key: string, leadUid: string) => {
    const document = `{ leads(agencyUid: "${cedar.agencyUid}") { ${selection} } }`
    const { data } = await query(key, document)
    const { uid: _, ...lead } = data.leads.find(({ uid }: { uid: string }) => uid === leadUid)
    return lead
  }

  it('is returned to the agency', async () => {
    assert.deepEqual(await readLeadAs(cedar.key, inPlain), visible)
  })

  for (const [name, key] of Object.entries(credentials)) {
    it(`is "HIDDEN", or null for numbers, for ${name} without personal data`, async () => {
      assert.deepEqual(await readLeadAs(key, inPlain), hidden)
    })

    it(`is returned to ${name} with personal data and read-only access`, async () => {
      assert.deepEqual(await readLeadAs(key, inPersonal), visible)
    })
  }

  it('is returned to the partner that created the lead', async () => {
    assert.deepEqual(await readLeadAs(token, ownInPlain), visible)
  })

  it('depends on the grant of the hotel', async () => {
    assert.deepEqual(await readLeadAs(token, inType), visible)
  })

  it('depends on the grant of the unit type before that of its hotel', async () => {
    assert.deepEqual(await readLeadAs(token, inOwnType), hidden)
  })

  it('stays null if it is unknown', async () => {
    const lead = await readLeadAs(token, empty)
    assert.deepEqual(
      Object.values(lead).filter(value => value !== null),
      [[]],
    )
  })
})

describe('leads, credentials', () => {
  const document = `{ leads(agencyUid: "${cedar.agencyUid}") { uid } }`

  it('200: accepts a bearer token', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await server.request('POST', '/v2/leadsql', { headers, body: document })
    assert.equal(body.data.leads.length, 6)
  })

  it('ACCESS_DENIED: rejects a partner after its last grant has ended', async () => {
    const past = await makePartner(server)
    const pastToken = await makeToken(server, past.partnerUid, cedar.agencyUid)
    await makeLead(server, cedar.agencyUid, {
      property_uid: plainUid,
      created_by_partner_uid: past.partnerUid,
    })
    for (const key of [pastToken, past.key]) {
      const { data, errors } = await query(key, document)
      assert.equal(data.leads, null)
      assert.equal(errors[0].extensions.code, 'ACCESS_DENIED')
    }
  })

  it('403: rejects a client secret', async () => {
    const basic = Buffer.from(`${partner.clientId}:${partner.clientSecret}`).toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const response = await server.request('POST', '/v2/leadsql', { headers, body: document })
    assert.equal(response.status, 403)
    assert.equal(response.body.errors[0].extensions.code, 'OPERATION_NOT_PERMITTED')
  })
})
