/**
 * Migration files. The statements of a file run in one transaction, those below the line
 * {@link onlineMarker} one at a time, without locks that make writes wait
 * (docs/decisions/0119-online-migrations.md).
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const migrationsFolder = join(import.meta.dirname, '../../../../migrations')

const onlineMarker = /^-- online:.*\n/m

/** Lists the names of the migrations of this release, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}

export interface MigrationFile {
  name: string
  /** Statements that run in one transaction. */
  transactional: string
  /** Statements that run one at a time. A repetition of any of them changes nothing. */
  online: string[]
}

export async function readMigration(name: string): Promise<MigrationFile> {
  return parseMigration(name, await readFile(join(migrationsFolder, name), 'utf8'))
}

/** Parses the text of a file. A statement of the online part ends with `;` at the end of a line. */
export function parseMigration(name: string, text: string): MigrationFile {
  const [transactional = '', ...online] = text.split(onlineMarker)
  const statements = online
    .join('')
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
  return { name, transactional, online: statements.filter(statement => statement !== '') }
}

/** Returns statements of an online part in the form for a transaction, which locks more. */
export function inOneTransaction(online: readonly string[]): string {
  return online.map(statement => statement.replace(/\bconcurrently /, '')).join(';\n')
}
