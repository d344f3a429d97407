/** The sending of messages, which every process does that works: contract/messaging.md §12. */
import type { WorkContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DueKind } from '../../../platform/jobs/due-work-poller.ts'
import type { Tables } from '../../tables.ts'
import { sendingsChannel } from './message-deliveries.ts'
import { Postman } from './message-dispatcher.ts'

/** Begins to send, told by the database of what has come. */
export async function startSending(
  database: Database<Tables>,
  ctx: WorkContext,
): Promise<{ kind: DueKind; stop(): Promise<void> }> {
  const postman = new Postman(ctx)
  const unlisten = await database.listen(sendingsChannel, uid => void postman.wake(uid))
  const stop = async () => {
    await unlisten()
    await postman.stop()
  }
  return { kind: postman.kind, stop }
}
