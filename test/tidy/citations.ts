/** Whether what the sources cite of the contract, `contract/leads.md §4.1`, is there. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const cited = [
  '{src,test,bench,prove}/**/*.{ts,tsx,graphql,md}',
  'migrations/*.sql',
  'docs/*.md',
  'docs/decisions/*.md',
  '*.md',
]
/** A paper and the sections behind it; lists and ranges of them may go over lines of a comment. */
const citation =
  /\bcontract\/([a-z-]+\.md)((?:(?:[\s,–-]|\*|--|\/\/|\band\b|\bor\b)*§\d+(?:\.\d+)*)*)/g

/** `file: citation` of each that names a paper or a section which the contract does not have. */
export function brokenCitations(): { count: number; broken: string[] } {
  const sections = contractSections()
  const broken: string[] = []
  let count = 0
  for (const file of cited.flatMap(pattern => globSync(pattern, { cwd: root })).sort()) {
    if (file.includes('node_modules')) continue
    for (const [, paper, places] of readFileSync(join(root, file), 'utf8').matchAll(citation)) {
      count++
      const known = sections.get(paper!)
      const wanted = [...places!.matchAll(/§([\d.]*\d)/g)].map(([, section]) => section!)
      if (!known) broken.push(`${file}: ${paper}`)
      for (const section of wanted) {
        if (!known?.has(section)) broken.push(`${file}: ${paper} §${section}`)
      }
    }
  }
  return { count, broken }
}

/** By paper: its sections, each a heading or a number at the beginning of a line, item or row. */
function contractSections(): Map<string, Set<string>> {
  const papers = globSync('docs/contract/*.md', { cwd: root }).map(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const headings = text.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\b/gm)
    const numbered = text.matchAll(/^(?:\* |\| )?\**(\d+(?:\.\d+)+)\**[. ]/gm)
    return [basename(file), new Set([...headings, ...numbered].map(([, n]) => n!))] as const
  })
  return new Map(papers)
}
