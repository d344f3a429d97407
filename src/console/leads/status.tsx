import { useWords } from '../words/words.tsx'
import type { LeadStatus } from './leads.read.ts'

const tones: Partial<Record<LeadStatus, string>> = {
  BOOKED: 'is-booked',
  ON_HOLD: 'is-hold',
  PENDING: 'is-request',
  PENDING_APPROVED: 'is-request',
  BLOCKED: 'is-block',
  NEW: 'is-request',
}

/** Where a lead stands, in a word. */
export function Status({ status }: { status: LeadStatus }) {
  const { lead } = useWords()
  return <span className={`status ${tones[status] ?? 'is-block'}`}>{lead.statuses[status]}</span>
}
