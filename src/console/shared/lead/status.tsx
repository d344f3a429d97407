import { useTranslations } from '../../i18n/translations.tsx'
import type { LeadStatus } from './leads.query.ts'

const tones: Partial<Record<LeadStatus, string>> = {
  BOOKED: 'is-booked',
  ON_HOLD: 'is-hold',
  PENDING: 'is-request',
  PENDING_APPROVED: 'is-request',
  BLOCKED: 'is-block',
  NEW: 'is-request',
}

/** Badge with the status of a lead. */
export function Status({ status }: { status: LeadStatus }) {
  const { lead } = useTranslations()
  return <span className={`status ${tones[status] ?? 'is-block'}`}>{lead.statuses[status]}</span>
}
