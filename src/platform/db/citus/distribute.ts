import type { Script } from '../database.ts'
import { kindOf, type Placement, type TableKind } from './placement.ts'

/** A table and what becomes of it. */
export interface Placed {
  table: string
  kind: TableKind
  /** Whether it is that already. */
  isDone: boolean
}

/**
 * For the transaction that distributes tables, or changes distributed ones. Shared and distributed
 * tables refer to each other, so shards are changed one after the other; and a new table that
 * refers to a shared one stays an ordinary table until it is distributed itself.
 */
export const distributingSql = `set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_local_reference_table_foreign_keys = off;
  set local citus.propagate_set_commands = 'local'; set local client_min_messages = warning`

/**
 * What becomes of each table of the schema, in the order of their names.
 *
 * @throws Error for a table that the placement says nothing of, or that is something else already
 */
export async function planDistribution(script: Script, placement: Placement): Promise<Placed[]> {
  const rows = (await script(`
    select c.relname, a.attname, p.partmethod, p.repmodel
    from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass
        and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)) as [string, string | null, string | null, string | null][]
  return rows.map(([table, firstKey, method, model]) => {
    const kind = kindOf(placement, { name: table, firstKey })
    const present = presentKind(method, model)
    if (present !== 'local' && present !== kind) {
      throw new Error(`The table ${table} is already ${present}, but should be ${kind}`)
    }
    return { table, kind, isDone: present === kind }
  })
}

/** Citus keeps ordinary tables that shared ones refer to in its catalog, too: `n` and not `t`. */
function presentKind(method: string | null, model: string | null): TableKind {
  if (method === 'h') return 'distributed'
  return method === 'n' && model === 't' ? 'shared' : 'local'
}

/**
 * Distributes all tables of a plan that are not what they shall be, in the transaction of the
 * script. Foreign keys are taken away meanwhile: no order of the tables has them all hold at every
 * step. What a table had of rows is emptied where it lay: a later change of the table would look
 * at them, though nobody else sees them.
 */
export async function distribute(
  script: Script,
  plan: readonly Placed[],
  { tenant }: Placement,
  shards?: number,
): Promise<void> {
  const wanted = plan.filter(({ isDone }) => !isDone)
  if (wanted.length === 0) return
  await script(distributingSql)
  if (shards !== undefined) await script(`set local citus.shard_count = ${shards}`)
  const keys = await foreignKeysOf(script, wanted)
  for (const { table, name } of keys) await script(`alter table ${table} drop constraint ${name}`)
  for (const table of named(wanted, 'shared'))
    await script(`select create_reference_table('${table}')`)
  let beside = plan.find(({ kind, isDone }) => kind === 'distributed' && isDone)?.table
  for (const table of named(wanted, 'distributed')) {
    const place = `colocate_with => '${beside ?? 'none'}'`
    await script(`select create_distributed_table('${table}', '${tenant}', ${place})`)
    beside ??= table
  }
  for (const { table } of wanted) {
    await script(`select truncate_local_data_after_distributing_table('${table}')`)
  }
  for (const { table, name, definition } of keys) {
    await script(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

const named = (plan: readonly Placed[], wanted: TableKind): string[] =>
  plan.filter(({ kind }) => kind === wanted).map(({ table }) => table)

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function foreignKeysOf(script: Script, tables: readonly Placed[]): Promise<ForeignKey[]> {
  const among = tables.map(({ table }) => `'${table}'`).join(', ')
  const rows = (await script(`
    select format('%I', c.relname), format('%I', k.conname), pg_get_constraintdef(k.oid)
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
    join pg_class f on f.oid = k.confrelid and f.relnamespace = 'public'::regnamespace
    where k.contype = 'f' and (c.relname in (${among}) or f.relname in (${among}))
    order by c.relname, k.conname`)) as [string, string, string][]
  return rows.map(([table, name, definition]) => ({ table, name, definition }))
}
