/** The review on the wire: contract/resources.md §9. */
import type { Context } from '../../../context.ts'
import { utcText, utcTextOrNull } from '../../../platform/dates.ts'
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

export const contentMax = 10_000

export const ratingCategory = shape('RatingCategory', {
  category: named('RatingCategoryCode', oneOf(ratingCategories)),
  rate: integer(1, 5),
})

const common = {
  uid: uid(),
  propertyUid: uid(),
  leadUid: nullable(uid()),
  author: text(),
  title: nullable(text()),
  content: text({ max: contentMax }),
  rating: integer(1, 5),
  date: date(),
  source: text(),
  /** For the agency alone. */
  privateFeedback: Type.Optional(nullable(text({ max: contentMax }))),
  reviewResponse: nullable(text({ max: contentMax })),
}

export const review = shape('Review', {
  ...common,
  responseDateTimeUTC: nullable(utcDateTime()),
  updatedUtcDateTime: utcDateTime(),
  ratingCategories: listOf(ratingCategory),
})

/** v2 says null where a review rates nothing by itself. */
export const legacyReview = shape('Review', {
  ...common,
  ratingCategories: Type.Union([Type.Array(ratingCategory), Type.Null()]),
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
    source: source.slice(0, 1) + source.slice(1).toLowerCase(),
    ratingCategories: categories.length === 0 ? null : categories,
  }
}
