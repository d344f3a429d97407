import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { trySmtp } from '../../rental/inbox/transports/smtp-transport.ts'
import type { Runtime } from '../runtime.ts'

/** How long a service outside may take to answer before the start warns of it. */
const standardMs = 10_000

/**
 * Logs what an operator should know of the settings, and, without being waited for, which mail
 * server and file store cannot be used.
 *
 * @param answerMs how long each of them may take, in milliseconds
 * @returns settled when both have been tried
 */
export async function warnAtStart(
  { config, blobs }: Pick<Runtime, 'config' | 'blobs'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  answerMs = standardMs,
): Promise<void> {
  for (const warning of config.warnings) log.warn(warning)
  const attempt = async (work: () => Promise<void>, text: string) => {
    const done = new AbortController()
    const late = sleep(answerMs, null, { signal: done.signal, ref: false }).then(() => {
      throw Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })
    })
    await Promise.race([work(), late])
      .catch(error => log.warn(error, text))
      .finally(() => done.abort())
  }
  const { smtp } = config.sending
  await Promise.all([
    ...(smtp === null
      ? []
      : [attempt(() => trySmtp(smtp, answerMs), 'SMTP_URL: the mail server cannot be used')]),
    ...(config.blobStore === null
      ? []
      : [attempt(() => tryStore(blobs), 'BLOB_URL: the file store cannot be used')]),
  ])
}

async function tryStore(blobs: Runtime['blobs']): Promise<void> {
  for await (const _ of blobs.list('photos', '', '~')) break
}
