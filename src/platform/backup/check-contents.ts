import { readVerified } from './durable-files.ts'
import { filePath, type Manifest, tablePath } from './manifest.ts'

/**
 * Reads all tables of a backup and checks their checksums, before any long operation begins.
 *
 * @throws Error when a file is damaged
 */
export async function checkTables(folder: string, { tables }: Manifest): Promise<void> {
  for (const { table, ...content } of tables) {
    for await (const _ of readVerified(tablePath(folder, table), content));
  }
}

/**
 * Reads all uploaded files of a backup and checks their checksums.
 *
 * @throws Error when a file is damaged
 */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { key, ...content } of files) {
    for await (const _ of readVerified(filePath(folder, key), content));
  }
}
