/** Files that the documents name exist. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { none, root } from './sources.ts'

const documents = [
  '*.md',
  'docs/*.md',
  'docs/{guides,reference}/*.md',
  '{src,test,bench,prove}/**/README.md',
]
/** Documents that name files of examples, or of former releases. */
const exempt = new Set(['CHANGELOG.md', 'STYLE.md', 'docs/adding-a-resource.md'])

const files = globSync('{src,demo,test,bench,prove,tools,bin}/**/*.*', { cwd: root })
  .filter(path => !path.includes('node_modules'))
  .map(path => `/${path}`)
const folders = new Set(
  files.flatMap(path => path.split('/').map((_, i, segments) => segments.slice(0, i).join('/'))),
)

function listCited(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const cited = text.matchAll(/`([\w./-]+\.(?:ts|tsx|graphql|css))`/g)
  return [...cited].map(([, path]) => path!).filter(path => /^[\w-]/.test(path))
}

describe('documents', () => {
  it('name source files that exist', () => {
    const all = documents.flatMap(pattern => globSync(pattern, { cwd: root }))
    const cited = all
      .filter(document => !exempt.has(document) && !document.includes('node_modules'))
      .flatMap(document => listCited(document).map(path => ({ document, path })))
    assert.ok(cited.length > 200, `${cited.length} files are named`)
    const exists = (path: string) => files.some(file => file.endsWith(`/${path}`))
    none(
      cited
        .filter(({ path }) => !exists(path))
        .map(citation => `${citation.document}: ${citation.path}`),
    )
  })

  it('list by task only paths that exist', () => {
    const text = readFileSync(join(root, 'docs/where-to-look.md'), 'utf8')
    const cited = [...text.matchAll(/`([\w./-]+\/?)`/g)].map(([, path]) => path!)
    const paths = cited.filter(path => /\/|\.ts$/.test(path) && path !== 'src/')
    assert.ok(paths.length > 60, `${paths.length} paths`)
    const exists = (path: string) =>
      path.endsWith('/')
        ? folders.has(`/src/${path.slice(0, -1)}`) ||
          folders.has(`/${path.slice(0, -1)}`) ||
          path === 'migrations/'
        : files.includes(`/src/${path}`)
    none(paths.filter(path => !exists(path)))
  })
})
