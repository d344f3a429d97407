import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeHolder, forgetHolder, holderText } from './lock-holder.ts'

/** Milliseconds that a process waits for others that take or release the lock. */
const waitMs = 500

/** SQLite's code for a lock that another connection holds. */
const busy = 5

/** The locks of this process, which the garbage collector would release. */
const held = new Set<DatabaseSync>()

/**
 * Makes sure that one process of this machine has a data folder open: two would destroy it.
 *
 * The lock is an open exclusive transaction on an empty SQLite database beside the folder. The
 * kernel keeps it by file, whatever namespace a process is in, and releases it when the process
 * ends, however it ends (docs/decisions/0002-embedded-database.md). This process must
 * not open that file in any other way, because POSIX drops all its locks when it closes the file.
 *
 * @returns releases the lock
 * @throws Error that names the holder
 */
export function lockFolder(folder: string): () => void {
  const path = folder.replace(/[/\\]+$/, '')
  const [file, description] = [`${path}.lock.sqlite`, `${path}.lock`]
  // SQLite opens a file that it cannot write for reading only, and would then lock nothing.
  accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // The pragma fails if the transaction is not one for writing. It is never committed.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
    describeHolder(description)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new Error(`${folder} is in use by ${holderText(description)}; stop that one first`)
  }
  held.add(lock)
  return () => {
    if (!held.delete(lock)) return
    forgetHolder(description)
    lock.close()
  }
}
