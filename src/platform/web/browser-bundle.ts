/** Bundles of browser scripts, built in memory: docs/decisions/0003-bundles-for-browsers.md. */
import { basename, extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuildContext, BuildOptions, BuildResult, Metafile, Plugin } from 'esbuild'
import type { PageFile } from './pages.ts'

export interface BundleOptions {
  /** Folder of the sources; entry points are relative to it. */
  folder: string
  /** Output names with their sources. */
  entryPoints: Record<string, string>
  /** True: file names contain a content hash. */
  hashed?: boolean
  plugins?: Plugin[]
  /** Loader of style sheets. */
  css: 'empty' | 'css'
  /** Called between two builds, of which the second one reuses what the first one has parsed. */
  prepare?: (metafile: Metafile) => void
}

export interface BrowserBundle {
  files: [name: string, contents: Buffer][]
  /** Inputs of each file; paths are relative to the folder. */
  metafile: Metafile
}

/** Number of running builds. They share one process of esbuild. */
let runningBuilds = 0

/**
 * Bundles sources and `node_modules`. Loads esbuild on demand, and ends its process after the last
 * build.
 */
export async function bundleForBrowser(options: BundleOptions): Promise<BrowserBundle> {
  const esbuild = await import('esbuild')
  runningBuilds++
  try {
    const context = await esbuild.context(buildOptions(options))
    const result = await rebuild(context, options.prepare).finally(() => context.dispose())
    const files = result.outputFiles.map(({ path, contents }): [string, Buffer] => [
      basename(path),
      Buffer.from(contents),
    ])
    return { files, metafile: result.metafile }
  } finally {
    if (--runningBuilds === 0) await esbuild.stop()
  }
}

type Options = ReturnType<typeof buildOptions>

function buildOptions({ folder, entryPoints, hashed = false, plugins = [], css }: BundleOptions) {
  return {
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
    loader: { '.css': css },
    plugins,
    logLevel: 'silent',
  } satisfies BuildOptions
}

async function rebuild(
  context: BuildContext<Options>,
  prepare: BundleOptions['prepare'],
): Promise<BuildResult<Options>> {
  if (prepare) prepare((await context.rebuild()).metafile)
  return context.rebuild()
}

/** Compresses a file for browsers with and without gzip. */
export async function asPageFile(name: string, plain: Buffer): Promise<PageFile> {
  const language = extname(name) === '.css' ? 'css' : 'javascript'
  const type = `text/${language}; charset=utf-8`
  return { type, plain, gzipped: await promisify(gzip)(plain, { level: 9 }) }
}

/** Compresses with maximum quality, which takes longer than the build. */
export function compressMax(plain: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return promisify(brotliCompress)(plain, { params })
}
