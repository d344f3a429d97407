import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoizeAsync } from '../../concurrency/memoize-async.ts'
import { asPageFile, bundleForBrowser } from '../../web/browser-bundle.ts'
import type { PageFile } from '../../web/pages.ts'
import { readOrBuild } from '../../web/prebuilt.ts'

/** Files by name; `build` is a content hash in their path, so they are cached forever. */
export type Bundle = { build: string; assets: Map<string, PageFile> }

const browserSource = join(import.meta.dirname, 'browser')

/**
 * Bundles the query page from `node_modules` on the first call, and then returns the same files
 * (docs/decisions/0003-bundles-for-browsers.md).
 */
export const bundleQueryPage = memoizeAsync(async (): Promise<Bundle> => {
  const { files, info } = await readOrBuild('query-page', buildQueryPage)
  return { build: info.build, assets: files }
})

/** Builds the files, with data about their inputs. */
export async function buildQueryPage() {
  const { files: scripts, metafile } = await bundleForBrowser({
    folder: browserSource,
    entryPoints: { page: './page.tsx' },
    css: 'empty',
  })
  const styles = await readFile(join(browserSource, 'page.css'))
  const files: [name: string, plain: Buffer][] = [...scripts, ['page.css', styles]]
  const assets = new Map<string, PageFile>()
  const hash = createHash('sha256')
  for (const [name, plain] of files) {
    hash.update(name).update(plain)
    assets.set(name, await asPageFile(name, plain))
  }
  return { files: assets, info: { build: hash.digest('hex').slice(0, 16) }, metafile }
}
