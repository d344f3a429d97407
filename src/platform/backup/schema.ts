/** Tables of a database, read from its catalogue. */
import type { Script, TableColumns } from '../db/statements.ts'

/** SQL condition: the schema `n` belongs to this software or to its job queues. */
const isAppTable = `(n.nspname = current_schema() or n.nspname = 'worker')
  and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e')`

const quotedName = `case when n.nspname = current_schema() then quote_ident(c.relname)
  else format('%I.%I', n.nspname, c.relname) end`

const relations = `from pg_class c join pg_namespace n on n.oid = c.relnamespace`

/** Settings for texts of values that every server reads back as the same values. */
export const portableSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`

/**
 * Returns whether a table is for the statistics of one day, which pg-boss creates together with its
 * other tables. They are empty, and a restore on another day creates other ones.
 */
export function isQueueStatistics({ table }: { table: string }): boolean {
  return /^worker\.queue_stats_\d{8}$/.test(table)
}

/** Lists the persistent tables of a backup with their columns, except generated columns. */
export async function listTables(script: Script): Promise<TableColumns[]> {
  const rows = await script(`select ${quotedName}, string_agg(quote_ident(a.attname), ', '
      order by a.attnum) ${relations}
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p' and ${isAppTable}
    group by n.nspname, c.relname order by n.nspname, c.relname`)
  const tables = rows.map(([table, columns]) => ({ table, columns }) as TableColumns)
  return tables.filter(table => !isQueueStatistics(table))
}

/** Returns the name of any table, view or sequence; null: the database is empty. */
export async function findRelation(script: Script): Promise<string | null> {
  const rows = await script(`select ${quotedName} ${relations}
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${isAppTable} order by 1 limit 1`)
  return (rows[0]?.[0] as string | undefined) ?? null
}

/** Lists sequences with their values, including those of identity columns. */
export async function listSequences(script: Script) {
  const rows = await script(
    `select ${quotedName} ${relations} where c.relkind = 'S' and ${isAppTable}`,
  )
  const sequences: { sequence: string; value: string; isCalled: boolean }[] = []
  for (const [name] of rows) {
    const [[value, isCalled] = []] = await script(`select last_value::text, is_called from ${name}`)
    sequences.push({ sequence: String(name), value: String(value), isCalled: isCalled === true })
  }
  return sequences
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Drops all foreign keys, runs `fill`, and adds them again, which checks all rows. Tables refer to
 * each other and to themselves, so no order of filling satisfies the keys.
 */
export async function withoutForeignKeys(script: Script, fill: () => Promise<void>): Promise<void> {
  const rows =
    await script(`select ${quotedName}, quote_ident(k.conname), pg_get_constraintdef(k.oid)
    ${relations} join pg_constraint k on k.conrelid = c.oid
    where k.contype = 'f' and k.conparentid = 0 and ${isAppTable}`)
  const keys = rows.map(([table, name, definition]) => ({ table, name, definition }) as ForeignKey)
  for (const { table, name } of keys) await script(`alter table ${table} drop constraint ${name}`)
  await fill()
  for (const { table, name, definition } of keys) {
    await script(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
