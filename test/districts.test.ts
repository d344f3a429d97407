/** The rules of docs/architecture.md on districts, folders and the names of files. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { districts, splitFolders } from './tidy/districts.ts'
import { roleOf } from './tidy/roles.ts'
import { everything, isInRental, none, rental, root } from './tidy/sources.ts'
import { upwardImports } from './tidy/upward-imports.ts'

const districtOf = (path: string) => path.split('/')[2]!
const nameOf = (path: string) => path.slice('src/rental/'.length, -'.ts'.length)

describe('districts', () => {
  it('import only from those below them, but for a list that can only shrink', () => {
    const isHigher = (to: string, from: string) =>
      isInRental(to) && districts.indexOf(districtOf(to)) > districts.indexOf(districtOf(from))
    const found = rental.flatMap(({ path, imports }) => {
      const higher = imports.filter(to => isHigher(to, path)).map(nameOf)
      return higher.length > 0 ? [[nameOf(path), higher.sort()] as const] : []
    })
    assert.deepEqual(Object.fromEntries(found), upwardImports)
  })

  it('are seven, each with a README that names its nouns', () => {
    const folders = globSync('src/rental/*/', { cwd: root }).map(path => basename(path))
    assert.deepEqual(folders.sort(), [...districts].sort())
    const unnamed = districts.flatMap(district => {
      const readme = readFileSync(join(root, 'src/rental', district, 'README.md'), 'utf8')
      const words = readme.toLowerCase().replace(/[-\s*]+/g, ' ')
      const nouns = globSync(`src/rental/${district}/*/`, { cwd: root }).map(path => basename(path))
      return nouns.filter(noun => !words.includes(noun.replaceAll('-', ' ').replace(/s$/, '')))
    })
    const isPart = (noun: string) => splitFolders.some(folder => folder.endsWith(`/${noun}`))
    none(unnamed.filter(noun => !isPart(noun)))
  })

  it('give the order of the lists of routes', () => {
    const text = readFileSync(join(root, 'src/rental/routes.ts'), 'utf8')
    const imported = text.matchAll(/^import \{([^}]*)\} from '\.\/([a-z]+)\//gm)
    const places = [...imported].flatMap(([, names, district]) =>
      names!.split(',').map(name => [name.trim(), districts.indexOf(district!)] as const),
    )
    const placeOf = new Map(places)
    for (const [, list] of text.matchAll(/^export const (?:routes|legacyRoutes) = \[([^\]]*)/gm)) {
      const order = [...list!.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => placeOf.get(name!)!)
      assert.ok(order.length > 20, 'routes are recognised')
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      )
    }
  })

  it('have the folders that nouns are said to be split into', () => {
    none(splitFolders.filter(folder => !existsSync(join(root, folder))))
  })
})

/** Folders of more than a dozen sources: a list that can only shrink. */
const large = [
  'bench/support',
  'demo',
  'prove/no-loss',
  'src/platform',
  'src/platform/db',
  'src/platform/graphql',
  'src/platform/rest',
  'src/rental/around/jobs',
  'src/rental/around/pin-codes',
  'src/rental/leads/leads',
  'src/rental/leads/orders',
  'test/fixtures',
  'test/lead-walk',
  'test/matrix',
  'test/support',
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

  it('have at most a dozen, but for those named', () => {
    assert.deepEqual(above(12).sort(), large)
  })
})

describe('the files of a noun', () => {
  it('have a role that their names tell, nearly all', () => {
    const parts = rental.filter(({ path }) => roleOf(path) === 'part')
    assert.ok(parts.length < 65, `${parts.length} files have no role`)
  })

  it('are named by a thing or an act, not by a gerund', () => {
    const isGerund = ({ path }: { path: string }) =>
      /^[a-z]+ing\.ts$/.test(basename(path)) && roleOf(path) === 'part'
    none(rental.filter(isGerund).map(({ path }) => path))
  })
})
