/** Checks of the database itself. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { compareMigrations } from '../../platform/db/migrate.ts'
import type { Row } from '../../platform/db/statements.ts'
import { isUserTable } from '../../platform/db/statistics.ts'
import type { Tables } from '../../rental/tables.ts'
import { findKeyMismatch } from '../start/require-secret-keys.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts'

export interface DatabaseContext {
  config: Config
  database: Database<Tables>
}

/** Oldest supported version of PostgreSQL. */
const oldestMajor = 15

export const databaseCheck: Check<Pick<DatabaseContext, 'database'>> = {
  name: 'database',
  async run({ database }) {
    const startedAt = performance.now()
    const [[number, version] = []] = await query(
      database,
      'server version',
      `select current_setting('server_version_num')::int, current_setting('server_version')`,
    )
    const ms = Math.round(performance.now() - startedAt)
    if (Number(number) >= oldestMajor * 10_000) {
      return ok(`PostgreSQL ${version} responds within ${ms} ms`)
    }
    return failed(
      `PostgreSQL ${version} is too old`,
      `Upgrade to PostgreSQL ${oldestMajor} or newer`,
    )
  },
}

/** Databases that have all migrations: applied ones stay applied. */
const migrated = new WeakSet<object>()

/**
 * Checks that the database responds and has all migrations. Once it has them, a busy embedded
 * database only needs to be alive, so that the check does not wait for running queries.
 */
export const migrationsCheck: Check<Pick<DatabaseContext, 'database'>> = {
  name: 'migrations',
  async run({ database }) {
    const ping = migrated.has(database) ? database.ping?.() : undefined
    if (ping) {
      await ping
      return ok(allApplied)
    }
    const { pending, unknown } = await compareMigrations(database)
    if (pending.length > 0) {
      return failed(
        `The database has pending migrations: ${pending.join(', ')}`,
        'Restart the server, or run: lodgepole migrate',
      )
    }
    migrated.add(database)
    if (unknown.length === 0) return ok(allApplied)
    // Processes of the previous release go on serving during a rolling update.
    return warning(
      `the database was migrated by a newer release: ${unknown.join(', ')}`,
      'Use that release; this one cannot start on the database again',
    )
  },
}

const allApplied = 'all migrations of this release are applied'

export const tlsCheck: Check<DatabaseContext> = {
  name: 'database-tls',
  async run({ config, database }) {
    if (config.databaseUrl === null) return skipped(noServer)
    const [[hasTls, version, address] = []] = await query(
      database,
      'connection security',
      `select s.ssl, s.version, host(inet_server_addr()) from pg_stat_ssl s
        where s.pid = pg_backend_pid()`,
    )
    if (hasTls === true) return ok(`the connection uses ${version}`)
    if (address === null) return ok('the connection is a socket of this machine')
    if (isPrivate(String(address))) return ok(`no TLS, in the private network of ${address}`)
    return warning(
      `the connection to ${address} is not encrypted`,
      'Add ?sslmode=verify-full to DATABASE_URL',
    )
  },
}

const noServer = 'the embedded database is part of this process'

function isPrivate(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() !== 'unicast'
}

/** Connections that one server process may open: docs/reference/storage.md. */
const connectionsPerProcess = 45

export const connectionsCheck: Check<DatabaseContext> = {
  name: 'connections',
  async run({ config, database }) {
    if (config.databaseUrl === null) return skipped(noServer)
    const [[used, max] = []] = await query(
      database,
      'connection counts',
      `select (select sum(numbackends) from pg_stat_database)::int,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int`,
    )
    const detail = `${used} of ${max} connections are used`
    const isEnough = Number(max) >= connectionsPerProcess && Number(used) <= Number(max) * 0.9
    return isEnough ? ok(detail) : warning(detail, connectionsRemedy)
  },
}

const connectionsRemedy =
  `Raise max_connections: each process opens up to ${connectionsPerProcess}, ` +
  'and during a rolling update there is one more'

/** Size from which a table needs statistics, in bytes. */
const analyzedFrom = 1_048_576
const tablesMax = 5

export const statisticsCheck: Check<DatabaseContext> = {
  name: 'statistics',
  async run({ database }) {
    // A table that was never analyzed or vacuumed has -1 rows.
    const rows = await query(
      database,
      'tables without statistics',
      `select c.relname from pg_class c where c.relkind = 'r' and ${isUserTable}
        and c.reltuples < 0 and pg_relation_size(c.oid) >= ${analyzedFrom} order by c.relname`,
    )
    if (rows.length === 0) return ok('all large tables have been analyzed')
    const names = rows.slice(0, tablesMax).map(([name]) => name)
    const more = rows.length > tablesMax ? ' …' : ''
    return warning(
      `${rows.length} tables were never analyzed, so queries are slow: ${names.join(', ')}${more}`,
      'Run once: psql "$DATABASE_URL" -c analyze. Check that autovacuum is on',
    )
  },
}

export const secretKeyCheck: Check<DatabaseContext> = {
  name: 'secret-key',
  async run({ config, database }): Promise<Finding> {
    const mismatch = await findKeyMismatch(database.kysely, config.secretKeys)
    if (mismatch === null) return ok('SECRET_KEY is the key of this database')
    return failed(mismatch, 'Start with the right key, for example from a backup of the settings')
  },
}

/** Difference of clocks from which it is reported, and has failed, in milliseconds. */
const [skewMs, skewMsMax] = [5_000, 60_000]

/** Returns the finding about a clock that differs from that of this process. */
export function compareClocks(clockName: string, differenceMs: number): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  const direction = differenceMs < 0 ? 'behind' : 'before'
  const detail = `${clockName} is ${seconds} s ${direction} that of this machine`
  const remedy = 'Synchronize the clocks of both machines, for example with chrony'
  if (Math.abs(differenceMs) >= skewMsMax) return failed(detail, remedy)
  if (Math.abs(differenceMs) >= skewMs) return warning(detail, remedy)
  return ok(`${clockName} agrees with that of this machine`)
}

/** Returns by how many milliseconds the clock of the database is before that of the process. */
export async function databaseSkewMs(database: Pick<Database<Tables>, 'run'>): Promise<number> {
  const startedAt = Date.now()
  const [[time] = []] = await query(
    database,
    'clock',
    'select (extract(epoch from clock_timestamp()) * 1000)::float8',
  )
  return Number(time) - (startedAt + Date.now()) / 2
}

function query({ run }: Pick<Database<Tables>, 'run'>, name: string, text: string): Promise<Row[]> {
  return run({ name: `check ${name}`, text }, [])
}
