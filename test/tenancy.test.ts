import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tenancyOf, tenantTables } from './support/tenancy.ts'

describe('the watch over tenants', () => {
  const leads = 'select * from leads l join orders o on o.lead_uid = l.uid'

  it('is for every table whose key begins with the tenant, as the migrations make them', () => {
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

  it('counts each table that is asked, each condition on the tenant, and those that are values', () => {
    const joined = `${leads} and o.agency_uid = l.agency_uid where l.agency_uid = $1`
    assert.deepEqual(tenancyOf(joined), { tables: 2, conditions: 2, values: 1 })
    const told = `${leads} and o.agency_uid = $1 where l.agency_uid = any($2::uuid[])`
    assert.deepEqual(tenancyOf(told), { tables: 2, conditions: 2, values: 2 })
  })

  it('knows a list of values, quoted names and tables above tenants', () => {
    const listed = 'select 1 from "leads" "l", agencies where "l"."agency_uid" in ($1, $2)'
    assert.deepEqual(tenancyOf(listed), { tables: 1, conditions: 1, values: 1 })
  })

  it('asks nothing of a row that is inserted', () => {
    const inserted = 'with l as (select uid from leads where agency_uid = $1) insert into orders'
    assert.deepEqual(tenancyOf(inserted), { tables: 1, conditions: 1, values: 1 })
  })
})
