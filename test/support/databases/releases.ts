/** Sources of earlier releases, and databases that they migrated. */
import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { applyMigrations } from '../../../src/platform/db/migrations/apply-at-once.ts'
import { listMigrations } from '../../../src/platform/db/migrations/migration-files.ts'
import { openDatabase } from '../../../src/server/database.ts'
import { createEmptyDatabaseUrl } from '../database.ts'
import { type Cleanup, temporaryFolder } from '../temporary.ts'

/** Last migration of each release. */
const last = { '0.1.0': '0011-requests.sql', '0.2.0': '0052-invitations.sql' }

export type Release = keyof typeof last
export const releases = Object.keys(last) as Release[]

/** Creates a database on the test server that only a release has migrated, and returns its URL. */
export async function createReleaseDatabase(release: Release): Promise<string> {
  const url = await createEmptyDatabaseUrl()
  await migrateToRelease(url, release)
  return url
}

/** Applies the migrations of a release to an empty database. */
export async function migrateToRelease(url: string, release: Release): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  const names = (await listMigrations()).filter(name => name <= last[release])
  await database.exclusively(script => applyMigrations(script, names))
  await database.close()
}

const root = join(import.meta.dirname, '../../..')

/** Returns true if the tag of a release exists in this clone. */
export function hasSources(tag: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${tag}^{tree}`], { cwd: root }).status === 0
}

/**
 * Checks out the sources of a release and links this project's packages, which include all that it
 * requires.
 */
export async function releaseSources(cleanup: Cleanup, tag: string): Promise<string> {
  const folder = await temporaryFolder(cleanup)
  const sources = execFileSync('git', ['archive', tag, 'src', 'migrations', 'package.json'], {
    cwd: root,
    maxBuffer: 256 * 1_048_576,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
