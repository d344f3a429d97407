/** The orders of a list of leads: contract/leads.md §7. Pure. */
import { newestFirst, type SortOrder, updatedLast } from '../../../platform/db/page.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from './lead.ts'

export const leadSorts = ['created', 'checkIn', 'checkOut', 'booked', 'updated'] as const
type LeadSort = (typeof leadSorts)[number]

export const sortDirections = ['ASC', 'DESC'] as const
type SortDirection = (typeof sortDirections)[number]

const columns = {
  created: { column: 'created_at', type: 'timestamptz' },
  checkIn: { column: 'check_in_local', type: 'timestamp' },
  checkOut: { column: 'check_out_local', type: 'timestamp' },
  booked: { column: 'booked_at', type: 'timestamptz' },
  updated: { column: 'updated_at', type: 'timestamptz' },
} as const

interface Asked {
  sort?: LeadSort | null | undefined
  sortDirection?: SortDirection | null | undefined
  updatedSince?: unknown
}

/**
 * The order that is asked for: newest created first, with `updatedSince` last changed last. Stays
 * begin with the earliest, all else with the latest, unless a direction is named.
 *
 * @throws ApiError INVALID_PARAMETER for an order of delta reading
 */
export function leadOrderOf({ sort, sortDirection, updatedSince }: Asked): SortOrder {
  const isAsked = sort != null || sortDirection != null
  if (!isAsked) return updatedSince == null ? newestFirst : updatedLast
  if (updatedSince != null) {
    const parameter = sort == null ? 'sortDirection' : 'sort'
    throw invalidParameter(parameter, "must not be given with 'updatedSince'")
  }
  const by = sort ?? 'created'
  const usual = by === 'checkIn' || by === 'checkOut' ? 'ASC' : 'DESC'
  const direction = (sortDirection ?? usual) === 'ASC' ? 'asc' : 'desc'
  const uid = { column: 'uid', type: 'uuid' }
  return { name: `${by}-${direction}`, direction, columns: [columns[by], uid] }
}

/** The values of a lead that place it in an order. */
export function leadKeyIn(order: SortOrder): (lead: LeadRow) => string[] {
  return lead =>
    order.columns.map(({ column }) => {
      const value = lead[column as keyof LeadRow]
      return value instanceof Date ? value.toISOString() : String(value)
    })
}
