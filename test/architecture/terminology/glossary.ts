/** The avoided terms, parsed from the tables of docs/glossary.md, which is their only list. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

export interface Term {
  avoided: string
  standard: string
  /** Matches in sentences. */
  pattern: RegExp
  /** Words of a name, in lower case, that must follow each other. */
  names: string[][]
  /** Longer word sequences that are allowed although they contain the term. */
  exceptions: string[][]
}

const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

/** Terms that are used nowhere. */
export const nowhere = parseTerms('Nowhere')

/** Terms that are avoided in names; those of `nowhere` are, too. */
export const inNames = [...nowhere, ...parseTerms('Not in names')]

function parseTerms(heading: string): Term[] {
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  return rows.flatMap(row => {
    const [, avoided, standard] = row.split(/ ?\| ?/)
    return parseCell(avoided!).map(([term, exceptions]) => toTerm(term, exceptions, standard!))
  })
}

/** Parses "`a`, `b` except `b c`, `d`" into terms with their exceptions. */
function parseCell(cell: string): [string, string[]][] {
  const terms: [string, string[]][] = []
  for (const [, except, term] of cell.matchAll(/(except )?`([^`]+)`/g)) {
    const [last, exceptions] = terms.at(-1) ?? []
    const isFurther = exceptions?.length !== 0 && isLonger(term!, last)
    if (except || isFurther) exceptions!.push(term!)
    else terms.push([term!, []])
  }
  return terms
}

/** Returns true if a phrase contains the words of a term and more. */
function isLonger(phrase: string, term: string | undefined): boolean {
  return phrase !== term && phrase.split(' ').includes(term!)
}

function toTerm(avoided: string, exceptions: string[], standard: string): Term {
  return {
    avoided,
    standard,
    pattern: termPattern(avoided),
    names: spellings(avoided),
    exceptions: exceptions.flatMap(spellings),
  }
}

function termPattern(term: string): RegExp {
  const source = term.replaceAll('(s)', 's?').replaceAll(' ', String.raw`[\s-]+`)
  return new RegExp(String.raw`(?<![\w-])${source}(?!\w)`, 'gi')
}

/** Returns the words of a term, with and without its optional plural. */
function spellings(term: string): string[][] {
  const plain = term.replace(/[^\w ()]/g, '')
  const all = plain.includes('(s)')
    ? [plain.replaceAll('(s)', ''), plain.replaceAll('(s)', 's')]
    : [plain]
  return all.map(spelling => spelling.toLowerCase().split(' '))
}
