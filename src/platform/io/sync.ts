import { open } from 'node:fs/promises'

/** Syncs a file, or the entries of a folder, to the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
