/**
 * `npm run release -- [--out FOLDER] [--platform NAME]…`: builds a release into an
 * empty folder, by default `release/`: an archive per platform, the npm package, the files of an
 * image, a bill of materials and checksums. Two builds of one commit are identical.
 */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packArchive, writeChecksums } from './archive.ts'
import { listPackages } from './notices.ts'
import {
  billOfMaterials,
  installPackages,
  type Platform,
  packForNpm,
  platforms,
  readPackageFile,
} from './packages.ts'
import { type Stage, stageRelease, writeNotices } from './stage.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'release' },
    platform: { type: 'string', multiple: true, default: platforms.map(({ name }) => name) },
  },
})

const out = resolve(values.out)
const chosen = values.platform.filter(name => name !== 'none').map(findPlatform)
const { version } = await readPackageFile(root)
const work = await mkdtemp(join(tmpdir(), 'lodgepole-release-'))
try {
  await requireEmpty(out)
  const stage = await stageRelease(
    root,
    join(work, `lodgepole-${version}`),
    git('rev-parse', 'HEAD'),
  )
  console.log(await packForNpm(stage.folder, out))
  await writeFile(join(out, `lodgepole-${version}.cdx.json`), await billOfMaterials(stage.folder))
  for (const platform of chosen) console.log(await packPlatform(stage, platform))
  await cp(join(import.meta.dirname, 'image'), join(out, 'image'), { recursive: true })
  await writeChecksums(out)
} catch (error) {
  console.error(`release: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await rm(work, { recursive: true })
}

function findPlatform(name: string): Platform {
  const platform = platforms.find(known => known.name === name)
  if (platform) return platform
  const names = platforms.map(known => known.name).join(', ')
  console.error(`release: --platform is '${name}'; it is one of ${names}`)
  process.exit(2)
}

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`)
}

async function packPlatform({ folder, browserPackages }: Stage, platform: Platform) {
  const copy = join(work, platform.name, `lodgepole-${version}`)
  await cp(folder, copy, { recursive: true })
  await installPackages(copy, platform)
  await writeNotices(copy, [...listPackages(join(copy, 'node_modules')), ...browserPackages])
  const file = join(out, `lodgepole-${version}-${platform.name}.tar.gz`)
  await packArchive(copy, file, Number(git('log', '-1', '--format=%ct')))
  return file
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
}
