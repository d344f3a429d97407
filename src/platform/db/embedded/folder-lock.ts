import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeLockOwner, removeLockOwner, writeLockOwner } from './lock-owner.ts'

/** Maximum wait for other processes that take or release the lock, in milliseconds. */
const waitMs = 500

/** SQLite's code for a lock that another connection holds. */
const sqliteBusy = 5

/** Locks of this process. Without a reference, the garbage collector would release them. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks a data folder for one process of this machine: two processes would destroy it.
 *
 * The lock is an open exclusive transaction on an empty SQLite database next to the folder. The
 * kernel holds it by file, whatever namespace a process is in, and releases it when the process
 * ends, however it ends (docs/decisions/0002-embedded-database.md). This process must not open that
 * file in any other way, because POSIX drops all its locks when it closes the file.
 *
 * @returns a function that releases the lock
 * @throws Error that names the holder
 */
export function lockFolder(folder: string): () => void {
  const path = folder.replace(/[/\\]+$/, '')
  const [lockFile, ownerFile] = [`${path}.lock.sqlite`, `${path}.lock`]
  // SQLite opens a read-only file without an error, and would then lock nothing.
  accessSync(existsSync(lockFile) ? lockFile : dirname(lockFile), constants.W_OK)
  const lock = new DatabaseSync(lockFile, { timeout: waitMs })
  try {
    // The pragma fails if the transaction is not one for writing. It is never committed.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
    writeLockOwner(ownerFile)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new Error(`${folder} is in use by ${describeLockOwner(ownerFile)}; stop that one first`)
  }
  heldLocks.add(lock)
  return () => {
    if (!heldLocks.delete(lock)) return
    removeLockOwner(ownerFile)
    lock.close()
  }
}
