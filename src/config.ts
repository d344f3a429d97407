import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** Every setting of the server, read once at the start; the table of contract/general.md §13. */
export interface Config {
  port: number
  /** The port if it was set: where a process listens that need not. */
  givenPort: number | null
  host: string
  /** The public origin, `{base_url}`, without a trailing slash. */
  publicUrl: string
  /** A PostgreSQL server; null: the embedded database, the "demo start". */
  databaseUrl: string | null
  databaseReadUrl: string | null
  dataDir: string
  /** An S3-compatible store for uploaded files; null: files under `dataDir`. */
  blobStore: BlobStoreConfig | null
  logLevel: string
  /** 32-byte keys; the first signs and encrypts, all are believed. */
  secretKeys: Buffer[]
  sandbox: boolean
  rateLimitPerHour: number
  idempotencyHours: number
  trustProxy: string[]
  corsOrigins: string[]
  queryPage: boolean
  /** Whether this process does the background work, too. */
  runWorker: boolean
}

/** Where in which S3-compatible store. Keys are found as AWS's own tools find them. */
export interface BlobStoreConfig {
  bucket: string
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
}

type Environment = Record<string, string | undefined>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the environment.
 *
 * @throws Error naming the variable that does not fit and what would
 */
export function readConfig(env: Environment): Config {
  const databaseUrl = env.DATABASE_URL || null
  const isDemo = databaseUrl === null
  const port = integer(env, 'PORT', 3000, 0, 65_535)
  const dataDir = resolve(env.DATA_DIR || './data')
  return {
    port,
    givenPort: env.PORT ? port : null,
    host: env.HOST || '127.0.0.1',
    publicUrl: origin(env, 'PUBLIC_URL', `http://localhost:${port}`),
    databaseUrl,
    databaseReadUrl: env.DATABASE_READ_URL || null,
    dataDir,
    blobStore: blobStore(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    secretKeys: secretKeys(env, isDemo ? dataDir : null),
    sandbox: boolean(env, 'SANDBOX', false),
    rateLimitPerHour: integer(env, 'RATE_LIMIT_PER_HOUR', 10_000, 0, 1_000_000_000),
    idempotencyHours: integer(env, 'IDEMPOTENCY_HOURS', 72, 24, 8_760),
    trustProxy: addresses(env, 'TRUST_PROXY'),
    corsOrigins: list(env, 'CORS_ORIGINS'),
    queryPage: boolean(env, 'QUERY_PAGE', isDemo),
    runWorker: boolean(env, 'RUN_WORKER', true),
  }
}

function integer(env: Environment, name: string, standard: number, min: number, max: number) {
  const text = env[name]
  if (text === undefined || text === '') return standard
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw unfit(name, text, `a whole number from ${min} to ${max}`)
}

function boolean(env: Environment, name: string, standard: boolean): boolean {
  const text = env[name]
  if (text === undefined || text === '') return standard
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw unfit(name, text, 'true, false, 1 or 0')
}

function oneOf(env: Environment, name: string, standard: string, allowed: string[]): string {
  const text = env[name] || standard
  if (allowed.includes(text)) return text
  throw unfit(name, text, `one of ${allowed.join(', ')}`)
}

function list(env: Environment, name: string): string[] {
  return (env[name] ?? '').split(',').flatMap(item => item.trim() || [])
}

function addresses(env: Environment, name: string): string[] {
  const all = list(env, name)
  const wrong = all.find(text => {
    const [address = '', bits, ...rest] = text.split('/')
    const width = isIP(address) === 6 ? 128 : 32
    const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= width)
    return isIP(address) === 0 || !fits || rest.length > 0
  })
  if (wrong === undefined) return all
  throw unfit(name, wrong, 'an IP address or a CIDR range')
}

function origin(env: Environment, name: string, standard: string): string {
  const text = env[name] || standard
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw unfit(name, text, 'an http or https URL')
}

function blobStore(env: Environment): BlobStoreConfig | null {
  const text = env.BLOB_URL
  if (!text) return null
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w!.*'()/-]*))?$/.exec(text) ?? []
  if (bucket === undefined) throw unfit('BLOB_URL', text, 'of the form s3://bucket/prefix')
  const name = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  return {
    bucket,
    prefix: prefix.replace(/\/+$/, ''),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    endpoint: env[name] ? origin(env, name, '') : null,
  }
}

/** The demo start makes a key once and keeps it; a real one has to be given. */
function secretKeys(env: Environment, dataDir: string | null): Buffer[] {
  const given = list(env, 'SECRET_KEY')
  if (given.length === 0 && dataDir === null) {
    throw new Error('SECRET_KEY is needed with DATABASE_URL: 32 random bytes in base64')
  }
  const texts = given.length > 0 ? given : [keptKey(dataDir!)]
  return texts.map(text => {
    const key = Buffer.from(text, 'base64')
    if (key.length === 32) return key
    throw new Error('SECRET_KEY does not fit: every key is 32 bytes in base64')
  })
}

function keptKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

function unfit(name: string, text: string, wanted: string): Error {
  return new Error(`${name} does not fit: '${text}' is not ${wanted}`)
}
