/** Columns of tables, parsed from the migrations. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parsedAll, strings, type Tree, within } from './parsed.ts'

const root = join(import.meta.dirname, '../../..')
let cachedTypes: Map<string, Set<string>> | undefined

/** Returns the types of all columns with a name, in any table: `timestamptz`, `daterange`. */
export function columnTypes(column: string): ReadonlySet<string> {
  cachedTypes ??= readTypes()
  return cachedTypes.get(column) ?? new Set()
}

function readTypes(): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>()
  for (const file of globSync('migrations/*.sql', { cwd: root })) {
    for (const { colname, typeName } of definitions(readFileSync(join(root, file), 'utf8'))) {
      const [name] = [String(colname)]
      types.set(name, (types.get(name) ?? new Set()).add(typeNameOf(typeName as Tree)))
    }
  }
  return types
}

function definitions(text: string): Tree[] {
  const definesColumns = ({ kind }: Node) => /^(?:CreateStmt|AlterTableStmt)$/.test(kind)
  return parsedAll(text)
    .filter(definesColumns)
    .flatMap(statement => [...within(statement)])
    .flatMap(({ kind, tree }) => (kind === 'ColumnDef' && tree.typeName ? [tree] : []))
}

/** Returns a type name without its schema, `timestamptz`. */
export function typeNameOf({ names }: Tree): string {
  return strings(names).at(-1)!
}
