import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { type Bundle, bundleFile, bundlesFolder, findBundle, keyOf } from './bundle.ts'

/** What a bundle of the server begins with. */
export const serverEntry = 'src/cli.ts'

/** Packages that are nothing but code, in hundreds of files each; others stay where they are. */
const inlined = ['graphql', 'kysely', 'typebox']

/** What makes a bundle what it is, besides its sources. */
const tools = ['src/server-bundle/build-bundle.ts', 'node_modules/esbuild/package.json']

/** A process that runs may yet load files of its bundle, so the last few are kept. */
const keptCount = 5

/**
 * Bundles the sources that an entry loads, unless their bundle is there.
 *
 * @param entry the path from the project's folder
 * @returns the folder of the bundle; its file has the entry's name and ends in `.mjs`
 */
export async function buildBundle(root: string, entry: string): Promise<string> {
  const current = findBundle(root)
  if (current) return current
  const folder = bundlesFolder(root)
  const read = new Map<string, Buffer>()
  const outdir = join(folder, 'one')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    // Logs tell of what kind an error is, and where in the sources it was thrown.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    plugins: [packagesWhereTheyAre, sourcesWhereTheyWere(root, outdir, read)],
    logLevel: 'silent',
  })
  const made = [...Object.keys(metafile.inputs).map(madeBy), ...tools]
  const inputs = [...new Set(made)].toSorted()
  const key = keyOf(inputs, path => read.get(path) ?? readFileSync(join(root, path)))
  await write(join(folder, key), outputFiles)
  const bundle: Bundle = { key, inputs }
  await writeWhole(join(folder, bundleFile), JSON.stringify(bundle))
  await removeOld(folder)
  return join(folder, key)
}

const packagesWhereTheyAre: Plugin = {
  name: 'packages-where-they-are',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(path)!
      return inlined.includes(name) ? undefined : { external: true }
    })
  },
}

/** To a source it looks as if it still lay in its folder. */
function sourcesWhereTheyWere(root: string, outdir: string, read: Map<string, Buffer>): Plugin {
  return {
    name: 'sources-where-they-were',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path)
        read.set(slashed(relative(root, path)), source)
        const from = slashed(relative(outdir, path))
        const contents = source
          .toString()
          .replaceAll('import.meta.url', `new URL('${from}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(from)}')`)
        return { contents, loader: 'ts' }
      })
    },
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

/** What tells whether an input has changed: of a package its version does. */
function madeBy(input: string): string {
  const [folder] = /^node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? []
  return folder ? `${folder}/package.json` : input
}

/** All of it or nothing: a process that starts now may look. */
async function write(folder: string, files: { path: string; contents: Uint8Array }[]) {
  if (await isThere(folder)) return
  const unfinished = `${folder}.${randomUUID()}`
  await mkdir(unfinished, { recursive: true })
  for (const { path, contents } of files)
    await writeFile(join(unfinished, basename(path)), contents)
  await rename(unfinished, folder).catch(async error => {
    await rm(unfinished, { recursive: true })
    // Another process may have made it meanwhile.
    if (!(await isThere(folder))) throw error
  })
}

async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, text)
  await rename(unfinished, file)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function removeOld(folder: string): Promise<void> {
  const paths = (await readdir(folder)).map(name => join(folder, name))
  // What another process has renamed meanwhile is not there.
  const look = async (path: string) => ({ path, info: await stat(path).catch(() => null) })
  const found = (await Promise.all(paths.map(look))).filter(({ info }) => info?.isDirectory())
  const old = found.toSorted((a, b) => b.info!.mtimeMs - a.info!.mtimeMs).slice(keptCount)
  for (const { path } of old) await rm(path, { recursive: true, force: true })
}
