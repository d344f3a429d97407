/** Statements parsed by PostgreSQL's own parser, which needs no server. */
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** Fields of a node; PostgreSQL's `parsenodes.h` defines them for its kind. */
export type Tree = { [part: string]: Part }
export type Part = Tree | Part[] | string | number | boolean | undefined

/** A node by the name of its kind: `SelectStmt`, `RangeVar`, `ColumnRef`. */
export interface Node {
  kind: string
  tree: Tree
}

/** Fields that hold a node directly, with the kind of that node. */
const unnamed: Record<string, string> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  relation: 'RangeVar',
  withClause: 'WithClause',
  onConflictClause: 'OnConflictClause',
  infer: 'InferClause',
  typeName: 'TypeName',
}

/** Parses the only statement of a text. @throws SqlError on a syntax error */
export function parsed(text: string): Node {
  return parsedAll(text)[0]!
}

/** Parses the statements of a text, each ended by a semicolon. */
export function parsedAll(text: string): Node[] {
  const { stmts } = parseSync(text) as unknown as { stmts: { stmt: Tree }[] }
  return stmts.flatMap(({ stmt }) => nodesIn(stmt))
}

/** Returns the direct child nodes of a field. */
export function nodesIn(part: Part): Node[] {
  if (Array.isArray(part)) return part.flatMap(nodesIn)
  if (typeof part !== 'object') return []
  return Object.entries(part).flatMap(([name, value]) => {
    if (Array.isArray(value) || typeof value !== 'object') return nodesIn(value)
    const kind = isKind(name) ? name : Object.keys(value).some(isKind) ? undefined : unnamed[name]
    return kind === undefined ? nodesIn(value) : [{ kind, tree: value }]
  })
}

/** Kinds of nodes begin with a capital, fields do not. */
function isKind(name: string): boolean {
  return /^[A-Z]/.test(name)
}

/**
 * Yields a node and all its descendants, in the order of the text; `enters` selects the nodes to
 * descend into.
 */
export function* within(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  yield node
  if (!enters(node)) return
  for (const child of nodesIn(node.tree)) yield* within(child, enters)
}

/** Returns true if a node is a statement, which has a scope of names. */
export function isStatement({ kind }: Node): boolean {
  return /^(?:Select|Insert|Update|Delete|Merge)Stmt$/.test(kind)
}

/** Returns the names of a column, `['l', 'agency_uid']`; an empty list for other nodes. */
export function columnNames({ kind, tree }: Node): string[] {
  return kind === 'ColumnRef' ? strings(tree.fields) : []
}

export function strings(part: Part): string[] {
  return nodesIn(part).flatMap(({ kind, tree }) => (kind === 'String' ? [String(tree.sval)] : []))
}

/** Returns the alias of a relation in its statement, or its name. */
export function aliasOf(relation: Tree): string {
  const alias = relation.alias as Tree | undefined
  return String(alias?.aliasname ?? relation.relname)
}
