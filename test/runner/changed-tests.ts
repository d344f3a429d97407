/** The tests of what has changed since the branch left the main line: `npm test -- --changed`. */
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

/** What everything hangs on: that a change is reached through these says nothing. */
const lists = new RegExp(
  '^src/(app|cli|workers|process/(runtime|start-work)|rental/(routes|schemas))\\.ts$|' +
    '^test/support/server\\.ts$',
)

/** What a change touches besides: files of tests that no import leads to. */
const besideThese: [changed: RegExp, tests: RegExp][] = [
  [/^src\/platform\/(rest|graphql)\//, /^test\/general\//],
  [/(\.rest|\.graphql|-shape)(\.ts)?$/, /^test\/contracts\.test\.ts$/],
  [/^docs\/contract\//, /^test\/matrix\/(coverage|versions)\.test\.ts$/],
  [/^test\/writes\//, /^test\/every-write\.test\.ts$/],
  [/^docs\/tour\.md$/, /\btour\.test\.ts$/],
  [/^migrations\//, /^src\/platform\/db\//],
]

const always = ['test/tidy.test.ts', 'test/tidy/vocabulary.test.ts']

/**
 * How far each file of tests is from what has changed, the nearest first: by imports, or because it
 * stands beside a file that the change reaches, which it tests over HTTP.
 *
 * @param graph what each file imports
 */
export function distancesOf(
  changed: string[],
  graph: Map<string, string[]>,
): { file: string; distance: number }[] {
  const importers = importersIn(graph)
  const distances = new Map<string, number>(changed.map(path => [path, 0]))
  for (const [path, distance] of distances) {
    if (lists.test(path)) continue
    for (const from of importers.get(path) ?? []) {
      if (!distances.has(from) && !lists.test(from)) distances.set(from, distance + 1)
    }
  }
  const besides = new Map<string, number>()
  for (const [path, distance] of distances) {
    if (!isTest(path) && !besides.has(dirname(path))) besides.set(dirname(path), distance)
  }
  const tests = [...graph.keys()].filter(isTest).flatMap(file => {
    const beside = isShared(file) ? undefined : besides.get(dirname(file))
    const isNamed = besideThese.some(
      ([touching, tests]) => tests.test(file) && changed.some(path => touching.test(path)),
    )
    const all = [distances.get(file), beside, isNamed ? 1 : undefined]
    const found = all.filter(distance => distance !== undefined)
    return found.length === 0 ? [] : [{ file, distance: Math.min(...found) }]
  })
  const others = tests.filter(({ file }) => !always.includes(file))
  const first = always.map(file => ({ file, distance: 0 }))
  return [...first, ...others.sort((a, b) => a.distance - b.distance)]
}

/** Paths that differ from where this branch left its upstream, or from HEAD; new files, too. */
export function changedFiles(): string[] {
  const base = ['@{upstream}', 'origin/main', 'origin/HEAD', 'main']
    .map(name => git('merge-base', 'HEAD', name)[0])
    .find(commit => commit !== undefined)
  const differing = git('diff', '--name-only', base ?? 'HEAD')
  return [...differing, ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function importersIn(graph: Map<string, string[]>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [from, all] of graph) {
    for (const to of all) importers.set(to, [...(importers.get(to) ?? []), from])
  }
  return importers
}

const isTest = (path: string) => path.endsWith('.test.ts')

/** In `test/` a file that stands beside another has nothing to do with it. */
const isShared = (path: string) => path.startsWith('test/')
