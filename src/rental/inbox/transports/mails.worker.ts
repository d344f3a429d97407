/** Mails of the server itself, to agencies and partners: contract/events.md §12. */
import { type WorkContext, worker } from '../../../context.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import type { QueuedMail } from '../../access/mails/mail.ts'
import { findAddress } from '../../access/mails/mails.ts'

const [minute, hour] = [60, 3_600]

/** Seconds between attempts. */
const delays = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]

export const mailWorkers = [
  worker({
    name: 'send-mail',
    async work(ctx, { data: mail, signal }: Task<QueuedMail>) {
      const { to, uid, subject, text, attempt } = mail
      const { mailer } = ctx.sending
      const address = await findAddress(ctx, to)
      if (mailer === null || address === null) {
        ctx.log.info(
          { to, hasServer: mailer !== null },
          'did not send a mail: no mail server or no address',
        )
        return
      }
      const { result } = await mailer.send({ uid, to: address, subject, text }, signal)
      if (result === 'RETRY' && attempt <= delays.length) return postpone(ctx, mail)
      if (result !== 'SENT')
        ctx.log.warn(
          { to, attempt },
          'Could not deliver a mail. Check the mail server and the address',
        )
    },
  }),
]

async function postpone({ db, tasks }: WorkContext, mail: QueuedMail): Promise<void> {
  const later = { ...mail, attempt: mail.attempt + 1 }
  await tasks.send(db, 'send-mail', later, { afterSeconds: delays[mail.attempt - 1]! })
}
