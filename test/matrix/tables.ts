/** The tables of versions.md, the contract's list of what each version has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const paper = join(import.meta.dirname, '../../docs/contract/versions.md')

/** Rows of the tables of a section, their cells without marks. */
export function tableRows(section: string): string[][] {
  const text = readFileSync(paper, 'utf8')
  const level = section.includes('.') ? '###' : '##'
  const start = text.search(new RegExp(`^${level} ${section.replace('.', '\\.')}[. ]`, 'm'))
  if (start < 0) throw new Error(`versions.md has no section ${section}`)
  const rest = text.slice(start + 4)
  const end = rest.search(/^#{2,3} /m)
  const lines = (end < 0 ? rest : rest.slice(0, end)).split('\n')
  const isSeparator = (line: string) => /^\|[\s|:-]+\|$/.test(line)
  return lines
    .filter(
      (line, i) => line.startsWith('|') && !isSeparator(line) && !isSeparator(lines[i + 1] ?? ''),
    )
    .map(cellsOf)
}

/** The sections that have tables, so that none is passed over. */
export function sectionsWithTables(): string[] {
  const found = new Set<string>()
  let section = ''
  for (const line of readFileSync(paper, 'utf8').split('\n')) {
    section = /^##+ (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section
    if (line.startsWith('|')) found.add(section)
  }
  return [...found]
}

function cellsOf(line: string): string[] {
  const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/)
  return cells.map(cell =>
    cell
      .replaceAll(/`|\*\*/g, '')
      .replaceAll('\\|', '|')
      .trim(),
  )
}
