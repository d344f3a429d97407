/** Tests for changes since the branch left the main line: `npm test -- --changed`. */
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

/** Files that most files import: an import path through them does not make a test relevant. */
const sharedModules = new RegExp(
  '^src/(app|cli|workers|process/(runtime|start-work)|rental/(routes|schemas))\\.ts$|' +
    '^test/support/server\\.ts$',
)

/** Tests that cover changed files without importing them. */
const coveringTests: [changed: RegExp, tests: RegExp][] = [
  [/^src\/platform\/(rest|graphql)\//, /^test\/api\//],
  [/(\.rest|\.graphql|-shape)(\.ts)?$/, /^test\/contracts\.test\.ts$/],
  [/^docs\/contract\//, /^test\/version-matrix\/(coverage|versions)\.test\.ts$/],
  [/^test\/write-cases\//, /^test\/write-events\.test\.ts$/],
  [/^docs\/tour\.md$/, /\btour\.test\.ts$/],
  [/^migrations\//, /^src\/platform\/db\//],
]

const alwaysRun = ['test/architecture.test.ts', 'test/architecture/terminology.test.ts']

/**
 * Measures the distance of each test file to the changed files, and returns the nearest first. The
 * distance is the number of imports, or that of a file in the same folder, which the test covers
 * over HTTP.
 *
 * @param graph imports of each file
 */
export function measureDistances(
  changed: string[],
  graph: Map<string, string[]>,
): { file: string; distance: number }[] {
  const importers = importersIn(graph)
  const distances = new Map<string, number>(changed.map(path => [path, 0]))
  for (const [path, distance] of distances) {
    if (sharedModules.test(path)) continue
    for (const from of importers.get(path) ?? []) {
      if (!distances.has(from) && !sharedModules.test(from)) distances.set(from, distance + 1)
    }
  }
  const folderDistances = new Map<string, number>()
  for (const [path, distance] of distances) {
    if (!isTest(path) && !folderDistances.has(dirname(path)))
      folderDistances.set(dirname(path), distance)
  }
  const tests = [...graph.keys()].filter(isTest).flatMap(file => {
    const inFolder = isShared(file) ? undefined : folderDistances.get(dirname(file))
    const isCovering = coveringTests.some(
      ([sources, tests]) => tests.test(file) && changed.some(path => sources.test(path)),
    )
    const all = [distances.get(file), inFolder, isCovering ? 1 : undefined]
    const known = all.filter(distance => distance !== undefined)
    return known.length === 0 ? [] : [{ file, distance: Math.min(...known) }]
  })
  const remaining = tests.filter(({ file }) => !alwaysRun.includes(file))
  const first = alwaysRun.map(file => ({ file, distance: 0 }))
  return [...first, ...remaining.sort((a, b) => a.distance - b.distance)]
}

/** Lists paths that differ from the merge base with upstream, or from HEAD, including new files. */
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

/** Returns true for a path in `test/`, where files of a folder are unrelated. */
const isShared = (path: string) => path.startsWith('test/')
