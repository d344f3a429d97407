/** Checks that every relation of a statement is filtered by the value of its agency. */
import {
  aliasOf,
  columnNames,
  isStatement,
  type Node,
  nodesIn,
  strings,
  type Tree,
  within,
} from './parsed.ts'

/**
 * Lists the relations of `tables`, by their aliases, that a statement queries without a value of
 * their agency, `a.agency_uid = $1`. A statement for several agencies, `a.agency_uid = any($1)`,
 * may join other relations to such a relation.
 */
export function relationsWithoutAgency(statement: Node, tables: ReadonlySet<string>): string[] {
  const isForSeveral = [...within(statement)].some(isForSeveralAgencies)
  return listMissing(statement, tables, isForSeveral ? acceptAny : hasValue, new Set())
}

/** Lists the relations that are not filtered by exactly one agency, rather than a list. */
export function relationsWithoutOneAgency(statement: Node, tables: ReadonlySet<string>): string[] {
  return listMissing(
    statement,
    tables,
    node => hasValue(node) && !isForSeveralAgencies(node),
    new Set(),
  )
}

/** A predicate for conditions that filter by agency. */
type Predicate = (condition: Node) => boolean

const acceptAny: Predicate = () => true

function listMissing(
  statement: Node,
  tables: ReadonlySet<string>,
  predicate: Predicate,
  outerCtes: ReadonlySet<string>,
): string[] {
  const cteNames = new Set([...outerCtes, ...listCteNames(statement.tree)])
  const filtered = agencyAliases(statement, predicate)
  const own = listRelations(statement)
    .filter(({ relname }) => tables.has(String(relname)) && !cteNames.has(String(relname)))
    .map(aliasOf)
  const inner = (node: Node): Node[] =>
    nodesIn(node.tree).flatMap(child => (isStatement(child) ? [child] : inner(child)))
  return [
    ...own.filter(alias => !filtered.has(alias) && !filtered.has(onlyRelation)),
    ...inner(statement).flatMap(child => listMissing(child, tables, predicate, cteNames)),
  ]
}

/** Alias that stands for the relation of a column without a qualifier. */
const onlyRelation = '*'

/** Returns the names of common table expressions: `with …`. */
function listCteNames(tree: Tree): string[] {
  const { ctes } = (tree.withClause ?? {}) as Tree
  return nodesIn(ctes).map(({ tree }) => String(tree.ctename))
}

/**
 * Lists the relations that a statement reads or changes itself; an inserted row contains its
 * agency.
 */
function listRelations({ kind, tree }: Node): Tree[] {
  const written = kind === 'UpdateStmt' || kind === 'DeleteStmt' ? [tree.relation as Tree] : []
  return [
    ...written,
    ...listSources(tree)
      .filter(({ kind }) => kind === 'RangeVar')
      .map(toTree),
  ]
}

function listSources({ fromClause, usingClause }: Tree): Node[] {
  const isEntered = ({ kind }: Node) => kind === 'JoinExpr'
  return nodesIn([fromClause, usingClause]).flatMap(source => [...within(source, isEntered)])
}

function toTree({ tree }: Node): Tree {
  return tree
}

/** Returns the relations that the conditions of a statement filter by agency. */
function agencyAliases({ tree }: Node, predicate: Predicate): Set<string> {
  const joins = listSources(tree).filter(({ kind }) => kind === 'JoinExpr')
  const conditions = [tree.whereClause, ...joins.map(({ tree }) => tree.quals)]
  return new Set(
    conditions
      .flatMap(conjuncts)
      .flatMap(condition => (predicate(condition) ? agenciesIn(condition) : [])),
  )
}

function conjuncts(part: Tree[string]): Node[] {
  return nodesIn(part).flatMap(node =>
    node.kind === 'BoolExpr' && node.tree.boolop === 'AND_EXPR' ? conjuncts(node.tree.args) : node,
  )
}

/** Returns the relations that a comparison filters by agency. */
function agenciesIn({ kind, tree }: Node): string[] {
  if (kind !== 'A_Expr' || strings(tree.name)[0] !== '=') return []
  return [...members(tree.lexpr), ...members(tree.rexpr)]
    .map(columnNames)
    .filter(names => names.at(-1) === 'agency_uid')
    .map(names => (names.length > 1 ? names.at(-2)! : onlyRelation))
}

function hasValue({ tree }: Node): boolean {
  return [tree.lexpr, tree.rexpr].some(side => members(side).some(isValue))
}

/** Returns a side of a comparison: the node, or the elements of its row or list. */
function members(part: Tree[string]): Node[] {
  return nodesIn(part).flatMap(node => {
    if (node.kind === 'RowExpr') return members(node.tree.args)
    return node.kind === 'List' ? members(node.tree.items) : node
  })
}

function isValue({ kind, tree }: Node): boolean {
  if (kind === 'TypeCast') return nodesIn(tree.arg).every(isValue)
  return kind === 'ParamRef' || kind === 'A_Const'
}

function isForSeveralAgencies(node: Node): boolean {
  const isList = node.tree.kind === 'AEXPR_OP_ANY' || node.tree.kind === 'AEXPR_IN'
  return isList && agenciesIn(node).length > 0 && hasValue(node)
}
