import { chmod, copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { buildQueryPage } from '../../src/platform/graphql/query-page/bundle.ts'
import { buildReference } from '../../src/platform/openapi/reference/reference-script.ts'
import { compressMax } from '../../src/platform/web/browser-bundle.ts'
import { type BrowserFiles, storePrebuilt } from '../../src/platform/web/prebuilt.ts'
import { buildConsole } from '../../src/server/console/bundle.ts'
import { compileSources, listAssets } from './compile.ts'
import { packagesOf, thirdPartyNotices } from './notices.ts'
import { readPackageFile, writePackageFile } from './packages.ts'

/** Folder of a release, and the packages whose code is in its browser files. */
export interface Stage {
  folder: string
  browserPackages: string[]
}

/**
 * Writes everything of a release that is the same on each platform.
 *
 * @param commit commit of the sources; null: unknown
 */
export async function stageRelease(
  root: string,
  folder: string,
  commit: string | null,
): Promise<Stage> {
  await mkdir(folder, { recursive: true })
  const { packages } = await compileSources(root, folder)
  for (const path of listAssets(root)) await copyInto(root, folder, path)
  await mkdir(join(folder, 'bin'), { recursive: true })
  const command = join(folder, 'bin/lodgepole')
  await copyFile(join(import.meta.dirname, 'lodgepole.sh'), command)
  await chmod(command, 0o755)
  const inputs = await buildBrowserFiles(join(folder, 'browser'))
  const browserPackages = packagesOf(inputs.map(path => join(root, path)))
  await writePackageFile(root, folder, packages)
  const { version } = await readPackageFile(root)
  await writeFile(join(folder, 'release.json'), `${JSON.stringify({ version, commit })}\n`)
  await writeNotices(folder, browserPackages)
  return { folder, browserPackages }
}

async function copyInto(root: string, folder: string, path: string): Promise<void> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  await cp(join(root, path), target)
}

/** Builds the files of all pages. Returns the inputs of the bundles, relative to the root. */
async function buildBrowserFiles(folder: string): Promise<string[]> {
  const [console, queryPage, reference] = await Promise.all([
    buildConsole(),
    buildQueryPage(),
    buildReference(),
  ])
  const bundles: Record<string, BrowserFiles<unknown>> = {
    console,
    'query-page': queryPage,
    reference,
  }
  for (const [name, bundle] of Object.entries(bundles)) {
    await storePrebuilt(join(folder, name), bundle, compressMax)
  }
  return [
    'node_modules/@scalar/fastify-api-reference/package.json',
    ...inputPaths('src/console', console),
    ...inputPaths('src/platform/graphql/query-page/browser', queryPage),
  ]
}

/** Returns the inputs of a bundle, relative to the root. */
function inputPaths(folder: string, { metafile }: { metafile: Metafile }): string[] {
  return Object.keys(metafile.inputs).map(path => join(folder, path))
}

/** Writes the licenses of all packages, those of browser files included. */
export async function writeNotices(folder: string, packageFolders: string[]): Promise<void> {
  const text = `Software of others in this release, and their licenses.\n\n${thirdPartyNotices(packageFolders)}`
  await writeFile(join(folder, 'THIRD_PARTY_NOTICES.txt'), text)
}
