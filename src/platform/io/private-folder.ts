import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Permission bits of users other than the owner. */
const otherPermissions = 0o077

/**
 * Creates a folder and its parents, unless they exist.
 *
 * @throws Error with the code and the path of the file error
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    // Node reports ENOENT for a folder below one that cannot be written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') requireWritable(dirname(folder))
    throw error
  }
}

/** Throws the file error of the nearest existing folder, if it is not writable. */
function requireWritable(folder: string): void {
  if (existsSync(folder)) accessSync(folder, constants.W_OK)
  else requireWritable(dirname(folder))
}

/**
 * Removes the permissions of other users from a folder, if it exists, and from its contents. Skips
 * links, and files of another owner.
 *
 * @param depth number of levels; 1: direct entries only
 */
export function makePrivate(folder: string, depth = Infinity): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) restrict(folder, depth)
}

function restrict(path: string, depth: number): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.mode & otherPermissions) removePermissions(path, stats.mode)
  if (!stats.isDirectory() || depth === 0) return
  for (const name of readdirSync(path)) restrict(join(path, name), depth - 1)
}

/**
 * Removes permissions. A volume may belong to another user; files created in it are private all the
 * same.
 */
function removePermissions(path: string, mode: number): void {
  try {
    chmodSync(path, mode & ~otherPermissions)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
