import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Mail, QueuedMail } from './mail.ts'

/**
 * Queues an email, which is sent after the transaction commits. The worker looks up the address.
 * Without an address or a mail server, nothing is sent.
 */
export async function queueMail(
  { db, clock, tasks }: Pick<Context, 'db' | 'clock' | 'tasks'>,
  mail: Mail,
): Promise<void> {
  const queued: QueuedMail = { ...mail, uid: newUid(clock.now().getTime()), attempt: 1 }
  await tasks.send(db, 'send-mail', queued)
}
