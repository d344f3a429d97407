import { join, resolve } from 'node:path'
import { type Environment, mustBe } from './environment.ts'

/** Location of the database. */
export interface DatabaseSettings {
  /** A PostgreSQL server; null: the embedded database. */
  databaseUrl: string | null
  databaseReadUrl: string | null
  dataDir: string
}

/** The value of DATABASE_URL that chooses the embedded database where a server is expected. */
const embedded = 'embedded'

/**
 * Reads DATABASE_URL, DATABASE_READ_URL and DATA_DIR.
 *
 * @throws Error naming the variable and what is wrong with it, never a password
 */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const text = env.DATABASE_URL || null
  if (text === null && env.NODE_ENV === 'production') {
    throw new Error(
      'DATABASE_URL is required with NODE_ENV=production: the URL of a PostgreSQL server, or ' +
        'DATABASE_URL=embedded for the embedded database in DATA_DIR',
    )
  }
  return {
    databaseUrl: text === null || text === embedded ? null : postgresUrl('DATABASE_URL', text),
    databaseReadUrl: env.DATABASE_READ_URL
      ? postgresUrl('DATABASE_READ_URL', env.DATABASE_READ_URL)
      : null,
    dataDir: dataDirOf(env),
  }
}

/** Returns the absolute path of the data folder. */
export function dataDirOf(env: Environment): string {
  return resolve(env.DATA_DIR || './data')
}

/** The folder of the embedded database. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

/**
 * Checks the URL of a PostgreSQL server. The error text does not repeat the value, which may
 * contain a password.
 */
export function postgresUrl(name: string, text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) {
    const found = /^([a-z][a-z0-9+.-]*):/i.exec(text)
    const scheme = found ? `it begins with ${found[1]}:` : 'it has no scheme'
    throw mustBe(name, `${form}; ${scheme}`)
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hash !== '') throw mustBe(name, `${form}; ${encoding}`)
  for (const part of [url.username, url.password, url.pathname]) {
    if (!isDecodable(part)) throw mustBe(name, `${form}; ${encoding}`)
  }
  return text
}

const form = 'of the form postgres://user:password@host:5432/database'
const encoding =
  'write characters such as # / ? @ % of a password percent-encoded, # as %23 and % as %25'

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Names a database without its password, for people. */
export function databaseName({ databaseUrl, dataDir }: DatabaseSettings): string {
  if (databaseUrl === null) return `embedded, in ${embeddedFolder(dataDir)}`
  const { protocol, username, host, pathname, searchParams } = new URL(databaseUrl)
  const socket = searchParams.get('host')
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host || (socket ?? 'localhost')}${pathname}`
}
