/** What the tables of a database are, read from its own catalogue. */
import type { Copied, Script } from '../db/database.ts'

/** Whatever `n` is the schema of: the tables of this software, and those of its queues. */
const isOwn = `(n.nspname = current_schema() or n.nspname = 'worker')
  and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e')`

const named = `case when n.nspname = current_schema() then quote_ident(c.relname)
  else format('%I.%I', n.nspname, c.relname) end`

const relations = `from pg_class c join pg_namespace n on n.oid = c.relnamespace`

/** Makes text of values that any server reads back as the same values. */
export const asEverywhere = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`

/** The tables that hold what has to last; what is generated of other columns is left out. */
export async function listTables(script: Script): Promise<Copied[]> {
  const rows = await script(`select ${named}, string_agg(quote_ident(a.attname), ', '
      order by a.attnum) ${relations}
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p' and ${isOwn}
    group by n.nspname, c.relname order by n.nspname, c.relname`)
  return rows.map(([table, columns]) => ({ table, columns }) as Copied)
}

/** Any table, or whatever else holds rows; null: the database is empty. */
export async function findRelation(script: Script): Promise<string | null> {
  const rows = await script(`select ${named} ${relations}
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${isOwn} order by 1 limit 1`)
  return (rows[0]?.[0] as string | undefined) ?? null
}

/** Where sequences are, those of identity columns too. */
export async function listSequences(script: Script) {
  const rows = await script(`select ${named} ${relations} where c.relkind = 'S' and ${isOwn}`)
  const sequences: { sequence: string; value: string; isCalled: boolean }[] = []
  for (const [name] of rows) {
    const [[value, isCalled] = []] = await script(`select last_value::text, is_called from ${name}`)
    sequences.push({ sequence: String(name), value: String(value), isCalled: isCalled === true })
  }
  return sequences
}

/** A foreign key and the text that makes it. */
interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Has rows added without regard to foreign keys, and then checks them all: tables refer to each
 * other, and to themselves, in no order in which they could be filled.
 */
export async function withoutForeignKeys(script: Script, fill: () => Promise<void>): Promise<void> {
  const rows = await script(`select ${named}, quote_ident(k.conname), pg_get_constraintdef(k.oid)
    ${relations} join pg_constraint k on k.conrelid = c.oid
    where k.contype = 'f' and k.conparentid = 0 and ${isOwn}`)
  const keys = rows.map(([table, name, definition]) => ({ table, name, definition }) as ForeignKey)
  for (const { table, name } of keys) await script(`alter table ${table} drop constraint ${name}`)
  await fill()
  for (const { table, name, definition } of keys) {
    await script(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
