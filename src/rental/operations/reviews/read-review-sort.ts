/** Sort orders of reviews: contract/resources.md §9. */
import { type SortOrder, updatedLast } from '../../../platform/db/pagination.ts'
import type { Review } from './review.ts'

/** Columns of each sort order. */
const sortColumns = {
  SORT_BY_DATE: ['date'],
  SORT_BY_RATING: ['rating', 'date'],
  SORT_BY_UPDATED: ['updated_at'],
} as const satisfies Record<string, (keyof Review)[]>

export type ReviewSort = keyof typeof sortColumns
export const reviewSorts = Object.keys(sortColumns) as ReviewSort[]
export const sortDirections = ['ASC', 'DESC'] as const

/** SQL types of the columns, for comparison with values of cursors. */
const columnTypes = { date: 'date', rating: 'integer', updated_at: 'timestamptz', uid: 'uuid' }

/** Sort parameters of a query. */
interface SortQuery {
  sort?: ReviewSort | undefined
  sortDirection?: (typeof sortDirections)[number] | undefined
  updatedSince?: Date | undefined
}

/**
 * Returns the sort order of a query. Delta reads are sorted from the oldest change to the newest,
 * unless the query has sort parameters.
 */
export function readSort({ sort, sortDirection, updatedSince }: SortQuery): SortOrder {
  if (updatedSince && sort === undefined && sortDirection === undefined) return updatedLast
  const sortKey = sort ?? 'SORT_BY_DATE'
  const direction = sortDirection === 'ASC' ? 'asc' : 'desc'
  const columns = [...sortColumns[sortKey], 'uid' as const].map(column => ({
    column,
    type: columnTypes[column],
  }))
  return { name: `${sortKey}-${direction}`, direction, columns }
}

export function sortKeyReader(sort: SortOrder): (review: Review) => string[] {
  return review =>
    sort.columns.map(({ column }) => {
      const value = review[column as keyof Review]
      return value instanceof Date ? value.toISOString() : String(value)
    })
}
