import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What others than its owner may do with a file or folder. */
const others = 0o077

/**
 * Takes from everybody but the owner what they may do with a folder, if it is there, and with what
 * lies in it. Links are left as they are, and so is what belongs to another user.
 *
 * @param depth how many folders deep; 1: what lies in it directly
 */
export function makePrivate(folder: string, depth = Infinity): void {
  if (existsSync(folder)) restrict(folder, depth)
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
