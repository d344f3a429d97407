/** What the files of a noun are, told by their names: the table in STYLE.md. */
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
  | 'reached'
  | 'lock'
  | 'opener'
  | 'transport'
  | 'page'
  | 'words'
  | 'act'
  | 'part'

/** An act is named by what it does, `create-agency.ts`, and exports that one function. */
const verbs =
  'accept add admit alter answer apply approve assign begin bind cancel change claim create ' +
  'decide delete deliver disable disconnect draw enable end erase exchange fetch finish follow ' +
  'grant hold import invite issue keep lapse mail mark match measure move perform plan ' +
  'prepare price queue receive record redeem refresh register remove replay report resend ' +
  'respond revoke rotate ' +
  'seal send settle share split sweep sync test touch write'

/** The first that fits is what a file is. */
const byName: [Role, RegExp][] = [
  ['surface', /\.(rest|graphql|worker)$/],
  ['sql', /\.sql$/],
  ['legacy', /^legacy-/],
  ['routes', /-routes$/],
  ['shape', /-(shape|body)$/],
  ['reader', /^read-/],
  ['presenter', /^present-/],
  ['check', /^(check|require|refuse)-/],
  ['reached', /^reached-/],
  ['lock', /^lock-/],
  ['opener', /^open-/],
  ['transport', /-transport$/],
  ['page', /-(forms|html|pages?|style)$/],
  ['singular', /-schedule$/],
  ['words', /-words$/],
  ['act', new RegExp(`^(${verbs.split(' ').join('|')}|find-or-make)-[a-z-]+$`)],
]

const root = join(import.meta.dirname, '../..')
const rowTypes = readFileSync(join(root, 'src/rental/tables.ts'), 'utf8')
const tables = new Set(
  [...rowTypes.slice(rowTypes.indexOf('interface Tables ')).matchAll(/^ {2}(\w+):/gm)].map(
    ([, table]) => table!.replaceAll('_', '-'),
  ),
)

/** The role of a file of a noun's folder. */
export function roleOf(path: string): Role {
  const folder = basename(dirname(path))
  const name = basename(path, '.ts')
  const isPlural = name === folder || tables.has(name)
  const role = byName.find(([, pattern]) => pattern.test(name))?.[0]
  if (role) return role
  if (isPlural) return 'plural'
  const plurals = [`${name}s`, name.replace(/y$/, 'ies')]
  return plurals.includes(folder) ? 'singular' : 'part'
}
