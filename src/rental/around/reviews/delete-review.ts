import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { lockReview, type ReachedReview, updateReview } from './reviews.ts'

/**
 * Deletes a review; delta reading still tells of it for a while.
 *
 * @throws ApiError REVIEW_NOT_FOUND when it has gone meanwhile
 */
export async function deleteReview(ctx: Context, reached: ReachedReview): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    const review = await lockReview(ctx, reached)
    if (!review) throw notFound('REVIEW_NOT_FOUND', reached.uid)
    await updateReview(ctx, review, { deleted_at: ctx.clock.now() })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    recordEvent(ctx, { agencyUid, type: 'REVIEW_DELETED', keys })
  })
}
