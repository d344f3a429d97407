/** Imports between the files of the repository, parsed by regular expressions for speed. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Pattern of import specifiers, types included. */
const anyImport = /(?:from|import)\s*\(?\s*'(\.[^']*)'/g

/** Pattern of imports that are erased before the file runs. */
const typeImport = /\b(?:import|export)\s+type\s[^'";]*?from\s*'\.[^']*'/g

/** Lists the files that the text of a file imports, as paths relative to the same root. */
export function importsIn(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(anyImport)].map(([, to]) => to!)
  return [...new Set(specifiers.map(to => join(dirname(path), to)))]
}

/** Returns the runtime imports of each file; paths are relative to the repository. */
export function importGraph(root: string, paths: string[]): Map<string, string[]> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return new Map(paths.map(path => [path, importsIn(path, read(path).replace(typeImport, ''))]))
}

/** Returns whether a file imports a matching one, directly or indirectly. */
export function imports(
  graph: Map<string, string[]>,
  from: string,
  matches: (path: string) => boolean,
): boolean {
  const visited = new Set([from])
  for (const path of visited) {
    if (matches(path)) return true
    for (const to of graph.get(path) ?? []) visited.add(to)
  }
  return false
}
