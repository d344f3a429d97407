import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { type AccessibleReview, lockReview, updateReview } from './reviews.ts'

/**
 * Deletes a review. Delta reads return its uid as deleted for a while.
 *
 * @throws ApiError REVIEW_NOT_FOUND if it was deleted concurrently
 */
export async function deleteReview(ctx: Context, key: AccessibleReview): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    const review = await lockReview(ctx, key)
    if (!review) throw notFound('REVIEW_NOT_FOUND', key.uid)
    await updateReview(ctx, review, { deleted_at: ctx.clock.now() })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    recordEvent(ctx, { agencyUid, type: 'REVIEW_DELETED', keys })
  })
}
