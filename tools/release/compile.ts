import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Files that run in threads of their own: no import leads to them. */
const workers = ['src/platform/icalendar/read-worker.ts', 'src/platform/db/embedded/worker.ts']
const main = 'src/main.ts'

/** Reads of packages without an import. */
const readPackages = ['@electric-sql/pglite', 'temporal-polyfill']

/** Packages that only bundles of a checkout are built with. */
const buildPackages = ['esbuild', '@scalar/fastify-api-reference']

export interface CompiledSources {
  /** Compiled files, relative to the output folder. */
  files: string[]
  /** Names of the packages that a server imports. */
  packages: string[]
}

/**
 * Compiles the sources of a server to JavaScript, file by file in the same folders, so that paths
 * relative to a file stay true.
 */
export async function compileSources(root: string, out: string): Promise<CompiledSources> {
  const { inputs, packages } = await findReachable(root)
  await build({
    absWorkingDir: root,
    entryPoints: inputs,
    outdir: out,
    outbase: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    legalComments: 'none',
    plugins: [keepImports],
    logLevel: 'error',
  })
  return { files: inputs.map(toJavaScript), packages }
}

const toJavaScript = (path: string): string => path.replace(/\.ts$/, '.js')

const workerUrl = /(?<=new URL\('\.\/[\w-]+)\.ts(?=', import\.meta\.url\))/g

/** Plugin that compiles each file alone; it imports compiled files and starts compiled workers. */
const keepImports: Plugin = {
  name: 'keep-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: toJavaScript(path), external: true },
    )
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replace(workerUrl, '.js')
      return { contents, loader: 'ts' }
    })
  },
}

/** Follows the imports of a server. */
async function findReachable(root: string): Promise<{ inputs: string[]; packages: string[] }> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [main, ...workers],
    outdir: root,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const imports = Object.values(metafile.inputs).flatMap(input => input.imports)
  const names = imports.filter(({ external }) => external).map(({ path }) => packageName(path))
  const packages = new Set([...names, ...readPackages])
  for (const name of [...packages])
    if (name.startsWith('node:') || buildPackages.includes(name)) packages.delete(name)
  return { inputs: Object.keys(metafile.inputs).sort(), packages: [...packages].sort() }
}

/** Returns the package of a specifier: `a/b` is of `a`, `@a/b/c` of `@a/b`. */
function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!
}

/** Lists the files that a server reads, relative to the root. */
export function listAssets(root: string): string[] {
  const patterns = [
    'migrations/*.sql',
    'src/**/*.graphql',
    'demo/pictures/*',
    'docs/{introduction,versions,install,run,administration,cluster}.md',
    'docs/reference/*.md',
    'contracts/examples.json',
    'deploy/**/*',
    'CHANGELOG.md',
    'LICENSE',
  ]
  const files = patterns.flatMap(pattern => globSync(pattern, { cwd: root, withFileTypes: true }))
  return files
    .filter(file => file.isFile())
    .map(file => relative(root, join(file.parentPath, file.name)))
    .sort()
}
