/**
 * Description of the process that holds the lock of a data folder, for messages only. It locks
 * nothing.
 */
import { readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

interface LockOwner {
  pid: number
  /** Host name; in a container, that of the container. */
  host: string
  /** Time of locking, in ISO 8601. */
  since: string
  /** PID namespace as Linux names it; null on other systems. */
  pidNamespace: string | null
}

/** Writes the description of this process, atomically. */
export function writeLockOwner(file: string): void {
  const since = new Date().toISOString()
  const owner: LockOwner = {
    pid: process.pid,
    host: hostname(),
    since,
    pidNamespace: ownNamespace(),
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removeLockOwner(file: string): void {
  rmSync(file, { force: true })
}

/** Returns a text such as "process 24836 on host web-1 since 2026-11-27T10:05:16.000Z". */
export function describeLockOwner(file: string): string {
  const owner = readLockOwner(file)
  if (!owner?.since) return 'another process'
  const { pid, host, since, pidNamespace } = owner
  const isOtherNamespace = pidNamespace !== ownNamespace()
  const container = isOtherNamespace ? ', in another container (PID namespace),' : ''
  return `process ${pid} on host ${host}${container} since ${since}`
}

function readLockOwner(file: string): Partial<LockOwner> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockOwner
  } catch {
    return null
  }
}

function ownNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}
