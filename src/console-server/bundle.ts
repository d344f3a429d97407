/** The console's program, bundled on first need: docs/decisions/0003-bundles-for-browsers.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { asPageFile, bundleForBrowser, smallest } from '../platform/browser-bundle.ts'
import { madeOnce } from '../platform/concurrency/made-once.ts'
import type { PageFile } from '../platform/pages.ts'

export interface ConsoleBundle {
  files: Map<string, PageFile>
  /** The file of the first script, and of the style. */
  script: string
  style: string
  /** The scripts that a page loads at once, by the folder of its source; the first one's are ''. */
  preloads: Map<string, string[]>
  metafile: Metafile
  /** Every file is there as brotli, too. */
  compressed: Promise<void>
}

const folder = join(import.meta.dirname, '../console')

/** Languages of React Aria's own texts that the console speaks; there are 34. */
const others = /^import \S+ from "[^"]*\/(?!en-US|de-DE|fr-FR|es-ES)[a-z]{2}-[A-Z]{2}\.mjs";$/gm

/** A file of each widget names those of all languages: what it does not name is not even read. */
const withoutOtherLanguages: Plugin = {
  name: 'without-other-languages',
  setup(build) {
    build.onLoad({ filter: /[\\/]intlStrings\.mjs$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8'))
        .replace(others, '')
        .replace(/^ {4}"(?!en-US|de-DE|fr-FR|es-ES)[a-z]{2}-[A-Z]{2}": .*$/gm, '')
      return { contents, loader: 'js' }
    })
  },
}

/** Built when somebody first asks, and then kept in memory. */
export const bundleConsole = madeOnce(build)

async function build(): Promise<ConsoleBundle> {
  const { files: built, metafile } = await bundleForBrowser({
    folder,
    entryPoints: { console: './main.tsx', style: './style.css' },
    hashed: true,
    plugins: [withoutOtherLanguages],
    css: 'css',
  })
  const files = new Map<string, PageFile>()
  for (const [name, plain] of built) files.set(name, await asPageFile(name, plain))
  const named = (start: string) => [...files.keys()].find(name => name.startsWith(start))!
  return {
    files,
    script: named('console-'),
    style: named('style-'),
    preloads: preloadsOf(metafile),
    metafile,
    compressed: compress(files),
  }
}

/** gzip serves until it is done. */
async function compress(files: Map<string, PageFile>): Promise<void> {
  for (const file of files.values()) file.brotli = await smallest(file.plain)
}

/** By the folder of the page of its name: what its file and the first one import, and so on. */
function preloadsOf({ outputs }: Metafile): Map<string, string[]> {
  const preloads = new Map<string, string[]>()
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === 'main.tsx') preloads.set('', [...withImports(outputs, path)])
    const page = /^([a-z-]+)\/\1\.page\.tsx$/.exec(entryPoint ?? '')?.[1]
    if (page) preloads.set(page, [...withImports(outputs, path)])
  }
  return preloads
}

/** The files that come with a file, itself among them. */
export function withImports(outputs: Metafile['outputs'], path: string): Set<string> {
  const found = new Set([path])
  for (const one of found) {
    for (const { path: to, kind } of outputs[one]?.imports ?? []) {
      if (kind === 'import-statement') found.add(to)
    }
  }
  return found
}
