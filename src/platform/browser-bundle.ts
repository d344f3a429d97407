/** Programs for browsers, bundled in memory: docs/decisions/0003-bundles-for-browsers.md. */
import { basename, extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Metafile, Plugin } from 'esbuild'
import type { PageFile } from './pages.ts'

export interface BundleOptions {
  /** The folder of the sources, which entry points are relative to. */
  folder: string
  /** What is asked for by name, and its source. */
  entryPoints: Record<string, string>
  /** Whether each file's name tells its contents. */
  hashed?: boolean
  plugins?: Plugin[]
  /** What becomes of style sheets. */
  css: 'empty' | 'css'
}

export interface BrowserBundle {
  files: [name: string, contents: Buffer][]
  /** What each file is made of; its paths are relative to the folder. */
  metafile: Metafile
}

/** Bundlings that are not done: to end the process of one ends that of all. */
let running = 0

/**
 * Bundles from `node_modules`. esbuild works in a process of its own, which stop() ends when nobody
 * needs it any more: it is loaded and runs only here.
 */
export async function bundleForBrowser(options: BundleOptions): Promise<BrowserBundle> {
  const { folder, entryPoints, hashed = false, plugins = [], css } = options
  const esbuild = await import('esbuild')
  running++
  try {
    const result = await esbuild.build({
      absWorkingDir: folder,
      entryPoints,
      outdir: folder,
      ...(hashed ? { entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' } : {}),
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
      minify: true,
      legalComments: 'none',
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.css': css, '.ttf': 'empty' },
      plugins,
      logLevel: 'silent',
    })
    const files = result.outputFiles.map(({ path, contents }): [string, Buffer] => [
      basename(path),
      Buffer.from(contents),
    ])
    return { files, metafile: result.metafile }
  } finally {
    if (--running === 0) await esbuild.stop()
  }
}

/** A file as it is sent, for browsers that take gzip and those that take nothing. */
export async function asPageFile(name: string, plain: Buffer): Promise<PageFile> {
  const language = extname(name) === '.css' ? 'css' : 'javascript'
  const type = `text/${language}; charset=utf-8`
  return { type, plain, gzipped: await promisify(gzip)(plain, { level: 9 }) }
}

/** As small as it gets, which takes longer than to build it. */
export function smallest(plain: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return promisify(brotliCompress)(plain, { params })
}
