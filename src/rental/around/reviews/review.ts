import type { Selectable } from 'kysely'
import type { ReviewsTable } from '../../tables.ts'

/** Where reviews come from; consumers expect further ones (contract/resources.md §9). */
export const reviewSources = [
  'AIRBNB',
  'BOOKING_DOT_COM',
  'VRBO',
  'FACEBOOK',
  'TRIPADVISOR',
  'REVYOOS',
  'HOSTFULLY',
] as const
export type ReviewSource = (typeof reviewSources)[number]

export const ratingCategories = [
  'ACCURACY',
  'CLEANLINESS',
  'CHECKIN',
  'COMMUNICATION',
  'LOCATION',
  'VALUE',
] as const

/** What a review gives one side of a stay, 1 to 5. */
export interface RatingCategory {
  category: (typeof ratingCategories)[number]
  rate: number
}

/** A review as stored. */
export type Review = Omit<Selectable<ReviewsTable>, 'rating_categories'> & {
  rating_categories: RatingCategory[]
}
