import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Review } from './review.ts'
import { type AccessibleReview, lockReview, updateReview } from './reviews.ts'

/**
 * Sets the response to a review, or removes it with null. Without changes nothing is written
 * (contract/resources.md §9).
 *
 * @throws ApiError REVIEW_NOT_FOUND if it was deleted concurrently
 */
export async function respondToReview(
  ctx: Context,
  key: AccessibleReview,
  text: string | null,
): Promise<Review> {
  return transaction(ctx, async (ctx: Context) => {
    const before = await lockReview(ctx, key)
    if (!before) throw notFound('REVIEW_NOT_FOUND', key.uid)
    if (before.response === text) return before
    const responded_at = text === null ? null : ctx.clock.now()
    const review = await updateReview(ctx, before, { response: text, responded_at })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    const changes = diffFields(before, review, fieldNames)
    recordEvent(ctx, { agencyUid, type: 'REVIEW_UPDATED', keys, changes })
    return review
  })
}

/** Names of changeable columns in events. */
const fieldNames = { response: 'reviewResponse', responded_at: 'responseDateTimeUTC' }
