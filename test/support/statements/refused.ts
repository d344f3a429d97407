/**
 * What a database that is spread over several servers refuses of a statement, or does otherwise
 * than one server: docs/decisions/0052-tenant-sharding.md.
 */
import { relationsWithoutOneAgency } from './agency-values.ts'
import { isStatement, type Node, nodesIn, strings, type Tree, within } from './parsed.ts'
import { isStable } from './stable.ts'

/** The tables by where their rows lie. */
export interface Tables {
  /** With the other rows of their agency. */
  ofTenants: ReadonlySet<string>
  /** On every server: to write them takes a lock on all. */
  shared: ReadonlySet<string>
}

type Check = (statement: Node, tables: Tables) => boolean

/** What is refused, in the words in which it is told. */
const checks = {
  'a stable expression over columns in a write': hasStable,
  'a subquery in an insert': ({ kind, tree }) => kind === 'InsertStmt' && asksWithin(tree),
  'a recursion or row lock over several agencies': isWideLock,
  'a key column set': setsKey,
  'a notification within another statement': notifiesWithin,
  'a shared table written within another statement': writesSharedWithin,
} satisfies Record<string, Check>

export type Refusal = keyof typeof checks

/** What would be refused of a statement and all that stand in it. */
export function refusalsOf(statement: Node, tables: Tables): Refusal[] {
  const statements = [...within(statement)].filter(isStatement)
  const names = Object.keys(checks) as Refusal[]
  return names.filter(name => {
    const check: Check = checks[name]
    // What stands in a statement is looked at by itself, but for what is told of the whole.
    return wholes.has(name) ? check(statement, tables) : statements.some(one => check(one, tables))
  })
}

const wholes = new Set<Refusal>([
  'a notification within another statement',
  'a shared table written within another statement',
])

function hasStable({ kind, tree }: Node, { ofTenants, shared }: Tables): boolean {
  const { relname } = (tree.relation ?? {}) as Tree
  if (!ofTenants.has(String(relname)) && !shared.has(String(relname))) return false
  const { targetList, whereClause } = (tree.onConflictClause ?? {}) as Tree
  const conflict = [targetList, whereClause, tree.returningClause]
  const written =
    kind === 'InsertStmt' ? conflict : [tree.targetList, tree.whereClause, tree.returningClause]
  return nodesIn(written).some(isStable)
}

/** Whether an insert of rows that are told asks for more; one of rows that are found may. */
function asksWithin({ selectStmt, onConflictClause, returningClause }: Tree): boolean {
  const { valuesLists } = (nodesIn(selectStmt)[0]?.tree ?? {}) as Tree
  return nodesIn([valuesLists, onConflictClause, returningClause])
    .flatMap(node => [...within(node)])
    .some(({ kind }) => kind === 'SubLink')
}

function isWideLock(statement: Node, { ofTenants }: Tables): boolean {
  const { lockingClause, withClause } = statement.tree
  const isRecursive = (withClause as Tree | undefined)?.recursive === true
  if (!lockingClause && !isRecursive) return false
  return relationsWithoutOneAgency(statement, ofTenants).length > 0
}

/** Rows stay where they are, so that not even the same agency may be written again. */
function setsKey({ kind, tree }: Node): boolean {
  const { targetList } = (kind === 'UpdateStmt' ? tree : (tree.onConflictClause ?? {})) as Tree
  return nodesIn(targetList).some(({ tree }) => tree.name === 'agency_uid')
}

/** Who listens is not on the server that a part of a statement may be sent to. */
function notifiesWithin(statement: Node, { ofTenants, shared }: Tables): boolean {
  const nodes = [...within(statement)]
  const isNotifying = ({ kind, tree }: Node) =>
    kind === 'FuncCall' && strings(tree.funcname).at(-1) === 'pg_notify'
  return nodes.some(isNotifying) && nodes.some(node => isOf(node, ofTenants) || isOf(node, shared))
}

/** Its lock on every server is taken though nothing changes, and it cannot ask rows of tenants. */
function writesSharedWithin(statement: Node, { ofTenants, shared }: Tables): boolean {
  const isWrite = ({ kind, tree }: Node) =>
    /^(?:Insert|Update|Delete)Stmt$/.test(kind) &&
    isOf({ kind: '', tree: tree.relation as Tree }, shared)
  const nodes = [...within(statement)]
  return nodes.some(isWrite) && nodes.some(node => isOf(node, ofTenants))
}

function isOf({ kind, tree }: Node, tables: ReadonlySet<string>): boolean {
  return (kind === 'RangeVar' || kind === '') && tables.has(String(tree.relname))
}
