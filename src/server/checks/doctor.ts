/** All checks of `lodgepole doctor`. */
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../rental/tables.ts'
import { openBlobStore } from '../blob-store.ts'
import { type Check, type CheckResult, failed, runChecks, skipAll, skipped } from './check.ts'
import {
  connectionsCheck,
  type DatabaseContext,
  databaseCheck,
  migrationsCheck,
  secretKeyCheck,
  statisticsCheck,
  tlsCheck,
} from './database-checks.ts'
import { probePublicUrl } from './probe-public-url.ts'
import {
  certificateCheck,
  type PublicContext,
  publicUrlCheck,
  releaseCheck,
} from './public-url-checks.ts'
import { diskCheck, filesCheck, mailCheck, settingsCheck } from './service-checks.ts'
import { backupCheck, clockCheck, queuesCheck, webhooksCheck } from './work-checks.ts'

const outsideChecks = [releaseCheck, publicUrlCheck, certificateCheck]
const serviceChecks = [settingsCheck, diskCheck, filesCheck, mailCheck]
const basicChecks = [databaseCheck, migrationsCheck]
const connectionChecks: Check<DatabaseContext & PublicContext>[] = [
  tlsCheck,
  connectionsCheck,
  statisticsCheck,
  clockCheck,
]
/** Checks of rows, which need the tables of this release. */
const rowChecks = [secretKeyCheck, backupCheck, webhooksCheck, queuesCheck]

/** Names of all checks, in the order of a report. */
const order = [
  ...[releaseCheck, settingsCheck, ...basicChecks, ...connectionChecks, ...rowChecks],
  ...[diskCheck, filesCheck, mailCheck, publicUrlCheck, certificateCheck],
].map(({ name }) => name)

export interface Examined {
  config: Config
  /** Open database, or the reason why it is not open. */
  database: Database<Tables> | Error
  /** False: no server runs, as known from an embedded database that this process has opened. */
  isServing: boolean
}

/** Time for a request to PUBLIC_URL, in milliseconds. */
const probeMs = 4_000

/** Runs all checks. Those that need a database are skipped if it is not open. */
export async function examine({ config, database, isServing }: Examined): Promise<CheckResult[]> {
  let response: ReturnType<typeof probePublicUrl> | undefined
  const probe = () => {
    response ??= probePublicUrl(config, AbortSignal.timeout(probeMs))
    return response
  }
  const outside = { config, isServing, probe }
  const room = database instanceof Error ? undefined : database.room
  // First, because loading a library delays everything else, up to its timeout.
  const blobs = await openBlobStore(config)
  const results = await Promise.all([
    runChecks(outsideChecks, outside),
    runChecks(serviceChecks, { config, blobs, room }),
    database instanceof Error
      ? reportUnopened(database)
      : examineDatabase({ ...outside, database }),
  ])
  return inOrder(results.flat())
}

/** Returns the results if the settings are invalid, so that no other check can run. */
export function reportInvalidSettings(error: Error): CheckResult[] {
  const settings = failed(error.message, 'Correct the setting: docs/reference/settings.md')
  const others = order.filter(name => name !== settingsCheck.name)
  const reason = skipped('a setting is invalid')
  return inOrder([
    { name: settingsCheck.name, ...settings },
    ...others.map(name => ({ name, ...reason })),
  ])
}

function reportUnopened(error: Error): CheckResult[] {
  const finding = failed(error.message, 'Start the database, or correct DATABASE_URL or DATA_DIR')
  return [
    { name: databaseCheck.name, ...finding },
    ...skipAll(
      [migrationsCheck, ...connectionChecks, ...rowChecks],
      'the database cannot be opened',
    ),
  ]
}

async function examineDatabase(context: DatabaseContext & PublicContext): Promise<CheckResult[]> {
  const [basics, connection] = await Promise.all([
    runChecks(basicChecks, context),
    runChecks(connectionChecks, context),
  ])
  const isUsable = basics.every(({ status }) => status === 'ok')
  const rows = isUsable
    ? await runChecks(rowChecks, context)
    : skipAll(rowChecks, 'the database has other tables than this release')
  return [...basics, ...connection, ...rows]
}

function inOrder(results: CheckResult[]): CheckResult[] {
  return results.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}
