import { readUnchanged } from './durable-files.ts'
import { fileIn, type Manifest, tableIn } from './manifest.ts'

/**
 * Reads all tables of a backup, before anything is begun that takes long.
 *
 * @throws Error when one is not what was written
 */
export async function checkTables(folder: string, { tables }: Manifest): Promise<void> {
  for (const { table, ...content } of tables) {
    for await (const _ of readUnchanged(tableIn(folder, table), content));
  }
}

/**
 * Reads all uploaded files of a backup.
 *
 * @throws Error when one is not what was written
 */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { key, ...content } of files) {
    for await (const _ of readUnchanged(fileIn(folder, key), content));
  }
}
