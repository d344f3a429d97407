import { useTranslations } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { LeadStatus } from './leads.query.ts'

const tones: Partial<Record<LeadStatus, string>> = {
  NEW: 'is-new',
  SAMPLE: 'is-new',
  PENDING: 'is-request',
  PENDING_APPROVED: 'is-approved',
  ON_HOLD: 'is-hold',
  BOOKED: 'is-booked',
  BLOCKED: 'is-block',
}

interface StatusProps {
  status: LeadStatus
  /** True for a booking whose guests are there. */
  isStaying?: boolean
}

/** Badge with the status of a lead. */
export function Status({ status, isStaying = false }: StatusProps) {
  const { lead, today } = useTranslations()
  const tone = isStaying ? 'is-stay' : (tones[status] ?? 'is-ended')
  return (
    <span className={`status ${tone}`}>
      {status === 'PENDING_APPROVED' ? <Icon name="check" /> : null}
      {isStaying ? today.inStay : lead.statuses[status]}
    </span>
  )
}
