/**
 * Statements that a distributed database refuses, or runs differently from a single server:
 * docs/decisions/0052-tenant-sharding.md.
 */
import { relationsWithoutOneAgency } from './agency-values.ts'
import { isStatement, type Node, nodesIn, strings, type Tree, within } from './parsed.ts'
import { isStable } from './stable.ts'

/** Tables by the placement of their rows. */
export interface Tables {
  /** Tables distributed by agency. */
  distributed: ReadonlySet<string>
  /** Reference tables on every node: a write locks all nodes. */
  shared: ReadonlySet<string>
}

type Check = (statement: Node, tables: Tables) => boolean

/** Checks, by the message of each violation. */
const checks = {
  'a stable expression over columns in a write': hasStable,
  'a subquery in an insert': ({ kind, tree }) => kind === 'InsertStmt' && hasSubquery(tree),
  'a recursion or row lock over several agencies': isWideLock,
  'a key column set': setsKey,
  'a notification within another statement': notifiesWithin,
  'a shared table written within another statement': writesSharedWithin,
} satisfies Record<string, Check>

export type Refusal = keyof typeof checks

/** Lists the violations of a statement and its nested statements. */
export function listRefusals(statement: Node, tables: Tables): Refusal[] {
  const statements = [...within(statement)].filter(isStatement)
  const names = Object.keys(checks) as Refusal[]
  return names.filter(name => {
    const check: Check = checks[name]
    // Nested statements are checked separately, except by checks of the whole statement.
    return wholeStatementChecks.has(name)
      ? check(statement, tables)
      : statements.some(nested => check(nested, tables))
  })
}

const wholeStatementChecks = new Set<Refusal>([
  'a notification within another statement',
  'a shared table written within another statement',
])

function hasStable({ kind, tree }: Node, { distributed, shared }: Tables): boolean {
  const { relname } = (tree.relation ?? {}) as Tree
  if (!distributed.has(String(relname)) && !shared.has(String(relname))) return false
  const { targetList, whereClause } = (tree.onConflictClause ?? {}) as Tree
  const conflict = [targetList, whereClause, tree.returningClause]
  const written =
    kind === 'InsertStmt' ? conflict : [tree.targetList, tree.whereClause, tree.returningClause]
  return nodesIn(written).some(isStable)
}

/**
 * Returns true if an insert of literal rows contains a query; an insert from a query may contain
 * one.
 */
function hasSubquery({ selectStmt, onConflictClause, returningClause }: Tree): boolean {
  const { valuesLists } = (nodesIn(selectStmt)[0]?.tree ?? {}) as Tree
  return nodesIn([valuesLists, onConflictClause, returningClause])
    .flatMap(node => [...within(node)])
    .some(({ kind }) => kind === 'SubLink')
}

function isWideLock(statement: Node, { distributed }: Tables): boolean {
  const { lockingClause, withClause } = statement.tree
  const isRecursive = (withClause as Tree | undefined)?.recursive === true
  if (!lockingClause && !isRecursive) return false
  return relationsWithoutOneAgency(statement, distributed).length > 0
}

/**
 * Returns true if a write sets a key column: rows cannot move between nodes, not even by an update
 * to the same agency.
 */
function setsKey({ kind, tree }: Node): boolean {
  const { targetList } = (kind === 'UpdateStmt' ? tree : (tree.onConflictClause ?? {})) as Tree
  return nodesIn(targetList).some(({ tree }) => tree.name === 'agency_uid')
}

/**
 * Returns true if a statement on tables also notifies: subscribers do not listen on the node to
 * which a fragment of it may be sent.
 */
function notifiesWithin(statement: Node, { distributed, shared }: Tables): boolean {
  const nodes = [...within(statement)]
  const isNotifying = ({ kind, tree }: Node) =>
    kind === 'FuncCall' && strings(tree.funcname).at(-1) === 'pg_notify'
  return (
    nodes.some(isNotifying) &&
    nodes.some(node => isRelationIn(node, distributed) || isRelationIn(node, shared))
  )
}

/**
 * Returns true if a statement on tables of tenants also writes a shared table, whose lock is taken
 * on every node even if no row changes.
 */
function writesSharedWithin(statement: Node, { distributed, shared }: Tables): boolean {
  const isWrite = ({ kind, tree }: Node) =>
    /^(?:Insert|Update|Delete)Stmt$/.test(kind) &&
    isRelationIn({ kind: '', tree: tree.relation as Tree }, shared)
  const nodes = [...within(statement)]
  return nodes.some(isWrite) && nodes.some(node => isRelationIn(node, distributed))
}

function isRelationIn({ kind, tree }: Node, tables: ReadonlySet<string>): boolean {
  return (kind === 'RangeVar' || kind === '') && tables.has(String(tree.relname))
}
