/** All settings. The table in docs/reference/settings.md is generated from them. */

export interface Setting {
  /** Value that is used if the variable is unset or empty. */
  default?: number | boolean | string
  /** Markdown after the default, or instead of it. */
  defaultText?: string
  /** Smallest and largest number. */
  range?: [number, number]
  values?: readonly string[]
  /** Markdown, with links relative to docs/reference/. */
  meaning: string
}

const booleans = ['true', 'false']
const systemPages = ['auto', 'true', 'false'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export const settings = {
  PORT: { default: 3_000, range: [0, 65_535], meaning: 'port to listen on' },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on; the image sets `0.0.0.0`' },
  METRICS_PORT: {
    defaultText: 'none',
    range: [0, 65_535],
    meaning: 'separate port for [health](../run.md#health) and [metrics](metrics.md)',
  },
  PUBLIC_URL: {
    defaultText: '`http://localhost:<PORT>`',
    meaning:
      'origin that clients use, without a path: the server needs its own host name; ' +
      'https enables HSTS',
  },
  DATABASE_URL: {
    defaultText: '`embedded`; with `NODE_ENV=production` required',
    meaning: 'URL of a PostgreSQL server; `embedded`: the embedded database',
  },
  DATABASE_READ_URL: { defaultText: 'none', meaning: 'replica that serves GraphQL' },
  DATA_DIR: {
    default: './data',
    defaultText: ', in the working directory of the process',
    meaning: 'uploaded files; embedded database, its secret key, `demo.json`',
  },
  BLOB_URL: {
    defaultText: 'none',
    meaning: '`s3://bucket/prefix`: uploaded files in an S3-compatible store',
  },
  SECRET_KEY: {
    defaultText: 'see below',
    meaning: '32 random bytes in base64, or a list of several',
  },
  LOG_LEVEL: {
    default: 'info',
    values: logLevels,
    meaning: 'lowest level of the entries in the log',
  },
  RATE_LIMIT_PER_HOUR: {
    default: 10_000,
    range: [0, 1_000_000_000],
    meaning: 'requests per credential and hour; 0: no limit',
  },
  STORAGE_QUOTA_MIB: {
    default: 10_240,
    range: [0, 1_000_000_000],
    meaning: 'maximum MiB of uploaded photos and attachments per agency; 0: no limit',
  },
  IDEMPOTENCY_HOURS: {
    default: 72,
    range: [24, 8_760],
    meaning: 'hours that responses are stored for `Idempotency-Key`',
  },
  MAX_CONNECTIONS: {
    default: 5_000,
    range: [10, 100_000],
    meaning: 'connections of clients that each process accepts',
  },
  REQUEST_TIMEOUT_MS: {
    default: 120_000,
    range: [1_000, 600_000],
    meaning: 'time to receive a request',
  },
  TRUST_PROXY: {
    defaultText: 'none',
    meaning: 'proxies whose `X-Forwarded-For` is trusted: addresses, CIDR ranges',
  },
  CORS_ORIGINS: { defaultText: 'none', meaning: 'origins whose browser pages may call the API' },
  HSTS_INCLUDE_SUBDOMAINS: {
    default: false,
    values: booleans,
    meaning: 'with https, extends HSTS to all subdomains of the host of `PUBLIC_URL`',
  },
  CONSOLE: {
    default: true,
    values: booleans,
    meaning: 'the console; `false`: only the sign-in and account pages',
  },
  RESPONSE_CACHE_MB: {
    default: 64,
    range: [0, 65_536],
    meaning: 'size of the response cache of each process; 0: no cache',
  },
  UNSENT_RESPONSES_MB: {
    default: 2_048,
    range: [64, 1_048_576],
    meaning:
      'maximum MiB of responses, in memory and in temporary files, that each process ' +
      'buffers for clients that read slowly',
  },
  SYSTEM_PAGE: {
    default: 'auto',
    values: systemPages,
    meaning:
      'whether administrators of agencies see the state of the server in the console; ' +
      '`auto`: while the server has one agency',
  },
  QUERY_PAGE: {
    defaultText: '`false`; embedded: `true`',
    values: booleans,
    meaning: 'query page for browsers at the GraphQL addresses',
  },
  RUN_WORKER: {
    default: true,
    values: booleans,
    meaning: 'this process also does background work',
  },
  ALLOW_PRIVATE_CALLBACKS: {
    defaultText: '`false`; see below',
    meaning: 'addresses besides public ones that may be called',
  },
  CALLBACK_TIMEOUT_MS: {
    default: 15_000,
    range: [1_000, 30_000],
    meaning: 'timeout of an outgoing call',
  },
  CALLBACK_RETRY_SCALE: {
    default: 1,
    range: [0, 1_000],
    meaning: 'multiplies the delays between the attempts of a delivery',
  },
  CALLBACK_EXTRA_CA: {
    defaultText: 'none',
    meaning: "PEM file of certificates trusted in addition to the system's",
  },
  CALLBACK_PROXY: {
    defaultText: 'none',
    meaning: '`http` or `https` URL of a proxy for all outgoing calls',
  },
  DELIVERY_RETENTION_DAYS: {
    default: 90,
    range: [0, 36_500],
    meaning:
      'days that deliveries and attempts are stored, at most as long as their events; 0: unlimited',
  },
  SECRET_KEY_VERIFY_HOURS: {
    default: 24,
    range: [0, 720],
    meaning:
      'hours that signatures of an older key of `SECRET_KEY` remain valid after that ' +
      'key stopped being the first',
  },
  SECURITY_EVENT_RETENTION_DAYS: {
    default: 400,
    range: [0, 36_500],
    meaning:
      'days that [security events](logs-and-events.md#security-events) are stored; 0: unlimited',
  },
  EVENT_RETENTION_DAYS: {
    default: 400,
    range: [0, 36_500],
    meaning:
      'days that events are stored, longer while they still have to be delivered; 0: unlimited',
  },
  BACKUP_EVERY_HOURS: {
    default: 0,
    defaultText: ': never',
    range: [0, 720],
    meaning: 'interval of [scheduled backups](../run.md#scheduled-backups)',
  },
  BACKUP_FOLDER: {
    defaultText: '`DATA_DIR/backups`',
    meaning: 'folder for these backups, the list of erasures, and copies before migrations',
  },
  BACKUP_URL: {
    defaultText: 'none: `BACKUP_FOLDER`',
    meaning: '`s3://bucket/prefix` for scheduled backups instead of the folder',
  },
  BACKUP_GENERATIONS: {
    default: 7,
    range: [1, 1_000],
    meaning: 'number of scheduled backups, and of copies before migrations, to keep',
  },
  SMTP_URL: {
    defaultText: 'none',
    meaning: 'mail server for e-mails to guests: `smtp://user:password@host:587`',
  },
  MAIL_FROM: {
    defaultText: 'none',
    meaning: 'sender address of these mails; required with `SMTP_URL`',
  },
  MESSAGE_TRANSPORTS: { defaultText: 'see below', meaning: 'transports of messages to guests' },
  SANDBOX: {
    default: false,
    values: booleans,
    meaning: 'accepts partner keys on v3.x too, not only on `/v2`',
  },
} satisfies Record<string, Setting>

type SettingName = keyof typeof settings

/** Settings whose value is a number. */
export type NumericSetting = {
  [Name in SettingName]: (typeof settings)[Name] extends { default: number } ? Name : never
}[SettingName]

/** Settings whose value is true or false, with a fixed default. */
export type BooleanSetting = {
  [Name in SettingName]: (typeof settings)[Name] extends { default: boolean } ? Name : never
}[SettingName]
