import type { BackupFiles } from './backup-files.ts'
import type { Manifest } from './manifest.ts'
import { readTable } from './stored-tables.ts'
import { readFile } from './verified-bytes.ts'

/**
 * Reads all tables of a backup and checks their checksums, before any long operation begins.
 *
 * @throws Error when a file is damaged
 */
export async function checkTables(files: BackupFiles, { tables }: Manifest): Promise<void> {
  for (const saved of tables) for await (const _ of readTable(files, saved));
}

/**
 * Reads all uploaded files of a backup and checks their checksums.
 *
 * @throws Error when a file is damaged
 */
export async function checkFiles(files: BackupFiles, { files: saved }: Manifest): Promise<void> {
  for (const file of saved) for await (const _ of readFile(files, file));
}
