/** The PostgreSQL of the system, which has the tools for base backups, as an operator uses it. */
import { spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { unprivilegedUser } from '../postgres.ts'
import { type Started, start } from '../processes.ts'
import type { Cleanup } from '../temporary.ts'

/** The folder of its programs; null where it is not installed. */
export const programs =
  globSync('/usr/lib/postgresql/*/bin/pg_basebackup')
    .map(path => dirname(path))
    .sort()
    .at(-1) ?? null

const owner = programs ? unprivilegedUser() : undefined

/** A folder that the user who runs it may write. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

/**
 * Runs one of its programs.
 *
 * @throws Error with what it wrote when it fails
 */
export function runProgram(folder: string, name: string, args: string[]): void {
  const options = { ...owner, cwd: folder, encoding: 'utf8' } as const
  const { status, stderr, error } = spawnSync(`${programs}/${name}`, args, options)
  if (status !== 0) throw new Error(`${name} failed: ${stderr}${error ?? ''}`)
}

/** Starts a server on a data folder; it does not answer at once. */
export function startServerIn(
  cleanup: Cleanup,
  data: string,
  settings: Record<string, string | number>,
): Started {
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: data, ...settings }
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...owner, cwd: data }
  return start(cleanup, `${programs}/postgres`, ['-D', data, ...args], options, 'SIGINT')
}
