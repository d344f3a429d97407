import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { memoizeAsync } from '../../concurrency/memoize-async.ts'
import { asPageFile, bundleForBrowser } from '../../web/browser-bundle.ts'
import type { PageFile } from '../../web/pages.ts'

/** Files by name; `build` is a content hash in their path, so they are cached forever. */
export type Bundle = { build: string; assets: Map<string, PageFile> }

const browserSource = join(import.meta.dirname, 'browser')

/**
 * Bundles the query page from `node_modules` on the first call, and then returns the same files
 * (docs/decisions/0003-bundles-for-browsers.md).
 */
export const bundleQueryPage = memoizeAsync(build)

async function build(): Promise<Bundle> {
  const files = [...(await scripts()), ['page.css', await styles()] as const]
  const assets = new Map<string, PageFile>()
  const hash = createHash('sha256')
  for (const [name, plain] of files) {
    hash.update(name).update(plain)
    assets.set(name, await asPageFile(name, plain))
  }
  return { build: hash.digest('hex').slice(0, 16), assets }
}

async function scripts(): Promise<[name: string, contents: Buffer][]> {
  const { files } = await bundleForBrowser({
    folder: browserSource,
    entryPoints: {
      page: './page.tsx',
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    },
    // The style sheet of graphiql includes the editor's styles and fonts.
    css: 'empty',
  })
  return files
}

async function styles(): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url)
  const sheets = [resolve('graphiql/style.css'), join(browserSource, 'page.css')]
  return Buffer.concat(await Promise.all(sheets.map(sheet => readFile(sheet))))
}
