/** Links of the documents lead to files and headings that exist. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { none, root } from './sources.ts'

const documents = globSync(['*.md', '{docs,src,test,bench,prove}/**/*.md'], { cwd: root })
  .filter(path => !path.includes('node_modules'))
  .sort()

const withoutBlocks = (text: string) => text.replace(/^ *```.*?^ *```/gms, '')

/** Returns the anchors of a document, as GitHub forms them. */
function listAnchors(path: string): Set<string> {
  const headings = withoutBlocks(readFileSync(join(root, path), 'utf8')).matchAll(/^#+ (.+)$/gm)
  const anchors = new Set<string>()
  for (const [, heading] of headings) {
    const text = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    const same = [...anchors].filter(other => other.replace(/-\d+$/, '') === anchor).length
    anchors.add(same === 0 ? anchor : `${anchor}-${same}`)
  }
  return anchors
}

/** Lists the links of a document to other documents, and to its own headings. */
function listLinks(path: string): string[] {
  const text = withoutBlocks(readFileSync(join(root, path), 'utf8')).replace(/`[^`\n]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return links.filter(target => !/^(\w+:|\/)/.test(target))
}

function leadsNowhere(document: string, link: string): boolean {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !listAnchors(target).has(anchor)
}

describe('links of the documents', () => {
  it('lead to files and headings that exist', () => {
    const links = documents.flatMap(path => listLinks(path).map(link => ({ path, link })))
    assert.ok(links.length > 300, `${links.length} links`)
    const broken = links.filter(({ path, link }) => leadsNowhere(path, link))
    none(broken.map(({ path, link }) => `${path}: ${link}`))
  })
})
