/** Describes the holder of a data folder's lock. It is for people only and locks nothing. */
import { readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

interface Holder {
  pid: number
  /** The host name, which in a container is the container's. */
  host: string
  /** When it took the lock, in ISO 8601. */
  since: string
  /** The PID namespace as Linux names it; null on other systems. */
  pidNamespace: string | null
}

/** Writes the description of this process; readers see all of it or none. */
export function describeHolder(file: string): void {
  const since = new Date().toISOString()
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    since,
    pidNamespace: ownNamespace(),
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function forgetHolder(file: string): void {
  rmSync(file, { force: true })
}

/** Returns a text such as "process 24836 on host web-1 since 2026-11-27T10:05:16.000Z". */
export function holderText(file: string): string {
  const holder = readHolder(file)
  if (!holder?.since) return 'another process'
  const { pid, host, since, pidNamespace } = holder
  const isElsewhere = pidNamespace !== ownNamespace()
  const container = isElsewhere ? ', in another container (PID namespace),' : ''
  return `process ${pid} on host ${host}${container} since ${since}`
}

function readHolder(file: string): Partial<Holder> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
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
