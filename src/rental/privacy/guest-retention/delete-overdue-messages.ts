import { transaction } from '../../../platform/db/transaction.ts'
import { deleteMessageDeliveries } from '../../inbox/message-deliveries/message-deliveries.ts'
import { deleteMessageRows } from '../../inbox/messages/messages.ts'
import { type ErasureContext, eraseRelatedRecords } from '../guest-data/erase-related-records.ts'
import { listMessageRecords } from '../guest-data/guest-data.ts'
import { lockOverdueMessages } from './lead-erasures.ts'

const batchSize = 200

/**
 * Deletes a batch of messages of an agency written before an instant, and their copies in events
 * and deliveries (contract/resources.md §8.2).
 *
 * @returns the number of deleted messages; 0 if none are left
 */
export async function deleteOverdueMessages(
  ctx: ErasureContext,
  agencyUid: string,
  before: Date,
): Promise<number> {
  return transaction(ctx, async (ctx: ErasureContext) => {
    const messages = await lockOverdueMessages(ctx, agencyUid, before, batchSize)
    if (messages.length === 0) return 0
    const related = await listMessageRecords(ctx, agencyUid, messages)
    await eraseRelatedRecords(ctx, agencyUid, related)
    await deleteMessageDeliveries(ctx, agencyUid, messages)
    await deleteMessageRows(ctx, agencyUid, messages)
    ctx.log.info(
      { agency: agencyUid, messages: messages.length },
      'deleted messages past their retention period',
    )
    return messages.length
  })
}
