/** The orders of a list of reviews: contract/resources.md §9. */
import { type SortOrder, updatedLast } from '../../../platform/db/page.ts'
import type { Review } from './review.ts'

/** By what, and the values of a row in that order. */
const columnsOf = {
  SORT_BY_DATE: ['date'],
  SORT_BY_RATING: ['rating', 'date'],
  SORT_BY_UPDATED: ['updated_at'],
} as const satisfies Record<string, (keyof Review)[]>

export type ReviewSort = keyof typeof columnsOf
export const reviewSorts = Object.keys(columnsOf) as ReviewSort[]
export const sortDirections = ['ASC', 'DESC'] as const

const types = { date: 'date', rating: 'integer', updated_at: 'timestamptz', uid: 'uuid' }

/** What a query says of the order. */
interface Asked {
  sort?: ReviewSort | undefined
  sortDirection?: (typeof sortDirections)[number] | undefined
  updatedSince?: Date | undefined
}

/** Delta reading goes from the oldest change to the newest, unless it is asked for otherwise. */
export function sortOf({ sort, sortDirection, updatedSince }: Asked): SortOrder {
  if (updatedSince && sort === undefined && sortDirection === undefined) return updatedLast
  const by = sort ?? 'SORT_BY_DATE'
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc'
  const columns = [...columnsOf[by], 'uid' as const].map(column => ({
    column,
    type: types[column],
  }))
  return { name: `${by}-${direction}`, direction, columns }
}

/** The values of a review that place it in an order. */
export function keyIn(sort: SortOrder): (review: Review) => string[] {
  return review =>
    sort.columns.map(({ column }) => {
      const value = review[column as keyof Review]
      return value instanceof Date ? value.toISOString() : String(value)
    })
}
