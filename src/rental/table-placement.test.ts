/** Placement of tables: docs/decisions/0052. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../test/support/database.ts'
import { clusterUrl } from '../../test/support/databases/cluster.ts'
import { tableKind } from '../platform/db/cluster/placement.ts'
import { placement } from './table-placement.ts'

const database = await createDatabase()
after(() => database.close())

const query = async <Row>(text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(database.kysely)).rows

const tables = await query<{ name: string; firstKey: string | null }>(`
  select c.relname as name, a.attname as "firstKey" from pg_class c
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
const kinds = new Map(tables.map(table => [table.name, tableKind(placement, table)]))
const { tenant, shared, local } = placement

describe('on a distributed database', () => {
  it('every table is distributed, shared or local, and all listed tables exist', () => {
    assert.ok(tables.length > 80)
    const unknown = [...shared, ...local].filter(name => !kinds.has(name))
    assert.deepEqual(unknown, [])
    assert.deepEqual(
      [...shared].filter(name => local.has(name)),
      [],
    )
  })

  it('a table without a placement is rejected', () => {
    const table = { name: 'keyholders', firstKey: 'uid' }
    assert.throws(
      () => tableKind(placement, table),
      /The placement of table keyholders on a distributed database is not defined/,
    )
  })

  it('foreign keys begin with the tenant, or refer to shared tables', async () => {
    const keys = await query<{ from: string; to: string; columns: string[]; actions: string }>(`
      select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to",
        concat(k.confdeltype, k.confupdtype) as actions, array(
          select a.attname::text from unnest(k.conkey) with ordinality n (attnum, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum
          order by n.at) as columns
      from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
    assert.ok(keys.length > 100)
    const invalid = keys.filter(({ from, to, columns, actions }) => {
      const [kind, other] = [kinds.get(from), kinds.get(to)]
      if (kind === 'local' || other === 'local') return true
      // Citus rejects foreign keys that set part of a key to null or a default if they contain the
      // tenant.
      if (other === 'distributed') {
        return kind !== 'distributed' || columns[0] !== tenant || /[nd]/.test(actions)
      }
      return false
    })
    assert.deepEqual(invalid, [])
  })

  it('unique constraints of distributed tables contain the tenant', async () => {
    const indexes = await query<{ table: string; name: string; definition: string }>(`
      select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`)
    assert.ok(indexes.length > 80)
    const invalid = indexes.filter(
      ({ table, definition }) => kinds.get(table) === 'distributed' && !definition.includes(tenant),
    )
    assert.deepEqual(invalid, [])
  })

  // A cluster adds triggers to its tables.
  const skip = clusterUrl !== null
  it('no table has triggers, sequences or generated columns', { skip }, async () => {
    const [found] = await query<{ count: number }>(`
      select (select count(*) from pg_trigger where not tgisinternal)::int
        + (select count(*) from information_schema.sequences
            where sequence_schema = 'public')::int
        + (select count(*) from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'public'::regnamespace
              and (a.attgenerated <> '' or a.attidentity <> ''))::int as count`)
    assert.equal(found!.count, 0)
  })
})
