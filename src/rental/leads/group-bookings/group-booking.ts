/** Leads that were booked together: contract/leads.md §9.1. */
import type { Lead } from '../leads/lead.ts'

/** Statuses on creation, the same for all members. */
export const groupStatuses = ['NEW', 'ON_HOLD', 'BOOKED', 'BLOCKED'] as const

/** Maximum number of sub-leads on creation. */
export const subLeadsMax = 50

/** Group booking with the members that are accessible to the caller. */
export interface GroupBooking {
  main: Lead
  subs: Lead[]
}

/** Returns the path of a member's field in a request; the main lead has index 0. */
export function memberPath(i: number, field: string): string {
  return i === 0 ? field : `subLeads[${i - 1}].${field}`
}
