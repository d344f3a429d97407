import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import type { ReachedProperty } from '../../properties/properties/properties.ts'
import type { RatingCategory, Review, ReviewSource } from './review.ts'
import { insertReview } from './reviews.ts'

export interface NewReview {
  leadUid: string | null
  author: string
  title: string | null
  content: string
  rating: number
  /** Null: today at the property. */
  date: string | null
  source: ReviewSource
  privateFeedback: string | null
  ratingCategories: RatingCategory[]
}

/**
 * Adds a review of a property (contract/resources.md §9).
 *
 * @throws ApiError LEAD_NOT_FOUND, INVALID_PARAMETER for a lead of another property
 */
export async function createReview(
  ctx: Context,
  property: ReachedProperty,
  wanted: NewReview,
): Promise<Review> {
  return transaction(ctx, async (ctx: Context) => {
    const lead = wanted.leadUid === null ? null : await reachedLead(ctx, wanted.leadUid)
    if (lead !== null && lead.property_uid !== property.uid) {
      throw invalidParameter('leadUid', `must be of property ${property.uid}`)
    }
    const now = ctx.clock.now()
    const review = await insertReview(ctx, {
      agency_uid: property.agency_uid,
      uid: newUid(now.getTime()),
      property_uid: property.uid,
      lead_uid: lead?.uid ?? null,
      author: wanted.author,
      title: wanted.title,
      content: wanted.content,
      rating: wanted.rating,
      date: wanted.date ?? dateIn(property.time_zone, now),
      source: wanted.source,
      private_feedback: wanted.privateFeedback,
      rating_categories: JSON.stringify(wanted.ratingCategories),
      created_at: now,
      updated_at: now,
    })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    recordEvent(ctx, { agencyUid, type: 'REVIEW_CREATED', keys, isNew: true })
    return review
  })
}
