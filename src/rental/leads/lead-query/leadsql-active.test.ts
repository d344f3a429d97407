import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency, makeLead, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const longAgo = new Date('2026-01-01T00:00:00Z')
const { agencyUid, key } = await makeAgency(server)
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

type Columns = Parameters<typeof makeProperty>[2]

const inactive = { is_active: false }

/** Property of each case's lead, and its expected active state, by name of the case. */
const cases: Record<string, { isActive: boolean; make: () => Promise<string | null> }> = {
  'an active property': { isActive: true, make: () => newProperty({}) },
  'an inactive property': { isActive: false, make: () => newProperty(inactive) },
  'an active master of inactive subs': { isActive: true, make: () => newMaster({}, [inactive]) },
  'an inactive master with one active sub': {
    isActive: true,
    make: () => newMaster(inactive, [inactive, {}]),
  },
  'an inactive master of inactive subs': {
    isActive: false,
    make: () => newMaster(inactive, [inactive]),
  },
  'an inactive master whose active sub is deleted': {
    isActive: false,
    make: () => newMaster(inactive, [{ deleted_at: longAgo }]),
  },
  'an inactive sub of an active master': {
    isActive: false,
    make: async () => newProperty({ ...inactive, parent_uid: await newProperty({}) }),
  },
  'an inactive unit type with an active unit': {
    isActive: true,
    make: () => newProperty({ ...inactive, hotel_uid: hotelUid }),
  },
  'an inactive unit type with no active unit': { isActive: false, make: () => unitType({}) },
  'an inactive unit type whose active unit is deleted': {
    isActive: false,
    make: () => unitType({ is_active: true, deleted_at: longAgo }),
  },
  'an active unit type without units': {
    isActive: true,
    make: async () => withoutUnits(await newProperty({ hotel_uid: hotelUid })),
  },
  'an inactive stand-alone property with its active unit': {
    isActive: false,
    make: () => newProperty(inactive),
  },
  'an active property deleted since': {
    isActive: false,
    make: () => newProperty({ deleted_at: longAgo }),
  },
  'no property': { isActive: false, make: async () => null },
}

const newProperty = (columns: Columns) => makeProperty(server, agencyUid, columns)

async function newMaster(columns: Columns, subs: Columns[]): Promise<string> {
  const uid = await newProperty(columns)
  for (const sub of subs) await newProperty({ ...sub, parent_uid: uid })
  return uid
}

async function unitType(unit: { is_active?: boolean; deleted_at?: Date }): Promise<string> {
  const uid = await withoutUnits(await newProperty({ ...inactive, hotel_uid: hotelUid }))
  await makeUnit(db, agencyUid, uid, { is_active: false, ...unit })
  return uid
}

async function withoutUnits(propertyUid: string): Promise<string> {
  await sql`delete from units where agency_uid = ${agencyUid} and property_uid = ${propertyUid}`.execute(
    db,
  )
  return propertyUid
}

async function leadUids(form: string, isActive: boolean | null): Promise<string[]> {
  const query = `query Q($a: Boolean) { leads(${form}, isActiveOrHasActiveSubUnits: $a) { uid } }`
  const { body } = await leadQuery(server, key, { query, variables: { a: isActive } })
  assert.equal(body.errors, undefined)
  return body.data.leads.map((lead: { uid: string }) => lead.uid)
}

const leads: { name: string; isActive: boolean; uid: string; propertyUid: string | null }[] = []
for (const [name, { isActive, make }] of Object.entries(cases)) {
  const propertyUid = await make()
  const uid = await makeLead(server, agencyUid, { property_uid: propertyUid })
  leads.push({ name, isActive, uid, propertyUid })
}

describe('leads(isActiveOrHasActiveSubUnits)', () => {
  const agencyScope = `agencyUid: "${agencyUid}"`

  for (const { name, isActive, uid } of leads) {
    it(`returns a lead of ${name} for ${isActive}`, async () => {
      assert.equal((await leadUids(agencyScope, isActive)).includes(uid), true)
      assert.equal((await leadUids(agencyScope, !isActive)).includes(uid), false)
    })
  }

  it('does not filter by null', async () => {
    assert.equal((await leadUids(agencyScope, null)).length, leads.length)
  })

  it('filters with propertyUid', async () => {
    const { uid, propertyUid } = leads.find(({ name }) => name === 'an inactive property')!
    const form = `propertyUid: "${propertyUid}"`
    assert.deepEqual(await leadUids(form, true), [])
    assert.deepEqual(await leadUids(form, false), [uid])
  })

  it('filters with propertyUids', async () => {
    const accessible = leads.filter(
      ({ name, propertyUid }) => propertyUid && !/deleted since/.test(name),
    )
    const form = `propertyUids: ${JSON.stringify(accessible.map(({ propertyUid }) => propertyUid))}`
    for (const isActive of [true, false]) {
      const expected = accessible.filter(one => one.isActive === isActive).map(({ uid }) => uid)
      assert.deepEqual(await leadUids(form, isActive), expected.reverse())
    }
  })
})
