/** The texts that users read, by group. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedDocuments } from '../../generate/pinned-documents.ts'
import { root, src } from '../sources.ts'
import { withoutContractTexts } from './contract-texts.ts'
import { badOpening, badWords } from './rules.ts'
import { fragmentsOf } from './source-texts.ts'

export interface UserText {
  /** `file:line`, or `file: name` in a generated document. */
  place: string
  text: string
  /** It is a description: it must begin with a noun or a verb. */
  isDescription: boolean
}

/** Returns `place: fault` of each text that breaks a rule. */
export function faultsOf(texts: UserText[]): string[] {
  return texts.flatMap(({ place, text, isDescription }) => {
    const own = withoutContractTexts(text)
    const faults = [...(isDescription ? badOpening(own) : []), ...badWords(own)]
    return [...new Set(faults)].map(fault => `${place}: ${fault}`)
  })
}

/** Every group, with a function that lists its texts. */
export const groups: Record<string, () => UserText[]> = {
  openapi: () => [...descriptions(), ...graphqlDescriptions()],
  errors: () => literals(path => groupOf(path) === 'errors'),
  cli: () => literals(path => groupOf(path) === 'cli'),
  mails: () => literals(path => groupOf(path) === 'mails'),
  console: () => literals(path => groupOf(path) === 'console'),
  readme: () => markdown('README.md', 'CONTRIBUTING.md', 'STYLE.md', 'compose.yaml'),
  folders: () => markdown('{src,test,prove,bench}/**/README.md'),
  changelog: () => markdown('CHANGELOG.md'),
  docs: () =>
    markdown('docs/**/*.md').filter(
      ({ place }) => !/^docs\/(contract|decisions)\/|^docs\/glossary\.md/.test(place),
    ),
  decisions: () => markdown('docs/decisions/*.md'),
}

/** Languages other than English are proofread by people. */
const otherLanguage = /(^|[/-])(de|fr|es)(-words)?\.ts$/
const mailFolders =
  /^src\/rental\/access\/(mails|languages|console)\/|\/mail-|-(mail|html|pages?|forms)\.ts$/

/** Returns the group of a source's string literals, undefined if no user reads them. */
function groupOf(path: string): string | undefined {
  if (otherLanguage.test(path) || path.startsWith('demo/')) return
  // Their texts are in the OpenAPI documents.
  if (/(value-words|vocabulary|\/glossary)\.ts$/.test(path)) return
  if (path.startsWith('src/console/words/')) return 'console'
  if (path.startsWith('src/console/')) return
  if (/^src\/(cli|config|main)\b/.test(path)) return 'cli'
  return mailFolders.test(path) ? 'mails' : 'errors'
}

/** Lists string literals that are sentences or parts of one; SQL is none. */
function literals(isOfGroup: (path: string) => boolean): UserText[] {
  return src
    .filter(({ path }) => isOfGroup(path))
    .flatMap(({ path, text }) =>
      fragmentsOf(text)
        .filter(({ kind, tag }) => kind === 'string' && tag !== 'sql')
        .filter(one => /[a-z]+[ ,]+[a-z…'`]/i.test(one.text))
        .map(one => ({ place: `${path}:${one.line}`, text: one.text, isDescription: false })),
    )
}

/** Lists paragraphs, items and rows of documents, without blocks of code. */
function markdown(...patterns: string[]): UserText[] {
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: root }).sort())
  return files
    .filter(file => !file.includes('node_modules'))
    .flatMap(file => {
      const lines = withoutBlocks(readFileSync(join(root, file), 'utf8')).split('\n')
      return paragraphsOf(lines).map(({ line, text }) => {
        const isEntry = file === 'CHANGELOG.md' && text.startsWith('- ')
        return {
          place: `${file}:${line}`,
          text: text.replace(/^- /, ''),
          isDescription: isEntry,
        }
      })
    })
}

/** Empties blocks of code, and keeps the lines. */
function withoutBlocks(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```/gm, block => block.replace(/[^\n]/g, ''))
}

function paragraphsOf(lines: string[]): { line: number; text: string }[] {
  const paragraphs: { line: number; text: string }[] = []
  let isOpen = false
  lines.forEach((text, i) => {
    const begins = /^\s*([-*|#]|\d+\.)/.test(text)
    if (isOpen && !begins && text.trim() !== '') paragraphs.at(-1)!.text += ` ${text.trim()}`
    else if (text.trim() !== '') paragraphs.push({ line: i + 1, text: text.trim() })
    isOpen = text.trim() !== ''
  })
  return paragraphs
}

/** Lists descriptions and summaries of the OpenAPI documents; a text stands once. */
function descriptions(): UserText[] {
  const events = JSON.parse(readFileSync(join(root, 'contracts/events.json'), 'utf8'))
  const found = new Map<string, UserText>()
  for (const [label, document] of [...pinnedDocuments(), ['events', events] as const]) {
    const visit = (value: unknown, trail: string[]) => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, child] of Object.entries(value)) {
        const isText = /^(description|summary|title)$/.test(key) && typeof child === 'string'
        if (!isText) visit(child, [...trail, key])
        else addItems(found, `contracts, ${label}: ${trail.join('.')}`, child)
      }
    }
    visit(document, [])
  }
  return [...found.values()]
}

/** Adds a description, and each value of an enum that it explains. */
function addItems(found: Map<string, UserText>, place: string, text: string): void {
  for (const item of withoutBlocks(text).split(/\n\s*\n|^ *- /m)) {
    const isDescription = !item.startsWith('#')
    const words = item.replace(/^`[^`]*`: /, '').trim()
    if (words !== '' && !found.has(words)) found.set(words, { place, text: words, isDescription })
  }
}

function graphqlDescriptions(): UserText[] {
  const files = globSync('contracts/*.graphql', { cwd: root }).sort().reverse()
  const found = new Map<string, UserText>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { 1: words, index } of text.matchAll(/"""([\s\S]*?)"""/g)) {
      const line = text.slice(0, index).split('\n').length
      if (!found.has(words!)) {
        found.set(words!, { place: `${file}:${line}`, text: words!, isDescription: true })
      }
    }
  }
  return [...found.values()]
}
