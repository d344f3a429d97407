/**
 * Expressions over columns whose value depends on settings, such as the time zone: PostgreSQL calls
 * them stable. A database that replicates rows could write another value to each replica, and
 * refuses them.
 */
import { columnTypes, typeNameOf } from './columns.ts'
import {
  columnNames,
  isStatement,
  type Node,
  nodesIn,
  strings,
  type Tree,
  within,
} from './parsed.ts'

const functions = new Set([
  ...['to_char', 'concat', 'concat_ws', 'format', 'array_to_string'],
  ...['to_json', 'to_jsonb', 'row_to_json', 'json_agg', 'jsonb_agg', 'json_object_agg'],
  ...['json_build_object', 'json_build_array', 'jsonb_build_object', 'jsonb_build_array'],
])

/** Functions that are stable only for instants. */
const instantFunctions = new Set(['date_trunc', 'date_part', 'extract', 'age'])

/** Types whose text depends on the date format. */
const formattedTypes = ['timestamptz', 'timestamp', 'date', 'daterange', 'tstzrange', 'interval']

/** Returns true if an expression is stable and depends on columns. */
export function isStable(expression: Node): boolean {
  return [...within(expression, node => !isStatement(node))].some(
    node => isStableItself(node) && hasColumn(node),
  )
}

function isStableItself({ kind, tree }: Node): boolean {
  if (kind === 'FuncCall') {
    const name = strings(tree.funcname).at(-1)!
    if (functions.has(name)) return true
    return instantFunctions.has(name) && nodesIn(tree.args).some(isInstant)
  }
  if (kind === 'TypeCast') return isStableCast(tree)
  if (kind !== 'A_Expr' || !/^[-+]$/.test(strings(tree.name)[0] ?? '')) return false
  const sides = [tree.lexpr, tree.rexpr].flatMap(nodesIn)
  return sides.some(isInstant) && sides.some(isInterval)
}

function isStableCast({ arg, typeName }: Tree): boolean {
  const [source] = nodesIn([arg])
  const to = typeNameOf(typeName as Tree)
  if (isInstant(source!)) return to !== 'timestamptz'
  return to === 'text' && formattedTypes.some(type => hasType(source!, type))
}

/**
 * Returns true for an instant, which is formatted and moved by days in the time zone of the
 * session.
 */
function isInstant(node: Node): boolean {
  const { kind, tree } = node
  if (kind === 'FuncCall' && strings(tree.funcname).at(-1) === 'timezone') {
    return !nodesIn(tree.args).some(isInstant)
  }
  const isChosen = /^(?:MinMaxExpr|CoalesceExpr|CaseExpr)$/.test(kind)
  if (isChosen) return nodesIn([tree.args, tree.defresult]).some(isInstant)
  return hasType(node, 'timestamptz')
}

function hasType(node: Node, type: string): boolean {
  if (node.kind === 'TypeCast') return typeNameOf(node.tree.typeName as Tree) === type
  const column = columnNames(node).at(-1)
  return column !== undefined && columnTypes(column).has(type)
}

function isInterval(node: Node): boolean {
  if (node.kind === 'FuncCall') return strings(node.tree.funcname).at(-1) === 'make_interval'
  return hasType(node, 'interval')
}

function hasColumn(node: Node): boolean {
  return [...within(node)].some(({ kind }) => kind === 'ColumnRef')
}
