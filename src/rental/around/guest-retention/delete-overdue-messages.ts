import { transaction } from '../../../platform/db/transaction.ts'
import { deleteSendings } from '../../inbox/message-deliveries/message-deliveries.ts'
import { deleteMessageRows } from '../../inbox/messages/messages.ts'
import { type Erasing, eraseBelongings } from '../guest-data/erase-belongings.ts'
import { listBelongingsOfMessages } from '../guest-data/guest-data.ts'
import { lockOverdueMessages } from './lead-erasures.ts'

const atOnce = 200

/**
 * Deletes some messages of an agency that were written before an instant, with what repeats them
 * (contract/resources.md §8.2).
 *
 * @returns how many; none: there are no more
 */
export async function deleteOverdueMessages(
  ctx: Erasing,
  agencyUid: string,
  before: Date,
): Promise<number> {
  return transaction(ctx, async (ctx: Erasing) => {
    const messages = await lockOverdueMessages(ctx, agencyUid, before, atOnce)
    if (messages.length === 0) return 0
    const belongings = await listBelongingsOfMessages(ctx, agencyUid, messages)
    await eraseBelongings(ctx, agencyUid, belongings)
    await deleteSendings(ctx, agencyUid, messages)
    await deleteMessageRows(ctx, agencyUid, messages)
    ctx.log.info(
      { agency: agencyUid, messages: messages.length },
      'deleted messages past their retention period',
    )
    return messages.length
  })
}
