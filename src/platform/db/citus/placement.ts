/** Where the tables of a schema go on a distributed database. */

/** What a table is there: split by its tenant, the same on every node, or on the coordinator. */
export type TableKind = 'distributed' | 'shared' | 'local'

/** What a schema says of its tables, besides that a key begins with the tenant. */
export interface Placement {
  /** The column that splits the tables which have it first in their primary key. */
  tenant: string
  /** Tables that every node has whole. */
  shared: ReadonlySet<string>
  /** Tables that only the coordinator has; nothing refers to them, and they refer to nothing. */
  local: ReadonlySet<string>
}

/** A table as the database describes it; `firstKey` is null without a primary key. */
export interface PlacedTable {
  name: string
  firstKey: string | null
}

/**
 * What becomes of a table.
 *
 * @throws Error for a table that nothing says anything of
 */
export function kindOf(placement: Placement, { name, firstKey }: PlacedTable): TableKind {
  if (placement.shared.has(name)) return 'shared'
  if (placement.local.has(name)) return 'local'
  if (firstKey === placement.tenant) return 'distributed'
  throw new Error(`The placement of table ${name} on a distributed database is not defined`)
}
