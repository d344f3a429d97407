import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes sure that one process has a data folder open: two would destroy it. The lock is a file
 * beside the folder with the holder's process id and start, so one left by a kill is taken over.
 *
 * @throws Error naming the process that holds it
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder.replace(/[/\\]+$/, '')}.lock`
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }))
  try {
    claim(mine, file, folder)
  } finally {
    rmSync(mine, { force: true })
  }
  return () => rmSync(file, { force: true })
}

/** A link appears with its content at once, so nobody ever reads half a lock. */
function claim(mine: string, file: string, folder: string): void {
  for (;;) {
    try {
      linkSync(mine, file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder && holder.pid !== process.pid && isRunning(holder)) {
      throw new Error(`${folder} is in use by process ${holder.pid}; stop that one first`)
    }
    rmSync(file, { force: true })
  }
}

interface Holder {
  pid: number
  started: string
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(holder.pid) === holder.started
}

/** When a process started, so that a reused process id is not taken for it; '' where unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
