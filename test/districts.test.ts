/** Rules of docs/architecture.md on districts, folders and file names. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { districts, splitFolders } from './architecture/districts.ts'
import { roleOf } from './architecture/roles.ts'
import { everything, none, rental, root } from './architecture/sources.ts'
import { upwardImports } from './architecture/upward-imports.ts'

const moduleName = (path: string) => path.slice('src/rental/'.length, -'.ts'.length)

describe('districts', () => {
  it('import from higher ones where that is listed, which can only shrink', () => {
    const importsByModule = new Map(
      rental.map(({ path, imports }) => [moduleName(path), imports.map(moduleName)]),
    )
    const obsolete = Object.entries(upwardImports).flatMap(([from, listed]) =>
      listed.filter(to => !importsByModule.get(from)?.includes(to)).map(to => `${from} → ${to}`),
    )
    none(obsolete)
  })

  it('are eleven, each with a README that names its nouns', () => {
    const folders = globSync('src/rental/*/', { cwd: root }).map(path => basename(path))
    assert.deepEqual(folders.sort(), [...districts].sort())
    const unnamed = districts.flatMap(district => {
      const readme = readFileSync(join(root, 'src/rental', district, 'README.md'), 'utf8')
      const readmeText = readme.toLowerCase().replace(/[-\s*]+/g, ' ')
      const nouns = globSync(`src/rental/${district}/*/`, { cwd: root })
        .map(path => path.replace(/\/$/, ''))
        .filter(folder => !splitFolders.includes(folder))
      const toNoun = (folder: string) => basename(folder).replaceAll('-', ' ').replace(/s$/, '')
      return nouns.filter(folder => !readmeText.includes(toNoun(folder)))
    })
    none(unnamed)
  })

  it('determine the order of the lists of routes', () => {
    const text = readFileSync(join(root, 'src/rental/routes.ts'), 'utf8')
    const imported = text.matchAll(/^import \{([^}]*)\} from '\.\/([a-z]+)\//gm)
    const positions = [...imported].flatMap(([, names, district]) =>
      names!.split(',').map(name => [name.trim(), districts.indexOf(district!)] as const),
    )
    const positionByRoute = new Map(positions)
    for (const [, list] of text.matchAll(/^export const (?:routes|legacyRoutes) = \[([^\]]*)/gm)) {
      const order = [...list!.matchAll(/\.\.\.(\w+)/g)].map(
        ([, name]) => positionByRoute.get(name!)!,
      )
      assert.ok(order.length > 20, 'routes are recognised')
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      )
    }
  })

  it('have the folders of split nouns', () => {
    none(splitFolders.filter(folder => !existsSync(join(root, folder))))
  })
})

/** Folders of more than a dozen sources: a list that can only shrink. */
const large = [
  'bench/support',
  'demo',
  'prove/no-loss',
  'src/console/api',
  'src/console/shared',
  'src/console/ui',
  'src/platform/db',
  'src/platform/graphql',
  'src/platform/rest',
  'src/rental/leads/leads',
  'src/rental/leads/orders',
  'src/rental/operations/jobs',
  'src/rental/operations/pin-codes',
  'test/fixtures',
  'test/lead-model',
  'test/support',
  'test/version-matrix',
]

describe('folders', () => {
  const sizes = new Map<string, number>()
  for (const { path } of everything) {
    const isSource = !path.endsWith('.test.ts')
    if (isSource) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  }
  const above = (most: number) => [...sizes].filter(([, size]) => size > most).map(([at]) => at)

  it('have at most 20 sources, tests not counted', () => {
    none(above(20))
  })

  it('have at most a dozen, except those listed', () => {
    assert.deepEqual(above(12).sort(), large)
  })
})

describe('the files of a noun', () => {
  it('have a role according to their names, with few exceptions', () => {
    const unclassified = rental.filter(({ path }) => roleOf(path) === 'part')
    assert.ok(unclassified.length < 65, `${unclassified.length} files have no role`)
  })

  it('are named by a noun or an action, not by a gerund', () => {
    const isGerund = ({ path }: { path: string }) =>
      /^[a-z]+ing\.ts$/.test(basename(path)) && roleOf(path) === 'part'
    none(rental.filter(isGerund).map(({ path }) => path))
  })
})
