/** Bundle of the console, built on demand: docs/decisions/0003-bundles-for-browsers.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts'
import { asPageFile, bundleForBrowser, compressMax } from '../../platform/web/browser-bundle.ts'
import type { PageFile } from '../../platform/web/pages.ts'
import { type BrowserFiles, readOrBuild } from '../../platform/web/prebuilt.ts'
import { ChunkGroups, mainSource } from './chunk-groups.ts'
import { findPageScripts, type PageScripts } from './page-scripts.ts'

interface ConsoleInfo {
  script: string
  style: string
  pages: PageScripts[]
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
  const groups = new ChunkGroups(folder)
  const { files: builtFiles, metafile } = await bundleForBrowser({
    folder,
    entryPoints: { console: `./${mainSource}`, style: './style.css' },
    hashed: true,
    plugins: [withoutOtherLanguages, groups.plugin],
    css: 'css',
    prepare: ungrouped => groups.plan(ungrouped),
  })
  const files = new Map<string, PageFile>()
  for (const [name, content] of builtFiles) {
    files.set(name, await asPageFile(name, content))
  }
  const { outputs } = metafile
  // The file of the entry point only imports this one, which contains all modules of the core.
  const script = Object.keys(outputs).find(path => mainSource in outputs[path]!.inputs)!
  const findEntry = (prefix: string) => [...files.keys()].find(name => name.startsWith(prefix))!
  files.delete(findEntry('console-'))
  const info = {
    script,
    style: findEntry('style-'),
    pages: await findPageScripts(folder, metafile),
  }
  return { files, info, metafile }
}

/** Compresses files with brotli in the background; until then they are sent with gzip. */
export async function compress(files: Map<string, PageFile>): Promise<void> {
  for (const file of files.values()) file.brotli = await compressMax(file.plain)
}
