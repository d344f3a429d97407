/** Files that do not follow a rule of names or comments yet. The lists can only shrink. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everything, type Source, written } from '../sources.ts'
import { avoidedFolders, avoidedNames, gerunds } from './names.ts'
import { commentOpenings, commentPronouns, commentTerms } from './rules.ts'

export interface Rule {
  title: string
  /** Faults by file or folder; those without any are left out. */
  faults: () => Map<string, string[]>
}

/** Rules by the name of their list, `test/tidy/vocabulary/<name>.txt`. */
export const rules: Record<string, Rule> = {
  openings: {
    title: 'comments on functions begin with a verb, on types and constants with a noun',
    faults: () => byFile(written, commentOpenings),
  },
  pronouns: {
    title: 'comments name the actor',
    faults: () => byFile(written, commentPronouns),
  },
  terms: {
    title: 'comments use standard terms',
    faults: () => byFile(written, commentTerms),
  },
  names: {
    title: 'files, folders and exports are named by standard terms',
    faults: () => new Map([...avoidedFolders(), ...byFile(everything, avoidedNames)]),
  },
  gerunds: {
    title: 'no file and no exported function is named by a gerund',
    faults: () => byFile(everything, gerunds),
  },
}

function byFile(files: Source[], check: (file: Source) => string[]): Map<string, string[]> {
  const found = files.map(file => [file.path, check(file)] as const)
  return new Map(found.filter(([, faults]) => faults.length > 0))
}

export function listPath(name: string): string {
  return join(import.meta.dirname, `${name}.txt`)
}

export function listedFiles(name: string): string[] {
  return readFileSync(listPath(name), 'utf8')
    .split('\n')
    .filter(line => line !== '')
}
