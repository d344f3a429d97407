import type { Selectable } from 'kysely'
import type { ReviewsTable } from '../../tables.ts'

/** Sources of reviews; consumers expect further ones (contract/resources.md §9). */
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

/** Rating of one aspect of a stay, 1 to 5. */
export interface RatingCategory {
  category: (typeof ratingCategories)[number]
  rate: number
}

export type Review = Omit<Selectable<ReviewsTable>, 'rating_categories'> & {
  rating_categories: RatingCategory[]
}
