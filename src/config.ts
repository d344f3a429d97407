import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { type BackupConfig, readBackups } from './config/backup-config.ts'
import { type BlobStoreConfig, readBlobStore } from './config/blob-store-config.ts'
import { type DatabaseSettings, readDatabaseSettings } from './config/database-config.ts'
import {
  type Environment,
  httpUrl,
  integer,
  invalidSetting,
  origin,
  wholeNumber,
} from './config/environment.ts'
import { mailWarnings, readMessageDelivery } from './config/message-delivery-config.ts'
import { readSecretKeys } from './config/secret-keys.ts'
import { type BooleanSetting, settings } from './config/settings.ts'
import type { TransportSettings } from './rental/inbox/transports/transport-choice.ts'

/** Settings of the server, read once at the start; the table of contract/general.md §13. */
export interface Config extends DatabaseSettings {
  port: number
  /** PORT if it is set; null: a worker serves no health checks on it. */
  givenPort: number | null
  /** Separate port for health checks and metrics; null: none. */
  metricsPort: number | null
  host: string
  /** Public origin, `{base_url}`, without a trailing slash. */
  publicUrl: string
  /** S3-compatible store for uploaded files; null: files under `dataDir`. */
  blobStore: BlobStoreConfig | null
  logLevel: string
  /** 32-byte keys; the first signs and encrypts, all decrypt. */
  secretKeys: Buffer[]
  /** Hours for which signatures of a replaced first key remain valid. */
  secretKeyVerifyHours: number
  sandbox: boolean
  rateLimitPerHour: number
  idempotencyHours: number
  /** Storage quota per agency in MiB; 0: unlimited. */
  storageQuotaMib: number
  trustProxy: string[]
  corsOrigins: string[]
  /** Value of Strict-Transport-Security; null: no header. */
  hsts: string | null
  /** Timeout for receiving a request. */
  requestTimeoutMs: number
  /** Maximum number of client connections. */
  connectionsMax: number
  queryPage: boolean
  /** Visibility of the state of the server for administrators of agencies. */
  systemPage: SystemPage
  /** True: serves the console; false: plain pages only. */
  console: boolean
  /** Size of the response cache in MiB; 0: off. */
  responseCacheMb: number
  /** Maximum MiB of all responses that clients have not read yet, mostly in files. */
  unsentResponsesMb: number
  /** True: this process also runs background workers. */
  runWorker: boolean
  callbacks: CallbackConfig
  /** Warnings about settings for the operator, one sentence each. */
  warnings: string[]
  /** Settings of message delivery to guests. */
  sending: TransportSettings
  /** Retention of deliveries, their attempts, and events in days; 0: unlimited. */
  deliveryRetentionDays: number
  eventRetentionDays: number
  securityEventRetentionDays: number
  backups: BackupConfig
  /** File with the list of erasures, next to the backups, for a restore. */
  erasuresFile: string
}

/** Policy for outbound requests to addresses of clients: contract/events.md §6, §8 and §11. */
interface CallbackConfig {
  /** True: allows http and all addresses and names; CIDR ranges: allows http and these ranges. */
  allowPrivate: boolean | string[]
  timeoutMs: number
  /** Factor of the delays between attempts. */
  retryScale: number
  /** PEM certificates trusted in addition to those of the system. */
  extraCa: string[]
  /** URL of a proxy for all outbound requests. */
  proxy: string | null
}

/** Values of SYSTEM_PAGE; `auto`: while the server has one agency. */
export type SystemPage = (typeof settings.SYSTEM_PAGE.values)[number]

/**
 * Reads the environment.
 *
 * @throws Error naming the invalid variable and the expected value
 */
export function readConfig(env: Environment): Config {
  const database = readDatabaseSettings(env)
  const { dataDir } = database
  const isDemo = database.databaseUrl === null
  const port = integer(env, 'PORT')
  const publicUrl = origin(env, 'PUBLIC_URL', localUrl(port))
  const host = env.HOST || settings.HOST.default
  const isTrial = isDemo && !publicUrl.startsWith('https:')
  const callbacks = readCallbacks(env, isTrial && isLoopback(host))
  const backups = readBackups(env, dataDir)
  const sending = readMessageDelivery(env, callbacks.extraCa)
  return {
    port,
    givenPort: env.PORT ? port : null,
    metricsPort: metricsPort(env, port),
    host,
    publicUrl,
    ...database,
    blobStore: readBlobStore(env),
    logLevel: oneOf(env, 'LOG_LEVEL', settings.LOG_LEVEL),
    secretKeys: readSecretKeys(list(env, 'SECRET_KEY'), isDemo ? dataDir : null),
    secretKeyVerifyHours: integer(env, 'SECRET_KEY_VERIFY_HOURS'),
    sandbox: toggle(env, 'SANDBOX'),
    rateLimitPerHour: integer(env, 'RATE_LIMIT_PER_HOUR'),
    storageQuotaMib: integer(env, 'STORAGE_QUOTA_MIB'),
    idempotencyHours: integer(env, 'IDEMPOTENCY_HOURS'),
    trustProxy: addresses(env, 'TRUST_PROXY'),
    corsOrigins: list(env, 'CORS_ORIGINS'),
    hsts: hsts(publicUrl, toggle(env, 'HSTS_INCLUDE_SUBDOMAINS')),
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS'),
    connectionsMax: integer(env, 'MAX_CONNECTIONS'),
    responseCacheMb: integer(env, 'RESPONSE_CACHE_MB', responseCacheName(env)),
    unsentResponsesMb: integer(env, 'UNSENT_RESPONSES_MB'),
    queryPage: boolean(env, 'QUERY_PAGE', isDemo),
    systemPage: oneOf(env, 'SYSTEM_PAGE', settings.SYSTEM_PAGE),
    console: toggle(env, 'CONSOLE'),
    runWorker: toggle(env, 'RUN_WORKER'),
    callbacks,
    warnings: [
      ...(isTrial ? callbackWarnings(env, host) : []),
      ...mailWarnings(sending),
      ...renamedWarnings(env),
    ],
    sending,
    deliveryRetentionDays: integer(env, 'DELIVERY_RETENTION_DAYS'),
    eventRetentionDays: integer(env, 'EVENT_RETENTION_DAYS'),
    securityEventRetentionDays: integer(env, 'SECURITY_EVENT_RETENTION_DAYS'),
    backups,
    erasuresFile: join(backups.folder, 'erasures.jsonl'),
  }
}

/** Returns the settings with another port and the public address derived from it. */
export function onPort(config: Config, port: number): Config {
  const isStandard = config.publicUrl === localUrl(config.port)
  return { ...config, port, publicUrl: isStandard ? localUrl(port) : config.publicUrl }
}

const localUrl = (port: number): string => `http://localhost:${port}`

const yearSeconds = 31_536_000

/** Returns the HSTS header if the public address uses https. */
function hsts(publicUrl: string, includesSubdomains: boolean): string | null {
  if (!publicUrl.startsWith('https:')) return null
  return `max-age=${yearSeconds}${includesSubdomains ? '; includeSubDomains' : ''}`
}

function metricsPort(env: Environment, port: number): number | null {
  if (!env.METRICS_PORT) return null
  const own = wholeNumber(env, 'METRICS_PORT', 0, settings.METRICS_PORT.range)
  if (own === 0 || own !== port) return own
  throw invalidSetting('METRICS_PORT', env.METRICS_PORT, 'a port different from PORT')
}

function readCallbacks(env: Environment, isPrivateAllowed: boolean): CallbackConfig {
  return {
    allowPrivate: booleanOrRanges(env, 'ALLOW_PRIVATE_CALLBACKS', isPrivateAllowed),
    timeoutMs: integer(env, 'CALLBACK_TIMEOUT_MS'),
    retryScale: readRetryScale(env),
    extraCa: readExtraCa(env),
    proxy: env.CALLBACK_PROXY ? httpUrl(env, 'CALLBACK_PROXY') : null,
  }
}

/** Returns whether only this machine can connect to a host. */
function isLoopback(host: string): boolean {
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback'
  return host === 'localhost'
}

/** Returns warnings about private outbound addresses on a server that others can connect to. */
function callbackWarnings(env: Environment, host: string): string[] {
  if (env.ALLOW_PRIVATE_CALLBACKS || isLoopback(host)) return []
  return [
    `Webhooks and calendars can use only public https addresses, because HOST is ${host}, ` +
      'which other machines can reach. Allow further addresses with ALLOW_PRIVATE_CALLBACKS',
  ]
}

/** Returns the name of the setting of the response cache, which once was `ANSWER_MEMORY_MB`. */
function responseCacheName(env: Environment): string {
  return env.RESPONSE_CACHE_MB || !env.ANSWER_MEMORY_MB ? 'RESPONSE_CACHE_MB' : 'ANSWER_MEMORY_MB'
}

function renamedWarnings(env: Environment): string[] {
  if (!env.ANSWER_MEMORY_MB) return []
  return ['ANSWER_MEMORY_MB is now RESPONSE_CACHE_MB. The next release ignores the old name']
}

function toggle(env: Environment, name: BooleanSetting): boolean {
  return boolean(env, name, settings[name].default)
}

function boolean(env: Environment, name: string, standard: boolean): boolean {
  const text = env[name]
  if (text === undefined || text === '') return standard
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw invalidSetting(name, text, 'true, false, 1 or 0')
}

function booleanOrRanges(env: Environment, name: string, standard: boolean): boolean | string[] {
  const text = env[name] ?? ''
  return /[.:]/.test(text) ? addresses(env, name) : boolean(env, name, standard)
}

function readRetryScale(env: Environment): number {
  const name = 'CALLBACK_RETRY_SCALE'
  const { default: standard, range } = settings[name]
  const text = env[name]
  if (!text) return standard
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= range[1]) return Number(text)
  throw invalidSetting(name, text, `a number from ${range[0]} to ${range[1]}`)
}

function oneOf<Value extends string>(
  env: Environment,
  name: string,
  { default: standard, values }: { default: string; values: readonly Value[] },
): Value {
  const text = env[name] || standard
  const value = values.find(candidate => candidate === text)
  if (value !== undefined) return value
  throw invalidSetting(name, text, `one of ${values.join(', ')}`)
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
  throw invalidSetting(name, wrong, 'an IP address or a CIDR range')
}

/** Reads the certificates that are trusted in addition to those of the system. */
export function readExtraCa(env: Environment): string[] {
  return certificates(env, 'CALLBACK_EXTRA_CA')
}

/** Reads the certificates of a PEM file. */
function certificates(env: Environment, name: string): string[] {
  const file = env[name]
  if (!file) return []
  try {
    const pattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
    const found = readFileSync(file, 'utf8').match(pattern) ?? []
    for (const pem of found) new X509Certificate(pem)
    if (found.length > 0) return found
  } catch (error) {
    throw new Error(
      `${invalidSetting(name, file, certificateFile).message}: ${(error as Error).message}`,
    )
  }
  throw invalidSetting(name, file, certificateFile)
}

const certificateFile = 'a file of certificates in PEM'
