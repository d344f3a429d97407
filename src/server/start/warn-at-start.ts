import type { FastifyBaseLogger } from 'fastify'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { trySmtp } from '../../rental/inbox/transports/smtp-transport.ts'
import type { Runtime } from '../runtime.ts'

/** Timeout of an external service before a warning, in milliseconds. */
const defaultTimeoutMs = 10_000

/**
 * Logs warnings about settings, and about an unavailable mail server, file store or replica. The
 * start does not wait for it.
 *
 * @param timeoutMs timeout per service, in milliseconds
 * @returns a promise that resolves when all services have been tried
 */
export async function warnAtStart(
  { config, blobs, database }: Pick<Runtime, 'config' | 'blobs'> & { database: Replicated },
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  for (const warning of config.warnings) log.warn(warning)
  const warnOnFailure = async (work: () => Promise<void>, text: string) => {
    await withTimeout(timeoutMs, work).catch(error => log.warn(error, text))
  }
  const { smtp } = config.sending
  const checks: Promise<void>[] = []
  if (smtp !== null) {
    checks.push(
      warnOnFailure(() => trySmtp(smtp, timeoutMs), 'SMTP_URL: the mail server cannot be used'),
    )
  }
  if (config.blobStore !== null) {
    checks.push(warnOnFailure(() => tryStore(blobs), 'BLOB_URL: the file store cannot be used'))
  }
  if (config.databaseReadUrl !== null) {
    checks.push(warnOnFailure(() => tryReplica(database), 'DATABASE_READ_URL: it cannot be used'))
  }
  await Promise.all(checks)
}

type Replicated = Pick<Runtime['database'], 'read'>

async function tryReplica(database: Replicated): Promise<void> {
  await database.read({ name: 'reach', text: 'select 1' }, [])
}

async function tryStore(blobs: Runtime['blobs']): Promise<void> {
  // The first file is enough to know that the store responds.
  for await (const _ of blobs.list('photos', '', '~')) break
}
