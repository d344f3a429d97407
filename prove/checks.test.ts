/** Tests that the checks of `npm run prove:no-overlap` detect violations. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { listUnits, makeStay, makeUnitType } from '../test/fixtures/held-nights.ts'
import { makeAgency, makeOrder, makeProperty, makeUnit } from '../test/fixtures/rows.ts'
import { startServer } from '../test/support/server.ts'
import { checkDatabase } from './checks.ts'

const server = await startServer()
const { database } = server
const { agencyUid } = await makeAgency(server)
const alone = await makeProperty(server, agencyUid, { turn_over_days: 1 })
const master = await makeProperty(server, agencyUid)
const sub = await makeProperty(server, agencyUid, { parent_uid: master })
const otherSub = await makeProperty(server, agencyUid, { parent_uid: master })
const { propertyUid: unitType } = await makeUnitType(server, agencyUid)
await makeUnit(database.kysely, agencyUid, unitType)
const [unit, otherUnit] = await listUnits(server, agencyUid, unitType)
const [[subUnit], [otherSubUnit]] = await Promise.all([
  listUnits(server, agencyUid, sub),
  listUnits(server, agencyUid, otherSub),
])
const june = { checkIn: '2036-06-05', checkOut: '2036-06-08' }

const booked = await makeStay(server, agencyUid, { propertyUid: alone, ...june, turnover: 1 })
const requested = await makeStay(server, agencyUid, {
  ...{ propertyUid: unitType, ...june, status: 'PENDING', unitUids: [unit!] },
  columns: { unit_uid: unit!, timer_ends_at: new Date('2100-01-01') },
})
await makeStay(server, agencyUid, {
  ...{ propertyUid: master, ...june, status: 'BLOCKED' },
  unitUids: [subUnit!, otherSubUnit!],
})
const nights = ['2036-06-05', '2036-06-06', '2036-06-07']
const rent_breakdowns = JSON.stringify(nights.map(nightlyDate => ({ nightlyDate })))
for (const lead of [booked, requested]) {
  await makeOrder(server, agencyUid, lead, { rent_breakdowns })
}

assert.ok('url' in database.connection)
const client = new pg.Client({ connectionString: database.connection.url })
await client.connect()
after(() => client.end())
const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows

const recordHistory = `insert into lead_acts (agency_uid, uid, lead_uid, act, credential_kind,
    type_after, status_after, events, created_at)
  select agency_uid, gen_random_uuid(), uid, 'create', 'AGENCY_KEY', type, status, '{}', created_at
  from leads where uid not in (select lead_uid from lead_acts);
  insert into night_changes (agency_uid, uid, unit_uid, lead_uid, change, occupied,
    turnover_nights, turnover_after, act, credential_kind, created_at)
  select agency_uid, gen_random_uuid(), unit_uid, lead_uid, 'TAKEN', occupied, turnover_nights,
    turnover_after, 'create', 'AGENCY_KEY', now()
  from occupancies where lead_uid not in (select lead_uid from night_changes)`
await query(recordHistory)

/** Returns the rules that a change of the rows violates, and rolls the change back. */
async function violatedBy(damage: string): Promise<string[]> {
  await query('begin')
  try {
    await query('alter table occupancies drop constraint no_double_booking')
    await query(damage)
    return (await checkDatabase(query)).map(({ rule }) => rule)
  } finally {
    await query('rollback')
  }
}

/** Returns statements that insert another block, its occupancies and its history. */
function block(propertyUid: string, units: string[], nights: [string, string], unitUid?: string) {
  const [from, to] = nights
  const uid = `(select uid from leads where referrer = 'further')`
  const occupancies = units.map(
    unit => `insert into occupancies (agency_uid, unit_uid, lead_uid, occupied)
      values ('${agencyUid}', '${unit}', ${uid}, '[${from},${to})');`,
  )
  return `insert into leads (agency_uid, uid, type, status, source, channel, property_uid, unit_uid,
      check_in_local, check_out_local, check_in_at, check_out_at, referrer, created_at, updated_at)
    values ('${agencyUid}', gen_random_uuid(), 'BLOCK', 'BLOCKED', 'HOSTFULLY_API', 'HOSTFULLY',
      '${propertyUid}', ${unitUid ? `'${unitUid}'` : 'null'}, '${from}', '${to}', '${from}',
      '${to}', 'further', now(), now());
    ${occupancies.join('\n')} ${recordHistory}`
}

const overlap = 'No night of a unit, turnover included, belongs to two leads'
const aloneUnits = await listUnits(server, agencyUid, alone)

describe('two leads on one night', () => {
  it('are not reported when there is no overlap', async () => {
    assert.deepEqual(await violatedBy(''), [])
    const laterBlock = block(alone, aloneUnits, ['2036-06-09', '2036-06-10'])
    assert.deepEqual(await violatedBy(laterBlock), [])
    const otherUnitBlock = block(unitType, [otherUnit!], ['2036-06-05', '2036-06-08'], otherUnit)
    assert.deepEqual(await violatedBy(otherUnitBlock), [])
  })

  const night: [string, string] = ['2036-06-07', '2036-06-08']
  const overlaps: [string, string][] = [
    ['one unit', block(alone, aloneUnits, night)],
    ['the turnover of a stay', block(alone, aloneUnits, ['2036-06-08', '2036-06-09'])],
    ['a sub whose master is taken', block(sub, [subUnit!], night)],
    ['a unit of a type', block(unitType, [unit!], night, unit)],
  ]
  for (const [title, damage] of overlaps) {
    it(`are reported on ${title}`, async () => {
      assert.deepEqual(await violatedBy(damage), [overlap])
    })
  }

  it('are reported on one unit without occupancies of one of them, too', async () => {
    const rules = await violatedBy(block(alone, [], night))
    assert.deepEqual(rules, [overlap, 'Every blocking lead has its occupancies'])
  })
})

describe('other inconsistent rows', () => {
  const damages: [string, string, string[]][] = [
    [
      'a lead that holds nights and does not block',
      `update leads set status = 'CANCELLED' where uid = '${booked}';
       update lead_acts set status_after = 'CANCELLED' where lead_uid = '${booked}'`,
      ['No other lead has occupancies'],
    ],
    [
      'a lead that expired and was not closed',
      `update leads set timer_ends_at = now() where uid = '${requested}'`,
      ['Every timer that has ended is written'],
    ],
    [
      'a blocking lead without a unit',
      `update leads set unit_uid = null where uid = '${requested}'`,
      ['Every blocking lead holds a unit', 'No other lead has occupancies'],
    ],
    [
      'an order that is missing',
      `delete from orders where lead_uid = '${booked}'`,
      ['Every lead with its own unit has one order of its nights, a block none'],
    ],
    [
      'an order of other nights',
      `update orders set rent_breakdowns = '[]' where lead_uid = '${booked}'`,
      ['Every lead with its own unit has one order of its nights, a block none'],
    ],
    [
      'a status that no act led to',
      `update lead_acts set status_after = 'CANCELLED' where lead_uid = '${booked}'`,
      ['The history of a lead leads from its creation to its status without gaps'],
    ],
    [
      'a lead that nobody made',
      `delete from lead_acts where lead_uid = '${booked}'`,
      [
        'The history of a lead leads from its creation to its status without gaps',
        'Every lead was created once',
      ],
    ],
    [
      'a deletion that is in no history',
      `delete from occupancies where lead_uid = '${booked}';
       delete from night_changes where lead_uid = '${booked}';
       update leads set deleted_at = now() where uid = '${booked}'`,
      ['The history of a lead leads from its creation to its status without gaps'],
    ],
    [
      'nights that were freed and are held',
      `insert into night_changes select agency_uid, gen_random_uuid(), unit_uid, lead_uid, 'FREED',
         occupied, turnover_nights, act, credential_kind, credential_uid, created_at
       from night_changes where lead_uid = '${booked}'`,
      ['The history of nights matches the occupancies'],
    ],
  ]
  for (const [title, damage, rules] of damages) {
    it(`are reported: ${title}`, async () => {
      assert.deepEqual(await violatedBy(damage), rules)
    })
  }
})
