import type { Row, Script } from '../statements.ts'

export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz(3))'

/** Query for {@link readApplied}. */
export const appliedSql = 'select name, applied_at is not null from migrations'

export interface AppliedMigrations {
  /** Names of finished migrations, and of those whose online part has not finished. */
  known: string[]
  /** Names of those whose online part has not finished. */
  begun: Set<string>
}

export function readApplied(rows: Row[]): AppliedMigrations {
  const known = rows.map(([name]) => name as string)
  return { known, begun: new Set(known.filter((_, i) => rows[i]![1] === false)) }
}

export async function listApplied(script: Script): Promise<AppliedMigrations> {
  return readApplied(await script(appliedSql))
}

/**
 * Returns the migrations that have not finished, in order.
 *
 * @throws Error if the database was migrated by a newer release, or before the first one
 */
export function listPending(applied: AppliedMigrations, names: string[]): string[] {
  refuseUnknown(applied.known, names)
  return listUnfinished(applied, names)
}

/** Returns the migrations that have not finished, also of a database of a newer release. */
export function listUnfinished({ known, begun }: AppliedMigrations, names: string[]): string[] {
  return names.filter(name => !known.includes(name) || begun.has(name))
}

/**
 * Rejects unknown migrations. One with a known number, but another name, is from before the first
 * release, which fixed the names.
 */
function refuseUnknown(applied: string[], names: string[]): void {
  const unknown = applied.filter(name => !names.includes(name))
  if (unknown.length === 0) return
  const numbers = names.map(migrationNumber)
  if (unknown.some(name => numbers.includes(migrationNumber(name)))) {
    throw new Error(
      'The data was created before release 0.1.0 and cannot be migrated. Start with ' +
        'an empty database, or delete the data folder',
    )
  }
  throw new Error(
    `The database was migrated by a newer release: ${unknown.join(', ')}. Use that release`,
  )
}

const migrationNumber = (name: string): string => name.slice(0, name.indexOf('-'))
