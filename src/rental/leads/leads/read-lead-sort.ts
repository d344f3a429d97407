/** Sort orders of lead lists: contract/leads.md §7. Pure. */
import { newestFirst, type SortOrder, updatedLast } from '../../../platform/db/pagination.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from './lead.ts'

export const leadSorts = ['created', 'checkIn', 'checkOut', 'booked', 'updated'] as const
type LeadSort = (typeof leadSorts)[number]

export const sortDirections = ['ASC', 'DESC'] as const
type SortDirection = (typeof sortDirections)[number]

const sortColumns = {
  created: { column: 'created_at', type: 'timestamptz' },
  checkIn: { column: 'check_in_local', type: 'timestamp' },
  checkOut: { column: 'check_out_local', type: 'timestamp' },
  booked: { column: 'booked_at', type: 'timestamptz' },
  updated: { column: 'updated_at', type: 'timestamptz' },
} as const

interface SortQuery {
  sort?: LeadSort | null | undefined
  sortDirection?: SortDirection | null | undefined
  updatedSince?: unknown
}

/**
 * Returns the sort order of a list: newest created first, or with `updatedSince` last updated last.
 * Stays are ascending by default, other keys descending.
 *
 * @throws ApiError INVALID_PARAMETER for an order of delta reading
 */
export function leadSortOrder({ sort, sortDirection, updatedSince }: SortQuery): SortOrder {
  const requestsOrder = sort != null || sortDirection != null
  if (!requestsOrder) return updatedSince == null ? newestFirst : updatedLast
  if (updatedSince != null) {
    // Delta reading needs the order of the updates.
    const parameter = sort == null ? 'sortDirection' : 'sort'
    throw invalidParameter(parameter, "must not be given with 'updatedSince'")
  }
  const sortKey = sort ?? 'created'
  const defaultDirection = sortKey === 'checkIn' || sortKey === 'checkOut' ? 'ASC' : 'DESC'
  const direction = (sortDirection ?? defaultDirection) === 'ASC' ? 'asc' : 'desc'
  const uid = { column: 'uid', type: 'uuid' }
  return { name: `${sortKey}-${direction}`, direction, columns: [sortColumns[sortKey], uid] }
}

export function leadSortKey(order: SortOrder): (lead: LeadRow) => string[] {
  return lead =>
    order.columns.map(({ column }) => {
      const value = lead[column as keyof LeadRow]
      return value instanceof Date ? value.toISOString() : String(value)
    })
}
