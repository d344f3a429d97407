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

/** What others than its owner may do with a file or folder. */
const others = 0o077

/**
 * Makes a folder and those above it, unless they are there.
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

/** Checks the nearest folder that there is. */
function requireWritable(folder: string): void {
  if (existsSync(folder)) accessSync(folder, constants.W_OK)
  else requireWritable(dirname(folder))
}

/**
 * Takes from everybody but the owner what they may do with a folder, if it is there, and with what
 * lies in it. Links are left as they are, and so is what belongs to another user.
 *
 * @param depth how many folders deep; 1: what lies in it directly
 */
export function makePrivate(folder: string, depth = Infinity): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) restrict(folder, depth)
}

function restrict(path: string, depth: number): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.mode & others) takeFromOthers(path, stats.mode)
  if (!stats.isDirectory() || depth === 0) return
  for (const name of readdirSync(path)) restrict(join(path, name), depth - 1)
}

/** A volume may belong to somebody else; what is made in it is private all the same. */
function takeFromOthers(path: string, mode: number): void {
  try {
    chmodSync(path, mode & ~others)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
