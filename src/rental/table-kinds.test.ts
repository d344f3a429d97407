/** docs/decisions/0052: each table is one that a distributed database can have. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../test/support/database.ts'
import { clusterUrl } from '../../test/support/databases/cluster.ts'
import { kindOf } from '../platform/db/citus/placement.ts'
import { placement } from './table-kinds.ts'

const database = await createDatabase()
after(() => database.close())

const ask = async <Row>(text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(database.kysely)).rows

const tables = await ask<{ name: string; firstKey: string | null }>(`
  select c.relname as name, a.attname as "firstKey" from pg_class c
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
const kinds = new Map(tables.map(table => [table.name, kindOf(placement, table)]))
const { tenant, shared, local } = placement

describe('on a distributed database', () => {
  it('every table is distributed, shared or local, and no list names another', () => {
    assert.ok(tables.length > 80)
    const unknown = [...shared, ...local].filter(name => !kinds.has(name))
    assert.deepEqual(unknown, [])
    assert.deepEqual(
      [...shared].filter(name => local.has(name)),
      [],
    )
  })

  it('a table that nothing says anything of is refused', () => {
    const table = { name: 'keyholders', firstKey: 'uid' }
    assert.throws(
      () => kindOf(placement, table),
      /The placement of table keyholders on a distributed database is not defined/,
    )
  })

  it('foreign keys begin with the tenant, or refer to what every node has', async () => {
    const keys = await ask<{ from: string; to: string; columns: string[]; actions: string }>(`
      select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to",
        concat(k.confdeltype, k.confupdtype) as actions, array(
          select a.attname::text from unnest(k.conkey) with ordinality n (attnum, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum
          order by n.at) as columns
      from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
    assert.ok(keys.length > 100)
    const unfit = keys.filter(({ from, to, columns, actions }) => {
      const [kind, other] = [kinds.get(from), kinds.get(to)]
      if (kind === 'local' || other === 'local') return true
      // Setting a part of a key null, or to its default, is refused where the tenant is another.
      if (other === 'distributed') {
        return kind !== 'distributed' || columns[0] !== tenant || /[nd]/.test(actions)
      }
      return false
    })
    assert.deepEqual(unfit, [])
  })

  it('what is unique in a distributed table is so within a tenant', async () => {
    const indexes = await ask<{ table: string; name: string; definition: string }>(`
      select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`)
    assert.ok(indexes.length > 80)
    const unfit = indexes.filter(
      ({ table, definition }) => kinds.get(table) === 'distributed' && !definition.includes(tenant),
    )
    assert.deepEqual(unfit, [])
  })

  // A cluster gives its tables triggers of its own.
  const skip = clusterUrl !== null
  it('no table has triggers, sequences or columns that are generated', { skip }, async () => {
    const [found] = await ask<{ count: number }>(`
      select (select count(*) from pg_trigger where not tgisinternal)::int
        + (select count(*) from information_schema.sequences
            where sequence_schema = 'public')::int
        + (select count(*) from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'public'::regnamespace
              and (a.attgenerated <> '' or a.attidentity <> ''))::int as count`)
    assert.equal(found!.count, 0)
  })
})
