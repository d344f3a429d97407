/**
 * Types and statuses of leads, the states that they form, and the states that hold nights:
 * contract/leads.md §2, §3.
 */
import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { LeadsTable } from '../../tables.ts'

/** Types of leads, in the order in which errors list them. */
export const leadTypes = ['BLOCK', 'INQUIRY', 'BOOKING_REQUEST', 'BOOKING'] as const

/** Statuses of leads, in the order in which errors list them. */
export const leadStatuses = [
  'NEW',
  'CANCELLED',
  'IGNORED',
  'PENDING',
  'BOOKED',
  'SAMPLE',
  'DUPLICATE',
  'CLOSED',
  'DECLINED',
  'PENDING_APPROVED',
  'BLOCKED',
  'ON_HOLD',
] as const

type LeadType = (typeof leadTypes)[number]
export type LeadStatus = (typeof leadStatuses)[number]

/** Versions since which statuses younger than 3.0 exist. */
export const statusSince = { PENDING_APPROVED: '3.2' } as const

/** States of a lead, each a valid pair of type and status: contract/leads.md §3. */
export const leadStates = {
  BL: { type: 'BLOCK', status: 'BLOCKED', blocks: true, isDeletable: true },
  NW: { type: 'INQUIRY', status: 'NEW', blocks: false, isDeletable: false },
  OH: { type: 'INQUIRY', status: 'ON_HOLD', blocks: true, isDeletable: false },
  CL: { type: 'INQUIRY', status: 'CLOSED', blocks: false, isDeletable: true },
  IG: { type: 'INQUIRY', status: 'IGNORED', blocks: false, isDeletable: true },
  DU: { type: 'INQUIRY', status: 'DUPLICATE', blocks: false, isDeletable: true },
  SA: { type: 'INQUIRY', status: 'SAMPLE', blocks: false, isDeletable: true },
  PE: { type: 'BOOKING_REQUEST', status: 'PENDING', blocks: true, isDeletable: true },
  PA: { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED', blocks: true, isDeletable: false },
  DE: { type: 'BOOKING_REQUEST', status: 'DECLINED', blocks: false, isDeletable: true },
  RC: { type: 'BOOKING_REQUEST', status: 'CLOSED', blocks: false, isDeletable: true },
  BK: { type: 'BOOKING', status: 'BOOKED', blocks: true, isDeletable: false },
  CA: { type: 'BOOKING', status: 'CANCELLED', blocks: false, isDeletable: true },
} as const satisfies Record<string, LeadStateProperties>

interface LeadStateProperties {
  type: LeadType
  status: LeadStatus
  /** True if a lead in this state holds its nights. */
  blocks: boolean
  isDeletable: boolean
}

export type LeadState = keyof typeof leadStates

const allStates = Object.keys(leadStates) as LeadState[]

/** Returns the stored state of a lead; expired timers are ignored. */
export function toLeadState({
  type,
  status,
}: Pick<Selectable<LeadsTable>, 'type' | 'status'>): LeadState {
  // Only the pairs of `leadStates` are stored.
  return allStates.find(id => {
    const state = leadStates[id]
    return state.type === type && state.status === status
  })!
}

/** Returns true if a lead holds its nights (contract/pricing.md §3.1), ignoring its timer. */
export function blocks(status: string): boolean {
  return allStates.some(id => leadStates[id].status === status && leadStates[id].blocks)
}

/** Returns true if a lead holds its nights, or may do so later. */
export function isOpen(status: string): boolean {
  return status === 'NEW' || blocks(status)
}

/** Returns a status as a version presents it: PENDING_APPROVED is PENDING below 3.2. */
export function statusAt(version: Version, status: string): string {
  return status === 'PENDING_APPROVED' && !hasApproval(version) ? 'PENDING' : status
}

/** Converts statuses of a version to stored statuses. */
export function storedStatuses(version: Version, statuses: readonly string[]): string[] {
  const includesApproved = statuses.includes('PENDING') && !hasApproval(version)
  return includesApproved ? [...statuses, 'PENDING_APPROVED'] : [...statuses]
}

function hasApproval(version: Version): boolean {
  return existsIn(version, { since: statusSince.PENDING_APPROVED })
}
