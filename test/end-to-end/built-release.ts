/** A release of the working tree, built once for all tests that install one. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/lodgepole/releases')

/** Platform of this machine, as releases name it. */
const platform = `${process.platform}-${process.arch}`

/** Runs `npm run release`. */
export function runRelease(...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'tools/release/run.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Returns the folder of a release for this machine; builds it unless the sources are unchanged. */
export function buildRelease(): string {
  const name = `${git('rev-parse', 'HEAD')}-${hashSources()}`
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  rmSync(cache, { recursive: true, force: true })
  const building = join(cache, `${name}.${process.pid}`)
  runRelease('--out', building, '--platform', platform)
  renameSync(building, folder)
  return folder
}

/** Returns the hash of all files that git does not ignore, as they are now. */
function hashSources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lodgepole-sources-'))
  try {
    const env = {
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(root, git('rev-parse', '--git-path', 'objects')),
    }
    mkdirSync(env.GIT_OBJECT_DIRECTORY)
    copyFileSync(resolve(root, git('rev-parse', '--git-path', 'index')), env.GIT_INDEX_FILE)
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' } as const
    execFileSync('git', ['add', '--all'], options)
    return execFileSync('git', ['write-tree'], options).trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
}

/** Returns the name of the archive in the folder of a release. */
export function archiveName(folder: string): string {
  return readdirSync(folder).find(file => file.endsWith(`-${platform}.tar.gz`))!
}
