/** Earlier releases: their sources, and databases as they made them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { applyMigrations, listMigrations } from '../../../src/platform/db/migrate.ts'
import { openDatabase } from '../../../src/process/database.ts'
import { createEmptyDatabaseUrl } from '../database.ts'
import { type Cleanup, temporaryFolder } from '../temporary.ts'

/** The last migration of each release. */
const last: Record<string, string> = { '0.1.0': '0011-requests.sql' }

/** A database on the test server that a release has migrated and nobody since, by its URL. */
export async function createReleaseDatabase(release: string): Promise<string> {
  const url = await createEmptyDatabaseUrl()
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  const names = (await listMigrations()).filter(name => name <= last[release]!)
  await database.exclusively(script => applyMigrations(script, names))
  await database.close()
  return url
}

const root = join(import.meta.dirname, '../../..')

/** Whether a release can be had by its tag, which not every clone has. */
export function hasSources(tag: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${tag}^{tree}`], { cwd: root }).status === 0
}

/** The folder of a release's sources, on the packages of this one, which are no fewer. */
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
