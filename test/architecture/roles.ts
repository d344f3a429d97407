/** Roles of the files of a noun, derived from their names: the table in STYLE.md. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export type Role =
  | 'surface'
  | 'routes'
  | 'legacy'
  | 'sql'
  | 'plural'
  | 'singular'
  | 'shape'
  | 'reader'
  | 'presenter'
  | 'check'
  | 'accessible'
  | 'lock'
  | 'opener'
  | 'transport'
  | 'page'
  | 'messages'
  | 'command'
  | 'part'

/** An action is named by its verb, `create-agency.ts`, and exports that one function. */
const verbs =
  'accept add alter answer append apply approve assign attach authenticate bump calculate ' +
  'cancel change claim compute copy create decide decode delete deliver disable disconnect ' +
  'enable encrypt end erase exchange expire fetch finish generate grant hold import invalidate ' +
  'invite issue list load lock mail mark match measure move on open parse perform plan price ' +
  'purge queue recalculate receive record redact redeem refresh register remove reorder replay ' +
  'report require resend reserve respond revoke rotate send serve split sweep sync test ' +
  'transition update upsert write'

/** The first match is the role of a file. */
const byName: [Role, RegExp][] = [
  ['surface', /\.(rest|graphql|worker)$/],
  ['sql', /\.sql$/],
  ['legacy', /^legacy-/],
  ['routes', /-routes$/],
  ['shape', /-(shape|body)$/],
  ['reader', /^read-/],
  ['presenter', /^present-/],
  ['check', /^(check|require|refuse)-/],
  ['accessible', /^accessible-/],
  ['lock', /^lock-/],
  ['opener', /^open-/],
  ['transport', /-transport$/],
  ['page', /-(forms|html|pages?|style)$/],
  ['singular', /-schedule$|^lead-status$/],
  ['messages', /-messages$/],
  ['command', new RegExp(`^(${verbs.split(' ').join('|')}|find-or-create)-[a-z-]+$`)],
]

const root = join(import.meta.dirname, '../..')
const rowTypes = readFileSync(join(root, 'src/rental/tables.ts'), 'utf8')
const tables = new Set(
  [...rowTypes.slice(rowTypes.indexOf('interface Tables ')).matchAll(/^ {2}(\w+):/gm)].map(
    ([, table]) => table!.replaceAll('_', '-'),
  ),
)

/** Returns the role of a file in a noun's folder. */
export function roleOf(path: string): Role {
  const folder = basename(dirname(path))
  const name = basename(path, '.ts')
  const isPlural = name === folder || tables.has(name)
  const role = byName.find(([, pattern]) => pattern.test(name))?.[0]
  if (role && !(isPlural && role === 'messages')) return role
  if (isPlural) return 'plural'
  const plurals = [`${name}s`, name.replace(/y$/, 'ies')]
  return plurals.includes(folder) ? 'singular' : 'part'
}
