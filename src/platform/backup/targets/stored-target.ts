/** Backups in a blob store, such as an S3-compatible one. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { storedFiles } from '../backup-files.ts'
import { CountedBytes } from '../durable-files.ts'
import { manifestName } from '../manifest.ts'
import type { BackupTarget, Draft } from './backup-target.ts'

/** First and last character of the names of generations, which begin with a year. */
const nameRange = ['0', ':'] as const

/** Maximum number of parts that are uploaded at once; each is in memory. */
const uploadsMax = 4

/**
 * Returns a target in a store. The keys of a generation begin with `prefix` and its name.
 *
 * @param name URL of the prefix, for messages
 */
export function storedTarget(blobs: BlobStore, prefix: string, name: string): BackupTarget {
  return {
    name,
    list: () => Array.fromAsync(blobs.list(prefix, ...nameRange)),
    files: generation => storedFiles(blobs, `${prefix}/${generation}`, `${name}/${generation}`),
    begin: generation => uploadedDraft(blobs, `${prefix}/${generation}`, `${name}/${generation}`),
    remove: generation => removeBackup(blobs, `${prefix}/${generation}`),
  }
}

/** Removes the manifest first, so that an interrupted removal leaves no backup. */
async function removeBackup(blobs: BlobStore, prefix: string): Promise<void> {
  await blobs.remove([`${prefix}/${manifestName}`])
  await blobs.removeFolder(prefix)
}

/**
 * Begins an upload. Tables are first written to a temporary folder, so that a slow upload holds
 * neither the snapshot nor the connection of an embedded database.
 */
async function uploadedDraft(blobs: BlobStore, prefix: string, name: string): Promise<Draft> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-backup-'))
  return {
    name,
    folder,
    async put(path, bytes) {
      const counted = new CountedBytes(bytes)
      await blobs.put(`${prefix}/${path}`, await buffer(counted))
      return counted.content
    },
    remove: path => blobs.remove([`${prefix}/${path}`]),
    async finish(manifest, signal) {
      await uploadFolder(blobs, folder, prefix, signal)
      signal?.throwIfAborted()
      await blobs.put(`${prefix}/${manifestName}`, Buffer.from(manifest))
      await rm(folder, { recursive: true, force: true })
    },
    async discard() {
      await rm(folder, { recursive: true, force: true })
      // The store may be the reason of the failure. What remains is removed a day later.
      await removeBackup(blobs, prefix).catch(() => undefined)
    },
  }
}

async function uploadFolder(
  blobs: BlobStore,
  folder: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .values()
  // All uploads in progress take their paths from the same iterator.
  const uploadRemaining = async () => {
    for (const path of paths) {
      signal?.throwIfAborted()
      await blobs.put(`${prefix}/${relative(folder, path)}`, await readFile(path))
    }
  }
  await Promise.all(Array.from({ length: uploadsMax }, uploadRemaining))
}
