import { type NumericSetting, settings } from '../../../src/config/settings.ts'
import { defaultTimeouts } from '../../../src/platform/blobs/s3.ts'
import { hashSlots } from '../../../src/platform/crypto/passwords.ts'
import { reserveBytes } from '../../../src/platform/db/embedded/disk-monitor.ts'
import { defaultLimits as database } from '../../../src/platform/db/postgres/connection-limits.ts'
import { heartbeatMs, responseMs } from '../../../src/platform/db/postgres/listen.ts'
import { connectMs } from '../../../src/platform/db/postgres/pool.ts'
import { defaultBytesMax } from '../../../src/platform/graphql/document-cache.ts'
import { nameResolver } from '../../../src/platform/http/resolve-host.ts'
import type { FairSemaphore } from '../../../src/platform/limits/fair-semaphore.ts'
import type { LimitName } from '../../../src/platform/limits/limit-metrics.ts'
import { defaultLimits as unsent } from '../../../src/platform/responses/unsent-bytes.ts'
import {
  CredentialLookups,
  failuresPerMinuteMax,
  refusalDelayMs,
} from '../../../src/platform/rest/auth/credential-lookups.ts'
import { headersTimeoutMs } from '../../../src/platform/rest/server.ts'
import { bodyBytesMax } from '../../../src/platform/rest/upload.ts'
import { imageQueue } from '../../../src/platform/web/image.ts'
import {
  attemptBackoff,
  perMinuteMax,
  perNetworkAndMinuteMax,
} from '../../../src/rental/access/employees/sign-in.ts'
import { importSlots } from '../../../src/rental/distribution/ical-imports/sweep-icals.ts'
import { importNowSlots } from '../../../src/rental/distribution/ical-imports/sync-now.ts'
import { testSlots } from '../../../src/rental/events/delivery-attempts/send-test.ts'
import { openMax } from '../../../src/rental/events/event-log/log-watch.ts'
import { bodyWithFiles } from '../../../src/rental/inbox/attachments/attachment.ts'
import { photoUpload } from '../../../src/rental/properties/photo-storage/photo-file.ts'
import { openQueues } from '../../../src/server/runtime.ts'
import { code, markdownTable } from './table.ts'

interface Limit {
  what: string
  /** Setting of the limit, or its fixed value. */
  value: { setting: NumericSetting } | string
  beyond: string
}

const seconds = (ms: number) => `${ms / 1_000} s`
const mebibytes = (bytes: number) => `${bytes / 1_048_576} MiB`
const lookups = new CredentialLookups().queue.options
const names = nameResolver().lookupQueue.options
const queues = openQueues()
const { authenticated, anonymous } = hashSlots

const wait = ({ options: { waitMs } }: FairSemaphore) =>
  `wait ${seconds(waitMs)} in a fair queue, then 503`
const waiting = (queue: FairSemaphore, owner: string) => {
  const { eachWaitingMax, waitingMax } = queue.options
  return `${eachWaitingMax} ${owner}, ${waitingMax} of all ${wait(queue)}`
}
const both = ({ options: { eachAtOnce, atOnce } }: FairSemaphore) => `${eachAtOnce}, ${atOnce}`

const ipNetwork = 'a network: an IPv4 address, an IPv6 /64'

/** Limits in the order of the document; a limit without a row is an error of the types. */
const limits: Record<LimitName, Limit> = {
  requests_per_hour: {
    what: 'requests of a credential, over all processes',
    value: { setting: 'RATE_LIMIT_PER_HOUR' },
    beyond: '429 until the hour is over',
  },
  failed_authentication: {
    what: `failed authentications of ${ipNetwork}`,
    value: `${failuresPerMinuteMax} a minute`,
    beyond:
      `429 without a lookup, delayed by ${seconds(refusalDelayMs)} from the ` +
      'hundredth on; credentials that this process has already verified still work',
  },
  credential_lookups: {
    what: 'concurrent lookups of credentials that this process does not know',
    value: String(lookups.atOnce),
    beyond: `${lookups.waitingMax} wait, fairly by network, then 503`,
  },
  sign_in_network: {
    what: `failed sign-ins of ${ipNetwork}`,
    value: `${perNetworkAndMinuteMax} a minute`,
    beyond: '429 before a password is hashed',
  },
  sign_in_all: {
    what: 'failed sign-ins of all networks that are unknown at the account',
    value: `${perMinuteMax} a minute`,
    beyond: '429',
  },
  sign_in_account: {
    what: 'failed sign-ins at an account, by network and by all unknown networks',
    value: `${attemptBackoff.network.freeAttempts} and ${attemptBackoff.account.freeAttempts}`,
    beyond:
      `a delay that doubles, up to ${attemptBackoff.network.secondsMax} s and ` +
      `${attemptBackoff.account.secondsMax} s`,
  },
  password_hashing: {
    what: 'concurrent password hashes, for known and for unknown networks',
    value: `${authenticated.options.atOnce} and ${anonymous.options.atOnce}`,
    beyond:
      `${authenticated.options.waitingMax} and ${anonymous.options.waitingMax} wait, ` + 'then 503',
  },
  connections: {
    what: 'connections of clients',
    value: { setting: 'MAX_CONNECTIONS' },
    beyond: 'closed',
  },
  request_time: {
    what: `milliseconds to receive a request; its headers ${seconds(headersTimeoutMs)}`,
    value: { setting: 'REQUEST_TIMEOUT_MS' },
    beyond: '408, closed',
  },
  body_bytes: {
    what:
      `bytes of a body; photos ${mebibytes(photoUpload.bytesMax)}, attachments ` +
      `${mebibytes(bodyWithFiles.bytes)}, the consent form 64 KiB`,
    value: mebibytes(bodyBytesMax),
    beyond: '413',
  },
  event_streams: {
    what: 'event streams and long polls of a credential',
    value: String(openMax),
    beyond: '429',
  },
  rest_turns: {
    what: 'concurrent database requests of a tenant, of all',
    value: both(queues.rest),
    beyond: wait(queues.rest),
  },
  graphql_turns: {
    what: 'the same of GraphQL',
    value: both(queues.graphql),
    beyond: wait(queues.graphql),
  },
  unsent_bytes_all: {
    what: 'MiB of responses that clients have not read, of all',
    value: { setting: 'UNSENT_RESPONSES_MB' },
    beyond: '503',
  },
  unsent_bytes_each: {
    what: 'the same of a credential, or of an address without one',
    value: 'a quarter of that',
    beyond: '429',
  },
  response_stalled: {
    what: 'time in which a client reads nothing of a response',
    value: `${seconds(unsent.stalledMs)}, detected within ${seconds(2 * unsent.stalledMs)}`,
    beyond: 'closed',
  },
  response_total: {
    what: 'time that a client takes for a response of more than 8 MiB',
    value: seconds(unsent.totalMs),
    beyond: 'aborted',
  },
  graphql_documents: {
    what: 'memory of GraphQL documents and their plans, over all endpoints',
    value: mebibytes(defaultBytesMax),
    beyond: 'the least recently used are evicted',
  },
  database_statement: {
    what:
      `a statement of a request; of GraphQL ${seconds(database.readMs)}, in the ` +
      `background ${seconds(database.workMs)}`,
    value: seconds(database.statementMs),
    beyond: '503',
  },
  database_lock: {
    what: 'a wait for a locked row',
    value: seconds(database.lockMs),
    beyond: '503',
  },
  disk_room: {
    what: 'writes while the disk of the embedded database has less free space, or any disk is full',
    value: mebibytes(reserveBytes),
    beyond: '503',
  },
  database_idle: {
    what: 'an idle transaction, on the embedded database too',
    value: seconds(database.idleMs),
    beyond: 'ended',
  },
  database_silent: {
    what:
      'time that a query waits for an unresponsive database beyond its limit, and a ' +
      `new connection; the heartbeat every ${seconds(heartbeatMs)} waits ` +
      `${seconds(responseMs)}`,
    value: seconds(connectMs),
    beyond: 'its connection is closed, after the heartbeat all of the server; 503',
  },
  file_store: {
    what:
      'an operation of the S3-compatible store, without a byte ' +
      `${seconds(defaultTimeouts.silentMs)}`,
    value: seconds(defaultTimeouts.totalMs),
    beyond: '503',
  },
  name_lookup: {
    what: `a name lookup; ${names.eachAtOnce} at once of a tenant, ${names.atOnce} of all`,
    value: '5 s',
    beyond: 'the attempt has failed',
  },
  storage_quota: {
    what: 'MiB of all files of an agency; 0: no limit',
    value: { setting: 'STORAGE_QUOTA_MIB' },
    beyond: '409',
  },
  pictures: {
    what: 'images processed at once',
    value: String(imageQueue.options.atOnce),
    beyond: waiting(imageQueue, 'of an owner'),
  },
  calendar_imports: {
    what: 'calendars imported at once, of an agency, of all',
    value: both(importSlots),
    beyond: 'wait in a fair queue',
  },
  calendar_imports_now: {
    what: 'calendars imported on request, of an agency, of all',
    value: both(importNowSlots),
    beyond: waiting(importNowSlots, 'of an agency'),
  },
  webhook_tests: {
    what: 'webhook tests, of an agency or partner, of all',
    value: both(testSlots),
    beyond: waiting(testSlots, 'of each'),
  },
}

export function limitsTable(): string {
  const rows = Object.entries(limits).map(([name, { what, value, beyond }]) => {
    const isFixed = typeof value === 'string'
    const standard = isFixed ? value : String(settings[value.setting].default)
    return [what, isFixed ? 'fixed' : code(value.setting), standard, beyond, code(name)]
  })
  return markdownTable(['what', 'setting', 'default', 'beyond it', '`limit`'], rows)
}
