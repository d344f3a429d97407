import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseWrites } from './written-tables.ts'

const texts: [text: string, writes: string[]][] = [
  ['select * from leads for update', []],
  ['select * from leads l for no key update of l skip locked', []],
  ['insert into "leads" ("uid") values ($1)', ['leads']],
  ['INSERT INTO public.leads VALUES (1)', ['leads']],
  ['insert into leads values (1) on conflict (uid) do update set a = 1', ['leads']],
  ['update only "leads" as l set a = 1', ['leads']],
  ['delete from leads using orders', ['leads']],
  [
    'with a as (delete from "orders" returning 1), b as (update leads set a = 1) select 1',
    ['orders', 'leads'],
  ],
  ['merge into leads l using x on true when matched then update set a = 1', ['leads']],
  ['truncate table leads', ['leads']],
  ['insert into pgboss.job values (1)', []],
  ['update pg_class set relpages = 0', []],
]

describe('written tables of a statement', () => {
  for (const [text, writes] of texts) {
    it(`are ${writes.join(', ') || 'none'}: ${text}`, () => {
      assert.deepEqual(parseWrites(text).writes, writes)
    })
  }

  it('lists updated tables separately', () => {
    const text = 'with a as (insert into leads values (1)) update orders set a = 1'
    assert.deepEqual(parseWrites(text).updates, ['orders'])
    const upsert = 'insert into leads values (1) on conflict (uid) do update set a = 1'
    assert.deepEqual(parseWrites(upsert).updates, [])
  })

  it('reports the row count only for plain writes', () => {
    assert.equal(parseWrites('update leads set a = 1').reportsRowCount, true)
    assert.equal(parseWrites('/* every tenant */ update leads set a = 1').reportsRowCount, true)
    assert.equal(parseWrites('with a as (update leads set a = 1) select 1').reportsRowCount, false)
  })
})
