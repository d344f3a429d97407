import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { trySmtp } from '../../rental/inbox/transports/smtp-transport.ts'
import type { Runtime } from '../runtime.ts'

/** Time limit for an outside service to answer before the start warns of it. */
const standardMs = 10_000

/**
 * Logs what an operator should know of the settings, and which mail server, file store and replica
 * cannot be used. A start does not wait for it.
 *
 * @param answerMs how long each of them may take, in milliseconds
 * @returns settled when all have been tried
 */
export async function warnAtStart(
  { config, blobs, database }: Pick<Runtime, 'config' | 'blobs'> & { database: Replicated },
  log: Pick<FastifyBaseLogger, 'warn'>,
  answerMs = standardMs,
): Promise<void> {
  for (const warning of config.warnings) log.warn(warning)
  const attempt = async (work: () => Promise<void>, text: string) => {
    const done = new AbortController()
    const late = sleep(answerMs, null, { signal: done.signal, ref: false }).then(() => {
      throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' })
    })
    await Promise.race([work(), late])
      .catch(error => log.warn(error, text))
      .finally(() => done.abort())
  }
  const { smtp } = config.sending
  const attempts: Promise<void>[] = []
  if (smtp !== null) {
    attempts.push(
      attempt(() => trySmtp(smtp, answerMs), 'SMTP_URL: the mail server cannot be used'),
    )
  }
  if (config.blobStore !== null) {
    attempts.push(attempt(() => tryStore(blobs), 'BLOB_URL: the file store cannot be used'))
  }
  if (config.databaseReadUrl !== null) {
    attempts.push(attempt(() => tryReplica(database), 'DATABASE_READ_URL: it cannot be used'))
  }
  await Promise.all(attempts)
}

type Replicated = Pick<Runtime['database'], 'read'>

async function tryReplica(database: Replicated): Promise<void> {
  await database.read({ name: 'reach', text: 'select 1' }, [])
}

async function tryStore(blobs: Runtime['blobs']): Promise<void> {
  for await (const _ of blobs.list('photos', '', '~')) break
}
