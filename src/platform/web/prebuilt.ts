/** Browser files that a release contains: docs/decisions/0121-release.md. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageFile } from './pages.ts'

/** Files of a bundle, by name, and data about them. */
export interface BrowserFiles<Info> {
  files: Map<string, PageFile>
  info: Info
}

/** Folder with a folder per bundle. A checkout has none and builds the bundles on demand. */
const prebuiltFolder = join(import.meta.dirname, '../../../browser')

const indexFile = 'index.json'

interface Index<Info> {
  /** Media types by file name. */
  types: Record<string, string>
  info: Info
}

/** Returns the bundle of a release, or builds it in a checkout. */
export async function readOrBuild<Info>(
  name: string,
  build: () => Promise<BrowserFiles<Info>>,
): Promise<BrowserFiles<Info>> {
  const folder = join(prebuiltFolder, name)
  return existsSync(folder) ? readPrebuilt(folder) : build()
}

async function readPrebuilt<Info>(folder: string): Promise<BrowserFiles<Info>> {
  const { types, info } = JSON.parse(await readFile(join(folder, indexFile), 'utf8')) as Index<Info>
  const files = new Map<string, PageFile>()
  for (const [name, type] of Object.entries(types)) {
    const read = (suffix: string) => readFile(join(folder, `${name}${suffix}`))
    const [plain, gzipped, brotli] = await Promise.all(['', '.gz', '.br'].map(read))
    files.set(name, { type, plain: plain!, gzipped: gzipped!, brotli: brotli! })
  }
  return { files, info }
}

/**
 * Stores a bundle in a release.
 *
 * @param compress compresses a file with brotli
 */
export async function storePrebuilt<Info>(
  folder: string,
  { files, info }: BrowserFiles<Info>,
  compress: (plain: Buffer) => Promise<Buffer>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const types: Record<string, string> = {}
  for (const [name, { type, plain, gzipped, brotli }] of files) {
    types[name] = type
    await writeFile(join(folder, name), plain)
    await writeFile(join(folder, `${name}.gz`), gzipped)
    await writeFile(join(folder, `${name}.br`), brotli ?? (await compress(plain)))
  }
  await writeFile(join(folder, indexFile), `${JSON.stringify({ types, info }, null, 1)}\n`)
}
