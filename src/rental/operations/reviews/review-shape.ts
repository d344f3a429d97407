/** The review on the wire: contract/resources.md §9. */
import type { Context } from '../../../context.ts'
import { utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import {
  date,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { type Review, ratingCategories } from './review.ts'

/** Maximum length of long texts of a review. */
export const contentMax = 10_000

export const ratingCategorySchema = shape('RatingCategory', {
  category: named('RatingCategoryCode', oneOf(ratingCategories)),
  rate: integer(1, 5),
})

const commonFields = {
  uid: uid(),
  propertyUid: uid(),
  leadUid: nullable(uid()),
  author: text(),
  title: nullable(text()),
  content: text({ max: contentMax }),
  rating: integer(1, 5),
  date: date(),
  source: text(),
  /** Only for agencies. */
  privateFeedback: Type.Optional(nullable(text({ max: contentMax }))),
  reviewResponse: nullable(text({ max: contentMax })),
}

export const reviewSchema = shape('Review', {
  ...commonFields,
  responseDateTimeUTC: nullable(utcDateTime()),
  updatedUtcDateTime: utcDateTime(),
  ratingCategories: listOf(ratingCategorySchema),
})

/** Review in v2: `ratingCategories` is null if there are none. */
export const legacyReviewSchema = shape('Review', {
  ...commonFields,
  ratingCategories: Type.Union([Type.Array(ratingCategorySchema), Type.Null()]),
})

function presentCommon({ caller }: Context, row: Review) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    leadUid: row.lead_uid,
    author: row.author,
    title: row.title,
    content: row.content,
    rating: row.rating,
    date: row.date,
    source: row.source,
    ...(caller.kind === 'agency' ? { privateFeedback: row.private_feedback } : {}),
    reviewResponse: row.response,
  }
}

export function presentReview(ctx: Context, row: Review) {
  return {
    ...presentCommon(ctx, row),
    responseDateTimeUTC: utcTextOrNull(row.responded_at),
    updatedUtcDateTime: utcText(row.updated_at),
    ratingCategories: row.rating_categories,
  }
}

export function presentLegacyReview(ctx: Context, row: Review) {
  const { source, ...rest } = presentCommon(ctx, row)
  const categories = row.rating_categories
  return {
    ...rest,
    // v2 capitalizes sources: `Airbnb`.
    source: source.slice(0, 1) + source.slice(1).toLowerCase(),
    ratingCategories: categories.length === 0 ? null : categories,
  }
}
