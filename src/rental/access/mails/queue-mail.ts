import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Mail, QueuedMail } from './mail.ts'

/**
 * Leaves a mail to be sent once the open transaction is committed. The address is looked up then;
 * who has none, or where no mail server is set, gets nothing.
 */
export async function queueMail(
  { db, clock, tasks }: Pick<Context, 'db' | 'clock' | 'tasks'>,
  mail: Mail,
): Promise<void> {
  const queued: QueuedMail = { ...mail, uid: newUid(clock.now().getTime()), attempt: 1 }
  await tasks.send(db, 'send-mail', queued)
}
