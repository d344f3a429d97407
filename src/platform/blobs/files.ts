import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withErrorListener } from '../streams/with-error-listener.ts'
import type { BlobStore } from './blob-store.ts'

/** Blobs as files of a folder, their keys being the paths. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, key)
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeThrough(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async open(key) {
      const file = await orNull(open(pathOf(key)))
      if (file === null) return null
      const { size } = await file.stat()
      return { size, stream: withErrorListener(file.createReadStream()) }
    },
    async remove(keys) {
      const paths = keys.map(pathOf)
      await Promise.all(paths.map(path => rm(path, { force: true })))
      // A folder that still holds something stays.
      const folders = new Set(paths.map(dirname))
      await Promise.all([...folders].map(path => rmdir(path).catch(() => undefined)))
    },
    async *list(under, from, to) {
      const names = (await orNull(readdir(pathOf(under)))) ?? []
      yield* names.filter(name => name >= from && name <= to).sort()
    },
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name lasts when its folder was written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
