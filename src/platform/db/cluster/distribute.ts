import type { Script } from '../statements.ts'
import { type Placement, type TableKind, tableKind } from './placement.ts'

export interface PlacedTable {
  table: string
  kind: TableKind
  /** True: the table already is of that kind. */
  isPlaced: boolean
}

/**
 * Settings for a transaction that distributes tables or changes distributed ones. Shared and
 * distributed tables refer to each other, so shards are changed one after the other; a new table
 * that refers to a shared one stays an ordinary table until it is distributed itself.
 */
export const distributionSettings = `set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_local_reference_table_foreign_keys = off;
  set local citus.propagate_set_commands = 'local'; set local client_min_messages = warning`

/**
 * Plans the distribution of all tables of the schema, sorted by name.
 *
 * @throws Error for a table without a placement, or of another kind already
 */
export async function planDistribution(
  script: Script,
  placement: Placement,
): Promise<PlacedTable[]> {
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
  return rows.map(([table, firstKey, partitionMethod, replicationModel]) => {
    const kind = tableKind(placement, { name: table, firstKey })
    const current = currentKind(partitionMethod, replicationModel)
    if (current !== 'local' && current !== kind) {
      throw new Error(`The table ${table} is already ${current}, but should be ${kind}`)
    }
    return { table, kind, isPlaced: current === kind }
  })
}

/**
 * Returns the current kind of a table. The catalog of Citus also contains ordinary tables that
 * shared tables refer to, as `n` but not `t`.
 */
function currentKind(partitionMethod: string | null, replicationModel: string | null): TableKind {
  // 'h': hash-distributed; 't': replicated by two-phase commit.
  if (partitionMethod === 'h') return 'distributed'
  return partitionMethod === 'n' && replicationModel === 't' ? 'shared' : 'local'
}

/**
 * Distributes the tables of a plan that are not distributed yet, in the transaction of the script.
 * Foreign keys are dropped and added again: no order of the tables satisfies them at every step.
 * Local rows are truncated after they were moved to the shards, because later migrations would read
 * them.
 */
export async function distribute(
  script: Script,
  plan: readonly PlacedTable[],
  { tenant }: Placement,
  shards?: number,
): Promise<void> {
  const pending = plan.filter(({ isPlaced }) => !isPlaced)
  if (pending.length === 0) return
  await script(distributionSettings)
  if (shards !== undefined) await script(`set local citus.shard_count = ${shards}`)
  const keys = await listForeignKeys(script, pending)
  for (const { table, name } of keys) await script(`alter table ${table} drop constraint ${name}`)
  for (const table of tablesOfKind(pending, 'shared'))
    await script(`select create_reference_table('${table}')`)
  let colocatedTable = plan.find(({ kind, isPlaced }) => kind === 'distributed' && isPlaced)?.table
  for (const table of tablesOfKind(pending, 'distributed')) {
    const colocation = `colocate_with => '${colocatedTable ?? 'none'}'`
    await script(`select create_distributed_table('${table}', '${tenant}', ${colocation})`)
    colocatedTable ??= table
  }
  for (const { table } of pending) {
    await script(`select truncate_local_data_after_distributing_table('${table}')`)
  }
  for (const { table, name, definition } of keys) {
    await script(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

const tablesOfKind = (plan: readonly PlacedTable[], kind: TableKind): string[] =>
  plan.filter(placed => placed.kind === kind).map(({ table }) => table)

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function listForeignKeys(
  script: Script,
  tables: readonly PlacedTable[],
): Promise<ForeignKey[]> {
  const tableList = tables.map(({ table }) => `'${table}'`).join(', ')
  const rows = (await script(`
    select format('%I', c.relname), format('%I', k.conname), pg_get_constraintdef(k.oid)
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
    join pg_class f on f.oid = k.confrelid and f.relnamespace = 'public'::regnamespace
    where k.contype = 'f' and (c.relname in (${tableList}) or f.relname in (${tableList}))
    order by c.relname, k.conname`)) as [string, string, string][]
  return rows.map(([table, name, definition]) => ({ table, name, definition }))
}
