/** Databases as earlier releases made them. */

import { applyMigrations, listMigrations } from '../../../src/platform/db/migrate.ts'
import { openDatabase } from '../../../src/process/database.ts'
import { createEmptyDatabaseUrl } from '../database.ts'

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
