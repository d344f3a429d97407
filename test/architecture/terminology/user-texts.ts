/** The texts that users read, by group. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedDocuments } from '../../generate/pinned-documents.ts'
import { root, src } from '../sources.ts'
import { withoutContractTexts } from './contract-texts.ts'
import { findBadOpening, findBadTerms } from './rules.ts'
import { parseFragments } from './source-texts.ts'

export interface UserText {
  /** `file:line`, or `file: name` in a generated document. */
  location: string
  text: string
  /** True for a description, which must begin with a noun or a verb. */
  isDescription: boolean
}

/** Lists faults as `location: fault`. */
export function listFaults(texts: UserText[]): string[] {
  return texts.flatMap(({ location, text, isDescription }) => {
    const own = withoutContractTexts(text)
    const faults = [...(isDescription ? findBadOpening(own) : []), ...findBadTerms(own)]
    return [...new Set(faults)].map(fault => `${location}: ${fault}`)
  })
}

/** Groups of texts, each with a function that lists them. */
export const groups: Record<string, () => UserText[]> = {
  openapi: () => [...descriptions(), ...graphqlDescriptions()],
  errors: () => literals(path => findGroup(path) === 'errors'),
  cli: () => literals(path => findGroup(path) === 'cli'),
  mails: () => literals(path => findGroup(path) === 'mails'),
  console: () => literals(path => findGroup(path) === 'console'),
  readme: () => markdown('README.md', 'CONTRIBUTING.md', 'STYLE.md', 'compose.yaml'),
  folders: () => markdown('{src,test,prove,bench}/**/README.md'),
  changelog: () => markdown('CHANGELOG.md'),
  docs: () =>
    markdown('docs/**/*.md').filter(
      ({ location }) => !/^docs\/(contract|decisions)\/|^docs\/glossary\.md/.test(location),
    ),
  decisions: () => markdown('docs/decisions/*.md'),
}

/** Languages other than English are proofread by people. */
const otherLanguage = /(^|[/-])(de|fr|es)(-words)?\.ts$/
const mailFolders =
  /^src\/rental\/access\/(mails|languages|console)\/|\/mail-|-(mail|html|pages?|forms)\.ts$/

/** Returns the group of a source's string literals, undefined if no user reads them. */
function findGroup(path: string): string | undefined {
  if (otherLanguage.test(path) || path.startsWith('demo/')) return
  // Their texts are in the OpenAPI documents.
  if (/(value-words|vocabulary|\/glossary)\.ts$/.test(path)) return
  if (path.startsWith('src/console/i18n/')) return 'console'
  if (path.startsWith('src/console/')) return
  if (/^src\/(cli|config|main)\b/.test(path)) return 'cli'
  return mailFolders.test(path) ? 'mails' : 'errors'
}

/** Lists string literals that are sentences or parts of one; SQL is none. */
function literals(isInGroup: (path: string) => boolean): UserText[] {
  return src
    .filter(({ path }) => isInGroup(path))
    .flatMap(({ path, text }) =>
      parseFragments(text)
        .filter(({ kind, tag }) => kind === 'string' && tag !== 'sql')
        .filter(fragment => /[a-z]+[ ,]+[a-z…'`]/i.test(fragment.text))
        .map(fragment => ({
          location: `${path}:${fragment.line}`,
          text: fragment.text,
          isDescription: false,
        })),
    )
}

/** Lists paragraphs, items and rows of documents, without blocks of code. */
function markdown(...patterns: string[]): UserText[] {
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: root }).sort())
  return files
    .filter(file => !file.includes('node_modules'))
    .flatMap(file => {
      const lines = withoutBlocks(readFileSync(join(root, file), 'utf8')).split('\n')
      return splitParagraphs(lines).map(({ line, text }) => {
        const isEntry = file === 'CHANGELOG.md' && text.startsWith('- ')
        return {
          location: `${file}:${line}`,
          text: text.replace(/^- /, ''),
          isDescription: isEntry,
        }
      })
    })
}

/** Empties code blocks, and leaves their lines in place. */
function withoutBlocks(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```/gm, block => block.replace(/[^\n]/g, ''))
}

function splitParagraphs(lines: string[]): { line: number; text: string }[] {
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

/** Lists unique descriptions and summaries of the OpenAPI documents. */
function descriptions(): UserText[] {
  const events = JSON.parse(readFileSync(join(root, 'contracts/events.json'), 'utf8'))
  const texts = new Map<string, UserText>()
  for (const [label, document] of [...pinnedDocuments(), ['events', events] as const]) {
    const visit = (value: unknown, trail: string[]) => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, child] of Object.entries(value)) {
        const isText = /^(description|summary|title)$/.test(key) && typeof child === 'string'
        if (!isText) visit(child, [...trail, key])
        else addItems(texts, `contracts, ${label}: ${trail.join('.')}`, child)
      }
    }
    visit(document, [])
  }
  return [...texts.values()]
}

/** Adds a description, and each value of an enum that it explains. */
function addItems(texts: Map<string, UserText>, location: string, text: string): void {
  for (const item of withoutBlocks(text).split(/\n\s*\n|^ *- /m)) {
    const isDescription = !item.startsWith('#')
    const description = item.replace(/^`[^`]*`: /, '').trim()
    if (description !== '' && !texts.has(description))
      texts.set(description, { location, text: description, isDescription })
  }
}

function graphqlDescriptions(): UserText[] {
  const files = globSync('contracts/*.graphql', { cwd: root }).sort().reverse()
  const texts = new Map<string, UserText>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { 1: description, index } of text.matchAll(/"""([\s\S]*?)"""/g)) {
      const line = text.slice(0, index).split('\n').length
      if (!texts.has(description!)) {
        texts.set(description!, {
          location: `${file}:${line}`,
          text: description!,
          isDescription: true,
        })
      }
    }
  }
  return [...texts.values()]
}
