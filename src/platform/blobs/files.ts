import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withErrorListener } from '../io/with-error-listener.ts'
import type { BlobStore } from './blob-store.ts'

/** Blob store in a folder. Keys are paths. */
export function fileBlobs(folder: string): BlobStore {
  const toPath = (key: string) => join(folder, key)
  return {
    async put(key, bytes) {
      const path = toPath(key)
      await mkdir(dirname(path), { recursive: true })
      const temporaryPath = `${path}.${randomUUID()}`
      try {
        await writeDurably(temporaryPath, bytes)
        await rename(temporaryPath, path)
      } catch (error) {
        await rm(temporaryPath, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async open(key) {
      const file = await nullIfMissing(open(toPath(key)))
      if (file === null) return null
      const { size } = await file.stat()
      return { size, stream: withErrorListener(file.createReadStream()) }
    },
    async remove(keys) {
      const paths = keys.map(toPath)
      await Promise.all(paths.map(path => rm(path, { force: true })))
      // A folder that is not empty stays.
      const folders = new Set(paths.map(dirname))
      await Promise.all([...folders].map(path => rmdir(path).catch(() => undefined)))
    },
    removeFolder: subfolder => rm(toPath(subfolder), { recursive: true, force: true }),
    async *list(subfolder, from, to) {
      const names = (await nullIfMissing(readdir(toPath(subfolder)))) ?? []
      yield* names.filter(name => name >= from && name <= to).sort()
    },
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a folder: a new file name is durable only after that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
