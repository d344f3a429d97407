/** Several leads that were booked together: contract/leads.md §9.1. */
import type { Lead } from '../leads/lead.ts'

/** The statuses in which a group booking can be created, the same for all its members. */
export const groupStatuses = ['NEW', 'ON_HOLD', 'BOOKED', 'BLOCKED'] as const

/** How many sub-leads a group booking can be created with. */
export const subLeadsMax = 50

/** A group booking, as much of it as the caller reaches. */
export interface GroupBooking {
  main: Lead
  subs: Lead[]
}

/** Where a request has what it says of a member: the main lead is the first one. */
export function memberPath(i: number, field: string): string {
  return i === 0 ? field : `subLeads[${i - 1}].${field}`
}
