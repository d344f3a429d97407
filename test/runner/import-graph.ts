/** Which files of the repository import which. It looks at text, so it is quick. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Imports of a file as they are written, types included. */
const anyImport = /(?:from|import)\s*\(?\s*'(\.[^']*)'/g

/** Imports that are erased before the file runs. */
const typeImport = /\b(?:import|export)\s+type\s[^'";]*?from\s*'\.[^']*'/g

/** The files that the text of a file imports, as paths like its own. */
export function importsIn(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(anyImport)].map(([, to]) => to!)
  return [...new Set(specifiers.map(to => join(dirname(path), to)))]
}

/** What each of the files imports when it runs; a path is relative to the repository. */
export function importGraph(root: string, paths: string[]): Map<string, string[]> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return new Map(paths.map(path => [path, importsIn(path, read(path).replace(typeImport, ''))]))
}

/** Whether a file imports one that fits, itself or by others. */
export function reaches(
  graph: Map<string, string[]>,
  from: string,
  fits: (path: string) => boolean,
): boolean {
  const seen = new Set([from])
  for (const path of seen) {
    if (fits(path)) return true
    for (const to of graph.get(path) ?? []) seen.add(to)
  }
  return false
}
