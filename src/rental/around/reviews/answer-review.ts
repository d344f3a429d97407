import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import type { Review } from './review.ts'
import { lockReview, type ReachedReview, updateReview } from './reviews.ts'

/**
 * Sets the response to a review, or takes it away with null; the same again changes nothing
 * (contract/resources.md §9).
 *
 * @throws ApiError REVIEW_NOT_FOUND when it has gone meanwhile
 */
export async function answerReview(
  ctx: Context,
  reached: ReachedReview,
  text: string | null,
): Promise<Review> {
  return transaction(ctx, async (ctx: Context) => {
    const before = await lockReview(ctx, reached)
    if (!before) throw notFound('REVIEW_NOT_FOUND', reached.uid)
    if (before.response === text) return before
    const responded_at = text === null ? null : ctx.clock.now()
    const review = await updateReview(ctx, before, { response: text, responded_at })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    const changes = changesOf(before, review, names)
    recordEvent(ctx, { agencyUid, type: 'REVIEW_UPDATED', keys, changes })
    return review
  })
}

/** What events call what can change. */
const names = { response: 'reviewResponse', responded_at: 'responseDateTimeUTC' }
