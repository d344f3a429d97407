/** Rules for names and comments of the sources. */
import { everything, type Source, written } from '../sources.ts'
import { avoidedFolders, avoidedNames, gerunds } from './names.ts'
import { commentOpenings, commentPronouns, commentTerms } from './rules.ts'

export interface Rule {
  title: string
  /** Faults by file or folder; those without any are left out. */
  faults: () => Map<string, string[]>
}

/** Files whose names are given: this one is generated from the names of tables of release 0.1.0. */
const givenNames = new Set(['src/rental/tables.ts'])

const named = everything.filter(({ path }) => !givenNames.has(path))

export const sourceRules: Rule[] = [
  {
    title: 'comments on functions begin with a verb, on types and constants with a noun',
    faults: () => byFile(written, commentOpenings),
  },
  {
    title: 'comments name the actor',
    faults: () => byFile(written, commentPronouns),
  },
  {
    title: 'comments use standard terms',
    faults: () => byFile(written, commentTerms),
  },
  {
    title: 'files, folders and exports are named by standard terms',
    faults: () => new Map([...avoidedFolders(), ...byFile(named, avoidedNames)]),
  },
  {
    title: 'no file and no exported function is named by a gerund',
    faults: () => byFile(everything, gerunds),
  },
]

function byFile(files: Source[], check: (file: Source) => string[]): Map<string, string[]> {
  const faultsByFile = files.map(file => [file.path, check(file)] as const)
  return new Map(faultsByFile.filter(([, faults]) => faults.length > 0))
}
