/** Assignment of units: contract/properties.md §7.3. Leads call it in their own transactions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeHotel,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { workContext } from '../../../server/start-workers.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { lockLeadInventory } from '../../leads/lead-actions/lock-lead-inventory.ts'
import { insertOccupancies } from '../../prices/occupancies/occupancies.ts'
import { assignUnit, type NeededNights, type UnitPreferences } from './assign-unit.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const db = server.database.kysely
const created = new Date('2026-01-01T00:00:00Z')
const caller = systemCaller(agencyUid)
const ctx: Context = { ...workContext(server, {} as never), caller }
const hotelUid = await makeHotel(server, agencyUid)

/** Creates a unit type with units of the given names, oldest first; `!` before a name: inactive. */
async function makeUnitType(names: string[]) {
  const uid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
  await withoutUnits(uid)
  const units: Record<string, string> = {}
  for (const [i, name] of names.entries()) {
    const columns = {
      is_active: !name.startsWith('!'),
      created_at: new Date(created.getTime() + i),
    }
    units[name] = await makeUnit(db, agencyUid, uid, { name, ...columns })
  }
  return { property: { agency_uid: agencyUid, uid, hotel_uid: hotelUid }, units }
}

async function withoutUnits(propertyUid: string) {
  await db
    .deleteFrom('units')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .execute()
}

/** Creates a lead that holds nights up to an exclusive date. */
async function hold(unitUid: string, from: string, to: string, columns = {}) {
  const lead = { type: 'BOOKING', status: 'BOOKED', ...columns }
  const leadUid = await makeLead(server, agencyUid, lead)
  const occupied = `[${from},${to})`
  const row = { agency_uid: agencyUid, unit_uid: unitUid, lead_uid: leadUid, occupied }
  await insertOccupancies(ctx, 'test', [row])
  return leadUid
}

const nights = (checkIn: string, checkOut: string, turnoverNights = 0): NeededNights => ({
  checkIn: `2027-06-${checkIn}`,
  checkOut: `2027-06-${checkOut}`,
  turnoverNights,
})

/** Assigns units in the caller's transaction, as commands do. */
async function assign(
  tx: Context,
  propertyUid: string,
  needed: NeededNights,
  wish?: UnitPreferences,
) {
  const rooms = await lockLeadInventory(tx, agencyUid, [propertyUid])
  return assignUnit(tx, rooms.get(propertyUid)!, needed, wish)
}

type UnitType = Awaited<ReturnType<typeof makeUnitType>>

/** Returns the name of the unit assigned to a stay, or null. */
async function setUp(
  { property, units }: UnitType,
  needed: NeededNights,
  wish: UnitPreferences = {},
) {
  const assigned = await transaction(ctx, (tx: Context) => assign(tx, property.uid, needed, wish))
  if (assigned === null) return null
  assert.deepEqual(assigned.unitUids, [assigned.unitUid])
  return Object.keys(units).find(name => units[name] === assigned.unitUid)
}

describe('unit of a unit type assigned to a stay', () => {
  it('is the oldest if all are equally free', async () => {
    assert.equal(await setUp(await makeUnitType(['a', 'b', 'c']), nights('10', '14')), 'a')
  })

  it('is the one with the smallest gap left around the stay', async () => {
    const type = await makeUnitType(['a', 'b', 'c'])
    await hold(type.units.a!, '2027-06-01', '2027-06-05')
    await hold(type.units.b!, '2027-06-01', '2027-06-09')
    await hold(type.units.c!, '2027-06-16', '2027-06-20')
    assert.equal(await setUp(type, nights('10', '14')), 'b')
    assert.equal(await setUp(type, nights('10', '15')), 'b')
    assert.equal(await setUp(type, nights('10', '16')), 'c')
  })

  it('treats gaps of 30 nights and more as equal', async () => {
    const type = await makeUnitType(['a', 'b'])
    await hold(type.units.b!, '2027-05-01', '2027-05-11')
    assert.equal(await setUp(type, nights('10', '14')), 'a')
    await hold(type.units.b!, '2027-05-11', '2027-05-12')
    assert.equal(await setUp(type, nights('10', '14')), 'b')
  })

  it('is null if no unit is free for all nights', async () => {
    const type = await makeUnitType(['a', 'b'])
    await hold(type.units.a!, '2027-06-10', '2027-06-12')
    await hold(type.units.b!, '2027-06-12', '2027-06-14')
    assert.equal(await setUp(type, nights('10', '14')), null)
    assert.equal(await setUp(type, nights('10', '12')), 'b')
  })

  it('also has free turnover nights', async () => {
    const type = await makeUnitType(['a'])
    await hold(type.units.a!, '2027-06-14', '2027-06-16')
    assert.equal(await setUp(type, nights('10', '14', 1)), null)
    assert.equal(await setUp(type, nights('10', '14', 0)), 'a')
  })

  it('is active', async () => {
    assert.equal(await setUp(await makeUnitType(['!a', 'b']), nights('10', '14')), 'b')
    assert.equal(await setUp(await makeUnitType(['!a']), nights('10', '14')), null)
  })

  it('is the requested one, or null', async () => {
    const type = await makeUnitType(['a', 'b', '!c'])
    await hold(type.units.a!, '2027-06-10', '2027-06-12')
    assert.equal(await setUp(type, nights('12', '14'), { unitUid: type.units.b! }), 'b')
    assert.equal(await setUp(type, nights('10', '14'), { unitUid: type.units.a! }), null)
    assert.equal(await setUp(type, nights('10', '14'), { unitUid: type.units['!c']! }), null)
  })

  it('is the current one if it is free, even if another has a smaller gap', async () => {
    const type = await makeUnitType(['a', 'b'])
    const stored = { currentUnitUid: type.units.b! }
    assert.equal(await setUp(type, nights('10', '14'), stored), 'b')
    const leadUid = await hold(type.units.b!, '2027-06-10', '2027-06-14')
    assert.equal(await setUp(type, nights('11', '15'), stored), 'a')
    assert.equal(await setUp(type, nights('11', '15'), { ...stored, leadUid }), 'b')
  })

  it('may be one with an expired hold', async () => {
    const type = await makeUnitType(['a'])
    const timer_ends_at = new Date(server.clock.now().getTime() + 60_000)
    const held = { type: 'INQUIRY', status: 'ON_HOLD', timer_ends_at }
    await hold(type.units.a!, '2027-06-10', '2027-06-14', held)
    assert.equal(await setUp(type, nights('10', '14')), null)
    server.clock.advance(60_000)
    assert.equal(await setUp(type, nights('10', '14')), 'a')
  })
})

describe('units of other properties', () => {
  it('are the single unit of a stand-alone property, which has no unitUid', async () => {
    const uid = await makeProperty(server, agencyUid)
    const assigned = await transaction(ctx, (tx: Context) => assign(tx, uid, nights('10', '14')))
    assert.equal(assigned?.unitUids.length, 1)
    assert.equal(assigned?.unitUid, null)
  })

  it('are all units of the sub-properties of a master, or null', async () => {
    const uid = await makeProperty(server, agencyUid)
    const subs = [1, 2].map(() => makeProperty(server, agencyUid, { parent_uid: uid }))
    const units = await db
      .selectFrom('units')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', 'in', await Promise.all(subs))
      .execute()
    const assigned = () => transaction(ctx, (tx: Context) => assign(tx, uid, nights('10', '14')))
    assert.deepEqual((await assigned())?.unitUids.sort(), units.map(unit => unit.uid).sort())
    await hold(units[0]!.uid, '2027-06-13', '2027-06-15')
    assert.equal(await assigned(), null)
  })
})

describe('concurrent callers', { skip: engine === 'pglite' && 'one connection' }, () => {
  it('get different units, and the rest get null', async () => {
    const type = await makeUnitType(['a', 'b', 'c'])
    const assignments = Array.from({ length: 8 }, async () => {
      const leadUid = await makeLead(server, agencyUid, { type: 'BOOKING', status: 'BOOKED' })
      return transaction(ctx, async (tx: Context) => {
        const assigned = await assign(tx, type.property.uid, nights('10', '14'))
        if (assigned === null) return null
        const [unit_uid] = assigned.unitUids
        const occupied = '[2027-06-10,2027-06-14)'
        const row = { agency_uid: agencyUid, unit_uid: unit_uid!, lead_uid: leadUid, occupied }
        await insertOccupancies(tx, 'test', [row])
        return unit_uid!
      })
    })
    const unitUids = (await Promise.all(assignments)).filter(unit => unit !== null)
    assert.deepEqual(unitUids.sort(), Object.values(type.units).sort())
  })
})
