/** Scripts that a page of the console needs for its first paint. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { lazyEntry, withStaticImports } from './chunk-groups.ts'

export interface PageScripts {
  /** Path below `/console`, such as `/reservations/:uid`. */
  path: string
  /** Scripts for all languages. */
  files: string[]
  /** Dictionaries by language; English has fewer, because the core contains its common texts. */
  dictionaries: Record<string, string[]>
}

const pageList = 'shell/pages.ts'

/** Row of the list of pages: its path and its source. */
const pageRow = /path: '([^']+)'[^}]*?import\('\.\.\/([^']+)'\)/g

/** Finds the scripts of all pages that are listed in `shell/pages.ts`, in the same order. */
export async function findPageScripts(
  folder: string,
  { inputs, outputs }: Metafile,
): Promise<PageScripts[]> {
  const filesByEntry = new Map(
    Object.entries(outputs).map(([file, { entryPoint }]) => [entryPoint, file] as const),
  )
  const list = await readFile(join(folder, pageList), 'utf8')
  return [...list.matchAll(pageRow)].map(([, path = '', source = '']) => {
    const dictionaries: Record<string, string[]> = {}
    for (const entry of listDictionaries(inputs, source)) {
      const language = entry.slice(entry.lastIndexOf('-') + 1)
      dictionaries[language] = [...(dictionaries[language] ?? []), filesByEntry.get(entry)!]
    }
    const file = filesByEntry.get(lazyEntry(source))!
    return { path, files: [...withStaticImports(outputs, [file])], dictionaries }
  })
}

/** Lists the entry points of the dictionaries that a page imports lazily, of all languages. */
function listDictionaries(inputs: Metafile['inputs'], page: string): Set<string> {
  const imports = [...withStaticImports(inputs, [page])].flatMap(path => inputs[path]!.imports)
  const lazy = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)
  return new Set(lazy.filter(path => path.startsWith(lazyEntry('i18n/'))))
}

/** Lists the scripts of the page at a path; none if there is no such page. */
export function listScripts(pages: PageScripts[], path: string, language: string): string[] {
  const page = pages.find(page => isMatch(page.path, path))
  return page ? [...page.files, ...(page.dictionaries[language] ?? [])] : []
}

/** Matches a path and a pattern such as `/settings/team/:uid?`. */
function isMatch(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const patternParts = pattern.split('/')
  if (pattern.endsWith('?') && parts.length < patternParts.length) patternParts.pop()
  return (
    parts.length === patternParts.length &&
    patternParts.every((part, i) => part === parts[i] || (part.startsWith(':') && parts[i] !== ''))
  )
}
