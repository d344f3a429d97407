import { execFile } from 'node:child_process'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PackageFile {
  name: string
  version: string
  description: string
  license: string
  engines: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Operating system, processor and C library of a release, as npm calls them. */
export interface Platform {
  name: string
  os: string
  cpu: string
  libc?: string
}

export const platforms: Platform[] = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
]

export async function readPackageFile(root: string): Promise<PackageFile> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
}

/**
 * Writes the package file of a release with the packages that a server imports, and locks them to
 * the versions of the sources: `npm-shrinkwrap.json` is the lock file that npm publishes.
 */
export async function writePackageFile(
  root: string,
  folder: string,
  packages: string[],
): Promise<void> {
  const { name, version, description, license, engines, ...source } = await readPackageFile(root)
  const dependencies = Object.fromEntries(
    packages.map(packageName => [packageName, source.dependencies[packageName]]),
  )
  const missing = packages.filter(packageName => source.dependencies[packageName] === undefined)
  if (missing.length > 0) throw new Error(`package.json lacks ${missing.join(', ')}`)
  const bin = { lodgepole: 'bin/lodgepole' }
  const meta = { name, version, description, license, type: 'module', engines, bin }
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...meta, dependencies }, null, 2)}\n`,
  )
  await copyFile(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  await npm(folder, ['install', '--package-lock-only', '--ignore-scripts'])
  await rename(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'))
}

/** Installs the locked packages for a platform, without files that only compilers read. */
export async function installPackages(folder: string, { os, cpu, libc }: Platform): Promise<void> {
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])]
  await npm(folder, ['ci', '--omit=dev', '--ignore-scripts', '--no-bin-links', ...target])
  await removeCompilerFiles(join(folder, 'node_modules'))
}

async function removeCompilerFiles(folder: string): Promise<void> {
  const unused = ['*.d.ts', '*.d.mts', '*.d.cts', '*.map', '*.ts.map', '*.tsbuildinfo']
  const conditions = unused.flatMap((name, i) => [...(i > 0 ? ['-o'] : []), '-name', name])
  await run('find', [folder, '-type', 'f', '(', ...conditions, ')', '-delete'])
  await rm(join(folder, '.package-lock.json'), { force: true })
}

/** Packs a folder as npm publishes it. Returns the path of the file. */
export async function packForNpm(folder: string, out: string): Promise<string> {
  const { stdout } = await npm(folder, ['pack', '--json', '--pack-destination', out])
  return join(out, JSON.parse(stdout)[0].filename)
}

/** Returns the bill of materials of the locked packages, in the form of CycloneDX. */
export async function billOfMaterials(folder: string): Promise<string> {
  const form = ['--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout } = await npm(folder, ['sbom', '--package-lock-only', '--omit=dev', ...form])
  return withoutTime(JSON.parse(stdout))
}

/** Removes what differs between two builds of the same sources. */
function withoutTime(document: { serialNumber?: string; metadata: { timestamp?: string } }) {
  document.serialNumber = undefined as never
  document.metadata.timestamp = undefined as never
  return `${JSON.stringify(document, null, 1)}\n`
}

function npm(cwd: string, args: string[]) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  return run('npm', [...args, ...quiet], { cwd, maxBuffer: 100_000_000 })
}
