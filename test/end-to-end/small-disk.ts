import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of a fixed size, in memory. */
export interface SmallDisk {
  folder: string
  /** Writes a file that leaves this number of bytes free, in whole pages. */
  fill(leftBytes: number): void
  /** Removes that file. */
  clear(): void
  setReadOnly(isReadOnly: boolean): void
  /** Unmounts it, even while it is in use. */
  unmount(): void
}

/** Mounts a small disk; null if this user has no permission to mount. */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'lodgepole-disk-'))
  const mount = (options: string) => spawnSync('mount', ['-o', options, folder]).status === 0
  const args = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]
  if (spawnSync('mount', args).status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(leftBytes) {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
      } catch (error) {
        // A server that writes concurrently may use the space: the disk is full then, too.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    clear: () => rmSync(filler, { force: true }),
    setReadOnly(isReadOnly) {
      if (!mount(`remount,${isReadOnly ? 'ro' : 'rw'}`)) throw new Error('Remounting failed')
    },
    unmount() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The reason why a test that needs a small disk is skipped. */
export const cannotMount = 'to mount a small disk takes root'
