/** Sources with their texts, imports and roles, for the architecture tests. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn } from '../runner/import-graph.ts'
import { type Role, roleOf } from './roles.ts'

export interface Source {
  path: string
  text: string
  /** Imported files of the repository, types included. */
  imports: string[]
}

export const root = join(import.meta.dirname, '../..')
const generated = [
  'src/rental/tables.ts',
  'src/console/api/schemas/api-schemas.ts',
  'src/console/api/api-types.ts',
]
export const everything = ['src', 'demo', 'test', 'prove', 'bench']
  .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).sort())
  .filter(path => !path.includes('node_modules'))
  .map(read)
export const written = everything.filter(({ path }) => !generated.includes(path))
export const src = written.filter(
  ({ path }) => /^(src|demo)\//.test(path) && !path.endsWith('.test.ts'),
)
export const rental = src.filter(({ path }) => isInRental(path))

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, imports: importsIn(path, text) }
}

/** Returns whether a file belongs to a noun: `src/rental/<district>/<noun>/<file>`. */
export function isInRental(path: string): boolean {
  return /^src\/rental\/[^/]+\/[^/]+\//.test(path)
}

export const isRole = (role: Role) => (path: string) => isInRental(path) && roleOf(path) === role

export function none(violations: unknown[]): void {
  assert.deepEqual(violations, [])
}

/** Lists the tables that a text writes. */
export function tablesWritten(text: string): string[] {
  const written = [
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\('(\w+)/g,
    /\b(?:insertRows?|updateRow(?:s|OrThrow)?|deleteRows?)\(\s*[^,()]+,\s*'(\w+)'/g,
    /\binsert into (\w+)/gi,
    /\bupdate (\w+)(?: as \w+| \w)? set\b/gi,
    /\bdelete from (\w+)/gi,
  ]
  return written.flatMap(pattern => [...text.matchAll(pattern)].map(([, table]) => table!))
}
