/** Few, large chunks of the console: docs/decisions/0124-console-chunks.md. */
import { basename, join, relative, sep } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/** Entry point of the console. */
export const mainSource = 'main.tsx'

/** Folders with the pages of daily work; what two of them share is part of the core. */
const dailyFolders = ['today', 'calendar', 'leads', 'quotes']

/** Bytes of minified modules that are not worth a file of their own: about 1 kB with brotli. */
const smallBytes = 4_000

/** Groups; `daily` has what a page of daily work shares with lazy parts. */
type GroupName = 'core' | 'kit' | 'overlay' | 'daily'

/** Modules by group, and the lazy files with the groups that they import. */
interface Plan {
  groups: Record<GroupName, string[]>
  lazyFiles: Map<string, { sources: string[]; imports: GroupName[] }>
}

/**
 * Plugin of two builds of one context. The first build shows what imports what; `plan` reads it.
 * The second one merges lazily imported sources of a folder to one file, and gives all modules of a
 * group the same set of entry points, for which esbuild makes one chunk.
 */
export class ChunkGroups {
  readonly #folder: string
  #plan: Plan | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  plan(metafile: Metafile): void {
    this.#plan = planGroups(metafile)
  }

  readonly plugin: Plugin = {
    name: 'chunk-groups',
    setup: build => {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir, namespace }) => {
        if (!this.#plan) return undefined
        if (kind === 'entry-point' && path === `./${mainSource}`)
          return { path: 'core', namespace: 'group' }
        if (kind !== 'dynamic-import' || namespace !== 'file') return undefined
        const source = relative(this.#folder, join(resolveDir, path)).replaceAll(sep, '/')
        return { path: lazyFileOf(source), namespace: 'lazy' }
      })
      build.onResolve({ filter: /^group:/ }, ({ path }) => {
        return { path: path.slice('group:'.length), namespace: 'group', sideEffects: true }
      })
      const load = (lines: string[]) => ({ contents: lines.join('\n'), resolveDir: this.#folder })
      const importAll = (group: GroupName) =>
        this.#plan!.groups[group].map(module => `import './${module}'`)
      build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
        const { sources, imports } = this.#plan!.lazyFiles.get(path)!
        return load([
          // The modules for each page of daily work have a chunk of their own, the group has none.
          ...imports.flatMap(group =>
            group === 'daily' ? importAll(group) : [`import 'group:${group}'`],
          ),
          ...sources.map(source => `export * from './${source}'`),
        ])
      })
      build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) =>
        load(importAll(path as GroupName)),
      )
    },
  }
}

const isPage = (source: string) => source.endsWith('.page.tsx')
const isDaily = (source: string) => isPage(source) && dailyFolders.includes(source.split('/')[0]!)

/** Returns the entry point of the file that contains a lazily imported source. */
export function lazyEntry(source: string): string {
  return `lazy:${lazyFileOf(source)}`
}

/**
 * Returns the name of the file that contains a lazily imported source: a page and a dictionary have
 * a file of their own, the others of a folder share one. The pages of settings are small.
 */
function lazyFileOf(source: string): string {
  const [folder = '', next = ''] = source.split('/')
  if (isPage(source) && folder !== 'settings') return basename(source, '.tsx')
  if (folder === 'i18n') return source.replace(/\.ts$/, '').replaceAll('/', '-')
  return folder === 'shared' && !next.includes('.') ? `${folder}-${next}` : folder
}

function planGroups({ inputs, outputs }: Metafile): Plan {
  const sourcesByFile = Map.groupBy(listLazySources(inputs), lazyFileOf)
  const lazyFiles = [...sourcesByFile].map(([name, sources]) => {
    return { name, sources, reached: withStaticImports(inputs, sources) }
  })
  const core = withStaticImports(inputs, [mainSource])
  const groups: Plan['groups'] = { core: [], kit: [], overlay: [], daily: [] }
  /** Modules that one page of daily work shares with lazy files, by page. */
  const shared = new Map<string, string[]>()
  for (const path of Object.keys(inputs)) {
    const users = lazyFiles.filter(({ reached }) => reached.has(path))
    const group = core.has(path) ? 'core' : groupOf(users.map(({ sources }) => sources[0]!))
    if (group) groups[group].push(path)
    const page = users.find(({ sources }) => isDaily(sources[0]!))
    if (group === 'daily' && page) shared.set(page.name, [...(shared.get(page.name) ?? []), path])
  }
  const bytes = bytesByModule(outputs)
  for (const modules of shared.values()) {
    if (modules.reduce((sum, path) => sum + (bytes.get(path) ?? 0), 0) > smallBytes) continue
    groups.core.push(...modules)
    groups.daily = groups.daily.filter(path => !modules.includes(path))
  }
  return {
    groups,
    lazyFiles: new Map(
      lazyFiles.map(({ name, sources, reached }) => {
        const imports: GroupName[] = ['core']
        // A group may import modules of the next ones.
        let all = reached
        for (const group of sharedGroups(sources[0]!)) {
          if (!groups[group].some(path => all.has(path))) continue
          imports.push(group)
          all = all.union(withStaticImports(inputs, groups[group]))
        }
        return [name, { sources, imports }]
      }),
    ),
  }
}

/** Returns the groups that a lazy file imports as a whole if it needs a module of them. */
function sharedGroups(source: string): GroupName[] {
  if (isDaily(source)) return ['kit']
  return isPage(source) ? ['kit', 'overlay'] : ['kit', 'overlay', 'daily']
}

/** Returns the group of a module that lazy files share; `users` has one source of each. */
function groupOf(users: string[]): GroupName | null {
  const daily = users.filter(isDaily).length
  const pages = users.filter(isPage).length
  const others = users.length - pages
  if (daily > 0 && pages > 1) return 'core'
  if (others > 0 && daily > 0) return 'daily'
  if (users.length < 2) return null
  return pages > 0 ? 'kit' : 'overlay'
}

function listLazySources(inputs: Metafile['inputs']): string[] {
  const imports = Object.values(inputs).flatMap(input => input.imports)
  const sources = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)
  return [...new Set(sources)].sort()
}

/** Returns modules, or files of the bundle, and their transitive static imports. */
export function withStaticImports(
  graph: Metafile['inputs'] | Metafile['outputs'],
  paths: string[],
): Set<string> {
  const reached = new Set(paths)
  // The loop also visits paths that it adds.
  for (const importer of reached) {
    for (const { path, kind } of graph[importer]?.imports ?? []) {
      if (kind !== 'dynamic-import' && path in graph) reached.add(path)
    }
  }
  return reached
}

function bytesByModule(outputs: Metafile['outputs']): Map<string, number> {
  const modules = Object.values(outputs).flatMap(output => Object.entries(output.inputs))
  return new Map(modules.map(([path, { bytesInOutput }]) => [path, bytesInOutput]))
}
