import type { Selectable } from 'kysely'
import { isExpired, isTerminal, type LeadRow } from '../../leads/leads/lead.ts'
import type { ThreadsTable } from '../../tables.ts'

export type ThreadRow = Selectable<ThreadsTable>

/** Fields of a thread from its lead; all null without a lead. */
export interface ThreadLeadFields {
  property_uid: string | null
  lead_type: string | null
  lead_status: string | null
  lead_timer_ends_at: Date | null
  lead_check_out_at: Date | null
}

export type Thread = ThreadRow & ThreadLeadFields

export const threadStatuses = ['OPEN', 'CLOSED'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

export const participantTypes = ['AGENCY', 'LEAD', 'GUEST'] as const
type ParticipantType = (typeof participantTypes)[number]

export const readStatuses = ['READ', 'UNREAD'] as const

/** Time that a thread stays open after its guest's departure. */
export const openAfterStayMs = 30 * 86_400_000

type StatusFields = Pick<LeadRow, 'type' | 'status' | 'timer_ends_at' | 'check_out_at'>

/** Returns the status of a thread with a lead, at an instant: contract/messaging.md §5. */
export function statusAt(lead: StatusFields | null, now: Date): ThreadStatus {
  if (lead === null) return 'OPEN'
  const isOver = lead.check_out_at.getTime() + openAfterStayMs < now.getTime()
  return isTerminal(lead.status) || isOver || isExpired(lead, now) ? 'CLOSED' : 'OPEN'
}

export function threadStatus(thread: ThreadLeadFields, now: Date): ThreadStatus {
  const { lead_type: type, lead_status: status, lead_check_out_at: check_out_at } = thread
  if (type === null || status === null || check_out_at === null) return 'OPEN'
  return statusAt({ type, status, check_out_at, timer_ends_at: thread.lead_timer_ends_at }, now)
}

/** Participant of a thread; `readAt` is the time since which it has read all, or null. */
export interface Participant {
  uid: string
  participantType: ParticipantType
  participantUid: string
  readAt: Date | null
}

/** Returns the two sides of a thread, the agency first. */
export function listParticipants(thread: ThreadRow): [agency: Participant, guest: Participant] {
  const { agency_uid, lead_uid, guest_uid } = thread
  return [
    {
      uid: thread.agency_participant_uid,
      participantType: 'AGENCY',
      participantUid: agency_uid,
      readAt: thread.agency_read_at,
    },
    {
      uid: thread.guest_participant_uid,
      participantType: lead_uid === null ? 'GUEST' : 'LEAD',
      participantUid: lead_uid ?? guest_uid,
      readAt: thread.guest_read_at,
    },
  ]
}
