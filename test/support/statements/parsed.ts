/** Statements as PostgreSQL's own parser reads them, which needs no server. */
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** A part of a statement; what it holds is as PostgreSQL's `parsenodes.h` says of its kind. */
export type Tree = { [part: string]: Part }
export type Part = Tree | Part[] | string | number | boolean | undefined

/** A part by the name of its kind: `SelectStmt`, `RangeVar`, `ColumnRef`. */
export interface Node {
  kind: string
  tree: Tree
}

/** Parts that a tree holds without the name of their kind. */
const unnamed: Record<string, string> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  relation: 'RangeVar',
  withClause: 'WithClause',
  onConflictClause: 'OnConflictClause',
  infer: 'InferClause',
  typeName: 'TypeName',
}

/** The statement of a text. @throws SqlError when PostgreSQL could not read it either */
export function parsed(text: string): Node {
  return parsedAll(text)[0]!
}

/** The statements of a text, each ended by a semicolon. */
export function parsedAll(text: string): Node[] {
  const { stmts } = parseSync(text) as unknown as { stmts: { stmt: Tree }[] }
  return stmts.flatMap(({ stmt }) => nodesIn(stmt))
}

/** The nodes that stand directly in a part. */
export function nodesIn(part: Part): Node[] {
  if (Array.isArray(part)) return part.flatMap(nodesIn)
  if (typeof part !== 'object') return []
  return Object.entries(part).flatMap(([name, held]) => {
    if (Array.isArray(held) || typeof held !== 'object') return nodesIn(held)
    const kind = isKind(name) ? name : Object.keys(held).some(isKind) ? undefined : unnamed[name]
    return kind === undefined ? nodesIn(held) : [{ kind, tree: held }]
  })
}

/** Kinds are written large, the parts of a node small. */
function isKind(name: string): boolean {
  return /^[A-Z]/.test(name)
}

/** A node and all below it, in the order of the text; `enters` tells of which the parts count. */
export function* within(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  yield node
  if (!enters(node)) return
  for (const held of nodesIn(node.tree)) yield* within(held, enters)
}

/** Whether a node is a statement, so that the names in it are its own. */
export function isStatement({ kind }: Node): boolean {
  return /^(?:Select|Insert|Update|Delete|Merge)Stmt$/.test(kind)
}

/** The names of a column, `['l', 'agency_uid']`; of another node none. */
export function columnNames({ kind, tree }: Node): string[] {
  return kind === 'ColumnRef' ? strings(tree.fields) : []
}

/** The texts of a list of names. */
export function strings(part: Part): string[] {
  return nodesIn(part).flatMap(({ kind, tree }) => (kind === 'String' ? [String(tree.sval)] : []))
}

/** The name that a relation goes by in its statement. */
export function aliasOf(relation: Tree): string {
  const alias = relation.alias as Tree | undefined
  return String(alias?.aliasname ?? relation.relname)
}
