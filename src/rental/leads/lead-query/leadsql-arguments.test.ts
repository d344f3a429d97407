import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const longAgo = new Date('2026-01-01T00:00:00Z')

const { agencyUid, key } = await makeAgency(server)
const cedarUid = await makeProperty(server, agencyUid)
const birchUid = await makeProperty(server, agencyUid, { name: 'Birch Barn' })
const deletedUid = await makeProperty(server, agencyUid, { deleted_at: longAgo })
const hotelUid = '0197a000-7777-7bbb-8ccc-000000000001'
await db
  .insertInto('hotels')
  .values({
    agency_uid: agencyUid,
    uid: hotelUid,
    name: 'Hotel',
    time_zone: 'America/Denver',
    created_at: longAgo,
    updated_at: longAgo,
  })
  .execute()
const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
const unitUid = await makeUnit(db, agencyUid, typeUid)

const inCedar = await makeLead(server, agencyUid, { property_uid: cedarUid })
const inBirch = await makeLead(server, agencyUid, { property_uid: birchUid })
const inType = await makeLead(server, agencyUid, { property_uid: typeUid })
const atDeleted = await makeLead(server, agencyUid, { property_uid: deletedUid, status: 'CLOSED' })
const nowhere = await makeLead(server, agencyUid)
await makeLead(server, agencyUid, { property_uid: cedarUid, deleted_at: longAgo })

const foreign = await makeAgency(server, { name: 'Other' })
const foreignUid = await makeProperty(server, foreign.agencyUid)
await makeLead(server, foreign.agencyUid, { property_uid: foreignUid })
const unknownUid = '0197a000-9999-7bbb-8ccc-00000000dead'

const document = `query Q($agency: String, $one: String, $several: [String], $active: Boolean) {
  leads(agencyUid: $agency, propertyUid: $one, propertyUids: $several,
    isActiveOrHasActiveSubUnits: $active) { uid } }`

const run = async (variables: Record<string, unknown>) => {
  const { status, body } = await leadQuery(server, key, { query: document, variables })
  assert.equal(status, 200)
  return body
}

const uids = (body: { data: { leads: { uid: string }[] } }) => body.data.leads.map(({ uid }) => uid)

async function assertRejected(
  variables: Record<string, unknown>,
  expected: { code: string; status: number; message: string } & Record<string, unknown>,
): Promise<void> {
  const body = await run(variables)
  const { message, ...extensions } = expected
  assert.deepEqual(body.data, { leads: null })
  assert.equal(body.errors.length, 1)
  const [error] = body.errors
  assert.equal(error.message, message)
  assert.deepEqual(error.path, ['leads'])
  assert.match(error.extensions.uid, /^[0-9a-f-]{36}$/)
  assert.deepEqual(error.extensions, { ...extensions, uid: error.extensions.uid })
}

describe('leads, exactly one of agencyUid, propertyUid, propertyUids', () => {
  const alternatives = ['agencyUid', 'propertyUid', 'propertyUids']
  const names = "['agencyUid', 'propertyUid', 'propertyUids']"

  for (const variables of [{}, { agency: null, one: null, several: null }, { active: true }]) {
    it(`REQUIRED_PARAMETER: rejects ${JSON.stringify(variables)}`, async () => {
      const message = `One of ${names} is required`
      await assertRejected(variables, {
        code: 'REQUIRED_PARAMETER',
        status: 400,
        message,
        oneOf: alternatives,
      })
    })
  }

  const two = [
    { agency: agencyUid, one: cedarUid },
    { agency: agencyUid, several: [cedarUid] },
    { one: cedarUid, several: [] },
    { agency: '', one: '', several: [] },
  ]
  for (const variables of two) {
    it(`CONFLICTING_PARAMETERS: rejects ${Object.keys(variables).join(' and ')}`, async () => {
      const message = `Exactly one of ${names} must be given`
      await assertRejected(variables, {
        code: 'CONFLICTING_PARAMETERS',
        status: 400,
        message,
        oneOf: alternatives,
      })
    })
  }

  it('treats null as absent, in a variable and in the document', async () => {
    const body = await run({ agency: null, one: cedarUid, several: null })
    assert.deepEqual(uids(body), [inCedar])
    const query = `{ leads(agencyUid: null, propertyUid: "${cedarUid}", propertyUids: null) { uid } }`
    assert.deepEqual(uids((await leadQuery(server, key, query)).body), [inCedar])
  })

  it('accepts different arguments for each aliased field', async () => {
    const query = `{ a: leads(agencyUid: "${agencyUid}") { uid }
      b: leads(propertyUid: "${birchUid}") { uid }
      c: leads(propertyUids: ["${cedarUid}", "${typeUid}"]) { uid } d: leads { uid } }`
    const { body } = await leadQuery(server, key, query)
    assert.equal(body.data.a.length, 5)
    assert.deepEqual(body.data.b, [{ uid: inBirch }])
    assert.deepEqual(body.data.c, [{ uid: inType }, { uid: inCedar }])
    assert.equal(body.data.d, null)
    assert.deepEqual(body.errors[0].path, ['d'])
  })
})

describe('leads(agencyUid)', () => {
  it('lists every lead of the agency but deleted ones, newest first', async () => {
    const body = await run({ agency: agencyUid })
    assert.deepEqual(body, {
      data: { leads: [nowhere, atDeleted, inType, inBirch, inCedar].map(uid => ({ uid })) },
    })
  })

  it('takes a uid in upper case', async () => {
    assert.equal(uids(await run({ agency: agencyUid.toUpperCase() })).length, 5)
  })

  for (const value of [unknownUid, foreign.agencyUid, '', 'cedar', `${agencyUid}0`, cedarUid]) {
    it(`ACCESS_DENIED: rejects ${value === foreign.agencyUid ? 'others' : value}`, async () => {
      const message = `No access to agencyUid ${value}`
      const parameter = 'agencyUid'
      await assertRejected(
        { agency: value },
        { code: 'ACCESS_DENIED', status: 403, message, parameter },
      )
    })
  }
})

describe('leads(propertyUid)', () => {
  it('lists the leads of the property, without deleted ones', async () => {
    assert.deepEqual(await run({ one: cedarUid }), { data: { leads: [{ uid: inCedar }] } })
  })

  it('accepts the uid of a unit type', async () => {
    assert.deepEqual(uids(await run({ one: typeUid })), [inType])
  })

  it('takes a uid in upper case', async () => {
    assert.deepEqual(uids(await run({ one: cedarUid.toUpperCase() })), [inCedar])
  })

  const denied: Record<string, string> = {
    'an unknown uid': unknownUid,
    'a foreign property': foreignUid,
    'a deleted property': deletedUid,
    'a hotel': hotelUid,
    'a unit': unitUid,
    'an agency': agencyUid,
    'a text that is not a UUID': "'; drop table leads; --",
    'an empty string': '',
  }
  for (const [name, value] of Object.entries(denied)) {
    it(`ACCESS_DENIED: rejects ${name}`, async () => {
      const message = `No access to propertyUid ${value}`
      const parameter = 'propertyUid'
      await assertRejected(
        { one: value },
        { code: 'ACCESS_DENIED', status: 403, message, parameter },
      )
    })
  }
})
