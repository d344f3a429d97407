/** PostgreSQL as installed on the system, with the tools for base backups that an operator uses. */
import { spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { unprivilegedUser } from '../postgres.ts'
import { type Started, start } from '../processes.ts'
import type { Cleanup } from '../temporary.ts'

/** Folder of the programs; null if PostgreSQL is not installed. */
export const programs =
  globSync('/usr/lib/postgresql/*/bin/pg_basebackup')
    .map(path => dirname(path))
    .sort()
    .at(-1) ?? null

const owner = programs ? unprivilegedUser() : undefined

/** Creates a folder that the user of the server may write. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

/** Runs a program of PostgreSQL. @throws Error with its stderr if it fails */
export function runProgram(folder: string, name: string, args: string[]): void {
  const options = { ...owner, cwd: folder, encoding: 'utf8' } as const
  const { status, stderr, error } = spawnSync(`${programs}/${name}`, args, options)
  if (status !== 0) throw new Error(`${name} failed: ${stderr}${error ?? ''}`)
}

/** Starts a server on a data folder, without waiting until it accepts connections. */
export function startServerIn(
  cleanup: Cleanup,
  data: string,
  settings: Record<string, string | number>,
): Started {
  const allSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: data, ...settings }
  const args = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = { ...owner, cwd: data }
  return start(cleanup, `${programs}/postgres`, ['-D', data, ...args], options, 'SIGINT')
}
