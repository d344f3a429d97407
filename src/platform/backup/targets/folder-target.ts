/** Backups in a folder. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../../io/private-folder.ts'
import { sync } from '../../io/sync.ts'
import { OperatorError } from '../../operator-error.ts'
import { folderFiles } from '../backup-files.ts'
import { syncAll, writeNew } from '../durable-files.ts'
import { manifestName } from '../manifest.ts'
import { type BackupTarget, type Draft, toBytes } from './backup-target.ts'

/** Infix of the names of unfinished backups. A random suffix follows it. */
const unfinishedInfix = '.unfinished-'

const unfinishedName = (name: string) =>
  `${name}${unfinishedInfix}${randomBytes(4).toString('hex')}`

/** Returns the name of the backup whose unfinished folder this is; null: it is none. */
export function unfinishedBackup(name: string): string | null {
  const end = name.indexOf(unfinishedInfix)
  return end === -1 ? null : name.slice(0, end)
}

export function folderTarget(folder: string): BackupTarget {
  return {
    name: folder,
    async list() {
      try {
        return await readdir(folder)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
    files: generation => folderFiles(join(folder, generation)),
    begin: generation => folderDraft(join(folder, generation)),
    async remove(name) {
      const isUnfinished = unfinishedBackup(name) !== null
      const path = isUnfinished ? join(folder, name) : await putAside(join(folder, name))
      if (path !== null) await rm(path, { recursive: true, force: true })
    },
  }
}

/** Gives a backup the name of an unfinished one; null: another process has deleted it. */
async function putAside(path: string): Promise<string | null> {
  const aside = unfinishedName(path)
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  await sync(dirname(path))
  return aside
}

/** Begins a backup in a new folder, which appears once the backup is complete and synced. */
export async function folderDraft(folder: string): Promise<Draft> {
  if (existsSync(folder)) throw existsError(folder)
  const draft = unfinishedName(folder)
  makePrivateFolder(draft)
  return {
    name: folder,
    folder: draft,
    put: (path, bytes) => writeNew(join(draft, path), bytes),
    remove: path => rm(join(draft, path)),
    async finish(manifest, signal) {
      await writeNew(join(draft, manifestName), toBytes(manifest))
      await syncAll(draft)
      signal?.throwIfAborted()
      await rename(draft, folder).catch(error => {
        throw ['ENOTEMPTY', 'EEXIST'].includes(error.code) ? existsError(folder) : error
      })
      await sync(dirname(folder))
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  }
}

function existsError(folder: string): Error {
  return new OperatorError(`${folder} already exists: name a new folder`)
}
