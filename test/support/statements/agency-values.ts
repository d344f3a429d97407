/** The rule that every relation of a statement has its agency as a value. */
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
 * The relations of `tables` that a statement asks without their agency as a value,
 * `a.agency_uid = $1`, under the names they have in it. Where the statement is for several
 * agencies, `a.agency_uid = any($1)`, others may be joined to such a relation.
 */
export function relationsWithoutAgency(statement: Node, tables: ReadonlySet<string>): string[] {
  const isForSeveral = [...within(statement)].some(isOfSeveral)
  return missing(statement, tables, isForSeveral ? isOfAgency : hasValue, new Set())
}

/** The same of exactly one agency, not of those in a list. */
export function relationsWithoutOneAgency(statement: Node, tables: ReadonlySet<string>): string[] {
  return missing(statement, tables, node => hasValue(node) && !isOfSeveral(node), new Set())
}

/** Whether a condition tells an agency. */
type Tells = (condition: Node) => boolean

const isOfAgency: Tells = () => true

function missing(
  statement: Node,
  tables: ReadonlySet<string>,
  tells: Tells,
  above: ReadonlySet<string>,
): string[] {
  const parts = new Set([...above, ...namedParts(statement.tree)])
  const told = agencyAliases(statement, tells)
  const own = relationsOf(statement)
    .filter(({ relname }) => tables.has(String(relname)) && !parts.has(String(relname)))
    .map(aliasOf)
  const inner = (node: Node): Node[] =>
    nodesIn(node.tree).flatMap(held => (isStatement(held) ? [held] : inner(held)))
  return [
    ...own.filter(alias => !told.has(alias) && !told.has(onlyRelation)),
    ...inner(statement).flatMap(held => missing(held, tables, tells, parts)),
  ]
}

/** What a column without the name of its relation belongs to. */
const onlyRelation = '*'

/** The names of the parts that a statement begins with: `with …`. */
function namedParts(tree: Tree): string[] {
  const { ctes } = (tree.withClause ?? {}) as Tree
  return nodesIn(ctes).map(({ tree }) => String(tree.ctename))
}

/** What a statement reads or changes itself; a row that is inserted carries its agency. */
function relationsOf({ kind, tree }: Node): Tree[] {
  const written = kind === 'UpdateStmt' || kind === 'DeleteStmt' ? [tree.relation as Tree] : []
  return [
    ...written,
    ...sourcesOf(tree)
      .filter(({ kind }) => kind === 'RangeVar')
      .map(treeOf),
  ]
}

function sourcesOf({ fromClause, usingClause }: Tree): Node[] {
  const entered = ({ kind }: Node) => kind === 'JoinExpr'
  return nodesIn([fromClause, usingClause]).flatMap(source => [...within(source, entered)])
}

function treeOf({ tree }: Node): Tree {
  return tree
}

/** The relations whose agency the conditions of a statement tell. */
function agencyAliases({ tree }: Node, tells: Tells): Set<string> {
  const joins = sourcesOf(tree).filter(({ kind }) => kind === 'JoinExpr')
  const conditions = [tree.whereClause, ...joins.map(({ tree }) => tree.quals)]
  return new Set(
    conditions
      .flatMap(conjuncts)
      .flatMap(condition => (tells(condition) ? agenciesIn(condition) : [])),
  )
}

function conjuncts(part: Tree[string]): Node[] {
  return nodesIn(part).flatMap(node =>
    node.kind === 'BoolExpr' && node.tree.boolop === 'AND_EXPR' ? conjuncts(node.tree.args) : node,
  )
}

/** The relations whose agency a comparison is about. */
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

/** A side of a comparison: itself, or what stands in its row or list. */
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

function isOfSeveral(node: Node): boolean {
  const isList = node.tree.kind === 'AEXPR_OP_ANY' || node.tree.kind === 'AEXPR_IN'
  return isList && agenciesIn(node).length > 0 && hasValue(node)
}
