/** Tables of versions.md, the contract's list of the features of each version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const documentPath = join(import.meta.dirname, '../../docs/contract/versions.md')

/** Reads the rows of all tables of a section, without formatting. */
export function tableRows(section: string): string[][] {
  const text = readFileSync(documentPath, 'utf8')
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
    .map(splitCells)
}

/** Lists the sections that have tables. */
export function listSections(): string[] {
  const sections = new Set<string>()
  let section = ''
  for (const line of readFileSync(documentPath, 'utf8').split('\n')) {
    section = /^##+ (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section
    if (line.startsWith('|')) sections.add(section)
  }
  return [...sections]
}

function splitCells(line: string): string[] {
  const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/)
  return cells.map(cell =>
    cell
      .replaceAll(/`|\*\*/g, '')
      .replaceAll('\\|', '|')
      .trim(),
  )
}
