/** Checks citations of the contract in the sources, `contract/leads.md §4.1`. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const citingFiles = [
  '{src,test,bench,prove}/**/*.{ts,tsx,graphql,md}',
  'migrations/*.sql',
  'docs/*.md',
  'docs/reference/*.md',
  'docs/decisions/*.md',
  '*.md',
]
/**
 * Pattern of a document and its sections; lists and ranges of sections may span lines of a comment.
 */
const citation =
  /\bcontract\/([a-z-]+\.md)((?:(?:[\s,–-]|\*|--|\/\/|\band\b|\bor\b)*§\d+(?:\.\d+)*)*)/g

/** Lists each citation, `file: citation`, of a document or section that the contract lacks. */
export function brokenCitations(): { count: number; broken: string[] } {
  const sections = contractSections()
  const broken: string[] = []
  let count = 0
  for (const file of citingFiles.flatMap(pattern => globSync(pattern, { cwd: root })).sort()) {
    if (file.includes('node_modules')) continue
    for (const [, document, sectionText] of readFileSync(join(root, file), 'utf8').matchAll(
      citation,
    )) {
      count++
      const documentSections = sections.get(document!)
      const citedSections = [...sectionText!.matchAll(/§([\d.]*\d)/g)].map(
        ([, section]) => section!,
      )
      if (!documentSections) broken.push(`${file}: ${document}`)
      for (const section of citedSections) {
        if (!documentSections?.has(section)) broken.push(`${file}: ${document} §${section}`)
      }
    }
  }
  return { count, broken }
}

/**
 * Returns the sections of each document: a heading or a number at the beginning of a line, item or
 * row.
 */
function contractSections(): Map<string, Set<string>> {
  const documents = globSync('docs/contract/*.md', { cwd: root }).map(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const headings = text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\b/gm)
    const numbered = text.matchAll(/^(?:\* |\| )?\**(\d+(?:\.\d+)+)\**[. ]/gm)
    return [basename(file), new Set([...headings, ...numbered].map(([, n]) => n!))] as const
  })
  return new Map(documents)
}
