/** Placement of the tables of a schema on a distributed database. */

/** Kind of a table: sharded by tenant, replicated to every node, or on the coordinator only. */
export type TableKind = 'distributed' | 'shared' | 'local'

/**
 * Exceptions of a schema from the rule that tables with the tenant first in their key are sharded.
 */
export interface Placement {
  /** Column that shards the tables which have it first in their primary key. */
  tenant: string
  /** Tables that are replicated to every node. */
  shared: ReadonlySet<string>
  /** Tables on the coordinator only. They have no foreign keys to or from others. */
  local: ReadonlySet<string>
}

/** Name and first primary key column of a table; `firstKey` is null without a primary key. */
export interface TableKey {
  name: string
  firstKey: string | null
}

/**
 * Returns the kind of a table.
 *
 * @throws Error for a table without a placement
 */
export function tableKind(placement: Placement, { name, firstKey }: TableKey): TableKind {
  if (placement.shared.has(name)) return 'shared'
  if (placement.local.has(name)) return 'local'
  if (firstKey === placement.tenant) return 'distributed'
  throw new Error(`The placement of table ${name} on a distributed database is not defined`)
}
