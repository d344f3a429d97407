/** Version of this program. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version of a release build, or of a checkout of the sources. */
export interface VersionInfo {
  /** Semantic version; that of a checkout that is no release is like `0.2.0-dev+c713356a`. */
  version: string
  isRelease: boolean
  /** Commit of the sources; null: unknown. */
  commit: string | null
}

const defaultRoot = join(import.meta.dirname, '..')

let running: VersionInfo | undefined

/**
 * Returns the version that this process runs, read on the first call, which is at the start of a
 * server. An upgrade may replace the files later.
 */
export function runningVersion(): VersionInfo {
  running ??= readVersion()
  return running
}

/** Returns the version as start lines and `lodgepole version` print it. */
export function versionText({ version, isRelease }: VersionInfo): string {
  return `Lodgepole ${version}${isRelease ? '' : ', which is not a release'}`
}

/**
 * Reads the version from `release.json`, which a release build writes at the root:
 * `{"version": "0.2.0", "commit": "…"}`. Without that file, the sources run from a checkout. It is
 * a release if its commit has the tag of the version and no file has changed.
 */
export function readVersion(root = defaultRoot): VersionInfo {
  const releaseFile = join(root, 'release.json')
  if (existsSync(releaseFile)) {
    const { version, commit = null } = JSON.parse(readFileSync(releaseFile, 'utf8'))
    return { version, isRelease: true, commit }
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // The package may be part of another checkout.
  const git = existsSync(join(root, '.git')) ? runGit : () => null
  const commit = git(root, ['rev-parse', '--short=8', 'HEAD'])
  const isTagged = git(root, ['tag', '--points-at', 'HEAD'])?.split('\n').includes(`v${version}`)
  if (isTagged && git(root, ['status', '--porcelain', '--untracked-files=no']) === '') {
    return { version, isRelease: true, commit }
  }
  const build = commit === null ? '' : `+${commit}`
  return { version: `${version}-dev${build}`, isRelease: false, commit }
}

/** Maximum time of git, in milliseconds. */
const gitMsMax = 2_000

/** Returns the output of git; null if it fails or is missing. */
function runGit(root: string, args: string[]): string | null {
  // The sources may belong to another user, whose files this process runs anyway.
  const options = ['-C', root, '-c', 'safe.directory=*']
  try {
    return execFileSync('git', [...options, ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: gitMsMax,
    }).trim()
  } catch {
    return null
  }
}
