import type { Selectable } from 'kysely'
import { isEnding, isLapsed, type LeadRow } from '../../leads/leads/lead.ts'
import type { ThreadsTable } from '../../tables.ts'

/** A thread as stored. */
export type ThreadRow = Selectable<ThreadsTable>

/** What a thread takes from its lead; all null while it has none. */
export interface LeadOfThread {
  property_uid: string | null
  lead_type: string | null
  lead_status: string | null
  lead_timer_ends_at: Date | null
  lead_check_out_at: Date | null
}

/** A thread with what it shows of its lead. */
export type Thread = ThreadRow & LeadOfThread

export const threadStatuses = ['OPEN', 'CLOSED'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

export const participantTypes = ['AGENCY', 'LEAD', 'GUEST'] as const
type ParticipantType = (typeof participantTypes)[number]

export const readStatuses = ['READ', 'UNREAD'] as const

/** How long a thread is open after its guest has left. */
export const keptOpenMs = 30 * 86_400_000

type Deciding = Pick<LeadRow, 'type' | 'status' | 'timer_ends_at' | 'check_out_at'>

/** What the lead of a thread makes of it at an instant: contract/messaging.md §5. */
export function statusBy(lead: Deciding | null, now: Date): ThreadStatus {
  if (lead === null) return 'OPEN'
  const isOver = lead.check_out_at.getTime() + keptOpenMs < now.getTime()
  return isEnding(lead.status) || isOver || isLapsed(lead, now) ? 'CLOSED' : 'OPEN'
}

/** The status of a thread that was read with its lead. */
export function statusOf(thread: LeadOfThread, now: Date): ThreadStatus {
  const { lead_type: type, lead_status: status, lead_check_out_at: check_out_at } = thread
  if (type === null || status === null || check_out_at === null) return 'OPEN'
  return statusBy({ type, status, check_out_at, timer_ends_at: thread.lead_timer_ends_at }, now)
}

/** One side of a thread, and since when it has read all; null: it has not. */
export interface Participant {
  uid: string
  participantType: ParticipantType
  participantUid: string
  readAt: Date | null
}

/** The two sides of a thread, the agency first. */
export function participantsOf(thread: ThreadRow): [agency: Participant, guest: Participant] {
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
