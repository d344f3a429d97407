import { join, resolve } from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { type Environment, invalidSecret } from './environment.ts'
import { settings } from './settings.ts'

export interface DatabaseSettings {
  /** Null: the embedded database. */
  databaseUrl: string | null
  databaseReadUrl: string | null
  dataDir: string
}

/** Value of DATABASE_URL for the embedded database, where a server is expected. */
export const embedded = 'embedded'

/**
 * Reads DATABASE_URL, DATABASE_READ_URL and DATA_DIR.
 *
 * @throws Error naming the variable and the fault, without a password
 */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const url = env.DATABASE_URL || null
  if (url === null && env.NODE_ENV === 'production') {
    throw new OperatorError(
      'DATABASE_URL is required with NODE_ENV=production: the URL of a PostgreSQL server, or ' +
        'DATABASE_URL=embedded for the embedded database in DATA_DIR',
    )
  }
  return {
    databaseUrl: url === null || url === embedded ? null : postgresUrl('DATABASE_URL', url),
    databaseReadUrl: env.DATABASE_READ_URL
      ? postgresUrl('DATABASE_READ_URL', env.DATABASE_READ_URL)
      : null,
    dataDir: readDataDir(env),
  }
}

export function readDataDir(env: Environment): string {
  return resolve(env.DATA_DIR || settings.DATA_DIR.default)
}

export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

/**
 * Validates the URL of a PostgreSQL server. The error does not contain the value, which may have a
 * password.
 */
export function postgresUrl(name: string, text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) {
    const schemeMatch = /^([a-z][a-z0-9+.-]*):/i.exec(text)
    const scheme = schemeMatch ? `it begins with ${schemeMatch[1]}:` : 'it has no scheme'
    throw invalidSecret(name, `${expectedForm}; ${scheme}`)
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hash !== '') throw invalidSecret(name, `${expectedForm}; ${encodingHint}`)
  for (const part of [url.username, url.password, url.pathname]) {
    if (!isDecodable(part)) throw invalidSecret(name, `${expectedForm}; ${encodingHint}`)
  }
  return text
}

const expectedForm = 'of the form postgres://user:password@host:5432/database'
const encodingHint =
  'write characters such as # / ? @ % of a password percent-encoded, # as %23 and % as %25'

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns the name of a database without its password. */
export function databaseName({ databaseUrl, dataDir }: DatabaseSettings): string {
  if (databaseUrl === null) return `embedded, in ${embeddedFolder(dataDir)}`
  const { protocol, username, host, pathname, searchParams } = new URL(databaseUrl)
  const socket = searchParams.get('host')
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host || (socket ?? 'localhost')}${pathname}`
}
