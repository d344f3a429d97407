import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { relationsWithoutAgency } from './support/statements/agency-values.ts'
import { parsed } from './support/statements/parsed.ts'
import { listOffences, tenantTables } from './support/tenancy.ts'

const missing = (text: string) => relationsWithoutAgency(parsed(text), new Set(tenantTables))

describe('relationsWithoutAgency', () => {
  it('applies to every table whose primary key begins with the tenant', () => {
    const above = ['agencies', 'partners', 'grants', 'migrations']
    assert.deepEqual(
      above.filter(table => tenantTables.includes(table)),
      [],
    )
    const some = ['leads', 'orders', 'events', 'ical_events', 'employee_passwords']
    assert.deepEqual(
      some.filter(table => !tenantTables.includes(table)),
      [],
    )
    assert.ok(tenantTables.length > 50, `${tenantTables.length} tables`)
  })

  const joined = 'select * from leads l join orders o on o.lead_uid = l.uid'

  it('requires the agency of each relation as a value', () => {
    assert.deepEqual(missing(`${joined} where l.agency_uid = $1`), ['o'])
    const byJoin = `${joined} and o.agency_uid = l.agency_uid where l.agency_uid = $1`
    assert.deepEqual(missing(byJoin), ['o'])
    const byValue = `${joined} and o.agency_uid = $2::uuid where l.agency_uid = $1`
    assert.deepEqual(missing(byValue), [])
  })

  it('accepts a join if the statement is for a list of agencies', () => {
    const several = `${joined} and o.agency_uid = l.agency_uid`
    assert.deepEqual(missing(`${several} where l.agency_uid = any($1::uuid[])`), [])
    assert.deepEqual(missing(`${joined} where l.agency_uid in ($1, $2)`), ['o'])
  })

  it('checks subqueries and common table expressions, each with its own relations', () => {
    const text = `with l as (select uid from leads where property_uid = $2)
      select *, (select count(*) from orders o where o.agency_uid = $1 and o.lead_uid = l.uid)
      from l, lateral (select * from units where units.agency_uid = l.agency_uid offset 0) u`
    assert.deepEqual(missing(text).sort(), ['leads', 'units'])
  })

  it('distinguishes required conditions from alternatives', () => {
    assert.deepEqual(missing('select from leads where agency_uid = $1 or status = $2'), ['leads'])
    assert.deepEqual(missing('delete from leads where (agency_uid, uid) in (($1, $2))'), [])
  })

  it('accepts quoted names and tables above tenants', () => {
    const quoted = 'update "leads" "l" set a = 1 from agencies where "l"."agency_uid" = $1'
    assert.deepEqual(missing(quoted), [])
  })

  it('requires nothing of an inserted row', () => {
    const text = 'insert into orders select * from leads where agency_uid = $1'
    assert.deepEqual(missing(text), [])
  })
})

describe('refusals of a distributed database', () => {
  const refused: [string, string[], string[]][] = [
    [
      'a stable expression over columns in a write',
      [
        "update leads set updated_at = greatest($2, updated_at + interval '1 ms') where agency_uid = $1",
        'delete from occupancies o where o.agency_uid = $1 returning o.occupied::text',
        `insert into webhooks as w (uid) values ($1)
          on conflict (uid) do update set failing_since = excluded.failing_since
          where w.failing_since < excluded.failing_since - make_interval(secs => $2)`,
      ],
      [
        `update leads set updated_at = (updated_at at time zone 'UTC' + interval '1 ms')
          at time zone 'UTC' where agency_uid = $1`,
        'update leads set updated_at = now(), notes = $2::timestamptz::text where agency_uid = $1',
        "select updated_at + interval '1 ms' from leads where agency_uid = $1",
      ],
    ],
    [
      'a subquery in an insert',
      [
        'insert into orders (uid) values ((select 1))',
        'insert into orders (uid) values ($1) returning (select 1)',
      ],
      ['insert into orders select uid, (select 1) from leads where agency_uid = $1'],
    ],
    [
      'a recursion or row lock over several agencies',
      [
        '/* every tenant */ select uid from leads for update skip locked',
        'select uid from leads where agency_uid = any($1) for no key update',
        `/* every tenant */ with recursive d as (
          select uid from leads union all select uid from d) select uid from d`,
      ],
      ['select uid from leads where agency_uid = $1 for update', 'select from grants for update'],
    ],
    [
      'a key column set',
      ['update leads set agency_uid = $1, notes = $2 where agency_uid = $1'],
      ['update leads set notes = $2 where agency_uid = $1'],
    ],
    [
      'a notification within another statement',
      ["select pg_notify('a', uid::text) from leads where agency_uid = $1"],
      ["select pg_notify('a', $1)", "select pg_notify('a', t.b) from unnest($1::text[]) t (b)"],
    ],
    [
      'a shared table written within another statement',
      [
        `with gone as (update webhooks set status = $1 where uid = $2)
          delete from leads where agency_uid = $1`,
        `update webhooks set status = $1 where exists (select 1 from leads where agency_uid = $2)`,
      ],
      ['update webhooks set status = $1 where uid = $2'],
    ],
  ]
  for (const [offence, bad, good] of refused) {
    it(`detects ${offence}`, () => {
      for (const text of bad) assert.deepEqual(listOffences(text), [offence], text)
      for (const text of good) assert.deepEqual(listOffences(text), [], text)
    })
  }
})
