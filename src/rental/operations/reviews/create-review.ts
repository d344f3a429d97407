import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import type { AccessibleProperty } from '../../properties/properties/properties.ts'
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
  property: AccessibleProperty,
  input: NewReview,
): Promise<Review> {
  return transaction(ctx, async (ctx: Context) => {
    const lead = input.leadUid === null ? null : await requireLead(ctx, input.leadUid)
    if (lead !== null && lead.property_uid !== property.uid) {
      throw invalidParameter('leadUid', `must be of property ${property.uid}`)
    }
    const now = ctx.clock.now()
    const review = await insertReview(ctx, {
      agency_uid: property.agency_uid,
      uid: newUid(now.getTime()),
      property_uid: property.uid,
      lead_uid: lead?.uid ?? null,
      author: input.author,
      title: input.title,
      content: input.content,
      rating: input.rating,
      date: input.date ?? dateIn(property.time_zone, now),
      source: input.source,
      private_feedback: input.privateFeedback,
      rating_categories: JSON.stringify(input.ratingCategories),
      created_at: now,
      updated_at: now,
    })
    const { agency_uid: agencyUid, uid: review_uid, property_uid, lead_uid } = review
    const keys = { review_uid, property_uid, lead_uid }
    recordEvent(ctx, { agencyUid, type: 'REVIEW_CREATED', keys, isNew: true })
    return review
  })
}
