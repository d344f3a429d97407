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

/** Name of the case → the property of its lead, and whether it counts as active. */
const cases: Record<string, { isActive: boolean; make: () => Promise<string | null> }> = {
  'an active property': { isActive: true, make: () => make({}) },
  'an inactive property': { isActive: false, make: () => make(inactive) },
  'an active master of inactive subs': { isActive: true, make: () => master({}, [inactive]) },
  'an inactive master with one active sub': {
    isActive: true,
    make: () => master(inactive, [inactive, {}]),
  },
  'an inactive master of inactive subs': {
    isActive: false,
    make: () => master(inactive, [inactive]),
  },
  'an inactive master whose active sub is deleted': {
    isActive: false,
    make: () => master(inactive, [{ deleted_at: longAgo }]),
  },
  'an inactive sub of an active master': {
    isActive: false,
    make: async () => make({ ...inactive, parent_uid: await make({}) }),
  },
  'an inactive unit type with an active unit': {
    isActive: true,
    make: () => make({ ...inactive, hotel_uid: hotelUid }),
  },
  'an inactive unit type with no active unit': { isActive: false, make: () => unitType({}) },
  'an inactive unit type whose active unit is deleted': {
    isActive: false,
    make: () => unitType({ is_active: true, deleted_at: longAgo }),
  },
  'an active unit type without units': {
    isActive: true,
    make: async () => withoutUnits(await make({ hotel_uid: hotelUid })),
  },
  'an inactive stand-alone property with its active unit': {
    isActive: false,
    make: () => make(inactive),
  },
  'an active property deleted since': {
    isActive: false,
    make: () => make({ deleted_at: longAgo }),
  },
  'no property': { isActive: false, make: async () => null },
}

const make = (columns: Columns) => makeProperty(server, agencyUid, columns)

async function master(columns: Columns, subs: Columns[]): Promise<string> {
  const uid = await make(columns)
  for (const sub of subs) await make({ ...sub, parent_uid: uid })
  return uid
}

async function unitType(unit: { is_active?: boolean; deleted_at?: Date }): Promise<string> {
  const uid = await withoutUnits(await make({ ...inactive, hotel_uid: hotelUid }))
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

const made: { what: string; isActive: boolean; uid: string; propertyUid: string | null }[] = []
for (const [what, { isActive, make }] of Object.entries(cases)) {
  const propertyUid = await make()
  const uid = await makeLead(server, agencyUid, { property_uid: propertyUid })
  made.push({ what, isActive, uid, propertyUid })
}

describe('leads(isActiveOrHasActiveSubUnits)', () => {
  const whole = `agencyUid: "${agencyUid}"`

  for (const { what, isActive, uid } of made) {
    it(`${isActive ? 'true' : 'false'} for ${what}`, async () => {
      assert.equal((await leadUids(whole, isActive)).includes(uid), true)
      assert.equal((await leadUids(whole, !isActive)).includes(uid), false)
    })
  }

  it('null: no filter', async () => {
    assert.equal((await leadUids(whole, null)).length, made.length)
  })

  it('filters with propertyUid', async () => {
    const { uid, propertyUid } = made.find(({ what }) => what === 'an inactive property')!
    const form = `propertyUid: "${propertyUid}"`
    assert.deepEqual(await leadUids(form, true), [])
    assert.deepEqual(await leadUids(form, false), [uid])
  })

  it('filters with propertyUids', async () => {
    const reached = made.filter(
      ({ what, propertyUid }) => propertyUid && !/deleted since/.test(what),
    )
    const form = `propertyUids: ${JSON.stringify(reached.map(({ propertyUid }) => propertyUid))}`
    for (const isActive of [true, false]) {
      const expected = reached.filter(one => one.isActive === isActive).map(({ uid }) => uid)
      assert.deepEqual(await leadUids(form, isActive), expected.reverse())
    }
  })
})
