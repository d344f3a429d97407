/** Tests of settings with the services that they name. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBlobStore } from '../../config/blob-store-config.ts'
import { readDatabaseSettings, readDataDir } from '../../config/database-config.ts'
import type { Environment } from '../../config/environment.ts'
import { readMessageDelivery } from '../../config/message-delivery-config.ts'
import { type Config, readExtraCa } from '../../config.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { computeKeyId } from '../../platform/crypto/signing-keys.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { listAcceptedKeys } from '../../rental/access/secret-keys/secret-keys.ts'
import { trySmtp } from '../../rental/inbox/transports/smtp-transport.ts'
import { openBlobStore, tryBlobStore } from '../../server/blob-store.ts'
import { hasDatabase, openFor } from '../database.ts'
import { errorMessage } from '../error-message.ts'

/** Timeout of a service in milliseconds. */
const timeoutMs = 15_000

/** Connects to the PostgreSQL server. The embedded database is tested with its folder. */
export async function tryDatabase(env: Environment): Promise<void> {
  const settings = readDatabaseSettings(env)
  if (settings.databaseUrl === null) return
  await openFor(settings, async database => void (await pendingMigrations(database)))
}

/** Connects to the mail server and signs in. */
export async function tryMail(env: Environment): Promise<void> {
  const { smtp } = readMessageDelivery(env, readExtraCa(env))
  if (smtp === null) return
  await naming('SMTP_URL: the mail server cannot be used', () => trySmtp(smtp, timeoutMs))
}

/** Writes, reads and deletes a file in the data folder, and in the file store if there is one. */
export async function tryFiles(env: Environment): Promise<void> {
  const dataDir = readDataDir(env)
  const blobStore = readBlobStore(env)
  tryFolder(dataDir)
  if (blobStore === null) return
  await naming('BLOB_URL: the file store cannot be used', async () =>
    tryBlobStore(await openBlobStore({ dataDir, blobStore })),
  )
}

const content = Buffer.from('lodgepole')

/**
 * Writes, reads and deletes a file in a folder. Uses the nearest existing one above it, if it does
 * not exist, so that nothing is created before all answers are given.
 */
export function tryFolder(folder: string): void {
  try {
    const trial = mkdtempSync(join(nearestExisting(folder), '.lodgepole-'))
    try {
      const file = join(trial, 'trial')
      writeFileSync(file, content, { flush: true })
      if (!readFileSync(file).equals(content)) throw new Error(`${folder} returned other data`)
    } finally {
      rmSync(trial, { recursive: true, force: true })
    }
  } catch (error) {
    // The error names the folder instead of the temporary file.
    throw Object.assign(error as Error, { path: folder })
  }
}

function nearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path))
}

/**
 * Checks that an existing database is of this release or an older one, and accepts the secret key.
 *
 * @throws Error naming the fingerprints of the keys
 */
export async function trySecretKey(config: Config): Promise<void> {
  if (!hasDatabase(config)) return
  await openFor(config, async database => {
    const pending = await pendingMigrations(database)
    // The column of accepted keys is of this migration.
    if (pending.some(name => name <= '0033-access.sql')) return
    const accepted = await listAcceptedKeys({ db: database.kysely })
    const ids = config.secretKeys.map(computeKeyId)
    if (accepted.length === 0 || ids.some(id => accepted.includes(id))) return
    throw new Error(
      `SECRET_KEY is wrong for this database: it is encrypted with the key with the fingerprint ` +
        `${accepted.join(' or ')}. Run init again with SECRET_KEY in the environment`,
    )
  })
}

/** Runs a test within the timeout; its error begins with a text that names the setting. */
async function naming(text: string, test: () => Promise<void>): Promise<void> {
  try {
    await withTimeout(timeoutMs, test)
  } catch (error) {
    throw new Error(`${text}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Returns one line; an error of several addresses has its reason in the first of them. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { name, code } = first as NodeJS.ErrnoException
  return errorMessage(first, '').replace(/\s+/g, ' ').trim() || code || name
}
