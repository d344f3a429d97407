/** Bundle of the console, built on demand: docs/decisions/0003-bundles-for-browsers.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts'
import { asPageFile, bundleForBrowser, compressMax } from '../../platform/web/browser-bundle.ts'
import type { PageFile } from '../../platform/web/pages.ts'
import { type BrowserFiles, readOrBuild } from '../../platform/web/prebuilt.ts'

interface ConsoleInfo {
  script: string
  style: string
  /** Scripts of each page, by its source folder; '' has those of the entry script. */
  preloads: Record<string, string[]>
}

export type ConsoleBundle = BrowserFiles<ConsoleInfo>

const folder = join(import.meta.dirname, '../../console')

/** Imports of React Aria translations in languages that the console does not support. */
const unusedLanguages =
  /^import \S+ from "[^"]*\/(?!en-US|de-DE|fr-FR|es-ES)[a-z]{2}-[A-Z]{2}\.mjs";$/gm

/** Plugin that removes unused translations, so that they are not read. */
const withoutOtherLanguages: Plugin = {
  name: 'without-other-languages',
  setup(build) {
    build.onLoad({ filter: /[\\/]intlStrings\.mjs$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8'))
        .replace(unusedLanguages, '')
        .replace(/^ {4}"(?!en-US|de-DE|fr-FR|es-ES)[a-z]{2}-[A-Z]{2}": .*$/gm, '')
      return { contents, loader: 'js' }
    })
  },
}

/** Returns the bundle of a release, or builds it on the first call. Then returns the same one. */
export const bundleConsole = memoizeAsync(() =>
  readOrBuild('console', async () => {
    const bundle = await buildConsole()
    void compress(bundle.files)
    return bundle
  }),
)

/** Builds the bundle, with data about its inputs. */
export async function buildConsole(): Promise<ConsoleBundle & { metafile: Metafile }> {
  const { files: builtFiles, metafile } = await bundleForBrowser({
    folder,
    entryPoints: { console: './main.tsx', style: './style.css' },
    hashed: true,
    plugins: [withoutOtherLanguages],
    css: 'css',
  })
  const files = new Map<string, PageFile>()
  for (const [name, content] of builtFiles) {
    files.set(name, await asPageFile(name, content))
  }
  // Each entry point has a file with its name and a hash.
  const findEntry = (prefix: string) => [...files.keys()].find(name => name.startsWith(prefix))!
  const info = {
    script: findEntry('console-'),
    style: findEntry('style-'),
    preloads: findPreloads(metafile),
  }
  return { files, info, metafile }
}

/** Compresses files with brotli in the background; until then they are sent with gzip. */
export async function compress(files: Map<string, PageFile>): Promise<void> {
  for (const file of files.values()) file.brotli = await compressMax(file.plain)
}

/** Returns the transitive imports of each page and of the entry script, by page folder. */
function findPreloads({ outputs }: Metafile): Record<string, string[]> {
  const preloads: Record<string, string[]> = {}
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === 'main.tsx') preloads[''] = [...withImports(outputs, path)]
    const page = /^([a-z-]+)\/\1\.page\.tsx$/.exec(entryPoint ?? '')?.[1]
    if (page) preloads[page] = [...withImports(outputs, path)]
  }
  return preloads
}

/** Returns a file and its transitive static imports. */
export function withImports(outputs: Metafile['outputs'], path: string): Set<string> {
  const files = new Set([path])
  // The loop also visits files that it adds.
  for (const file of files) {
    for (const { path: importedPath, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') files.add(importedPath)
    }
  }
  return files
}
