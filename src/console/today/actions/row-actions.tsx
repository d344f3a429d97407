/** Buttons in the rows of the day. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { may, useSession } from '../../api/session.tsx'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { stayText } from '../../shared/lead/title.ts'
import { useProperties } from '../../shared/properties.query.ts'
import { DelayedStatus } from '../../shared/writes/delayed-write.tsx'
import { hasEnded, useDelay, useDelayed } from '../../shared/writes/use-delayed.ts'
import { changedQueries, type Today, type TodayLead } from '../today.ts'
import { ExtendHold } from './extend-hold.tsx'

const EndLead = lazyComponent(async () => (await import('./end-lead.tsx')).EndLead)

const operations = {
  accept: 'POST /leads/{uid}/accept-booking-request',
  book: 'POST /leads/{uid}/mark-as-booked',
  acceptJob: 'POST /jobs/{uid}/accept',
  completeJob: 'POST /jobs/{uid}/mark-as-done',
} as const

type RowAction = keyof typeof operations

type Status = Today['requests']['items'][number]['status']

/** Primary action of each status (contract/leads.md §4.1). */
const primaryActions: Partial<Record<Status, RowAction>> = {
  PENDING: 'accept',
  PENDING_APPROVED: 'book',
  ON_HOLD: 'book',
}

interface LeadActionsProps {
  lead: TodayLead & { status: Status; expiresUtcDateTime?: string | null }
}

export function LeadActions({ lead }: LeadActionsProps) {
  const { texts, locale } = useLocalization()
  const session = useSession()
  const action = primaryActions[lead.status]
  if (!action || !may(session, 'bookings:write')) return null
  return (
    <RowActions
      object={lead.leadUid}
      noun="leads"
      actions={[action]}
      name={stayText(lead, texts, locale)}
    >
      {lead.status === 'ON_HOLD' ? <ExtendHold lead={lead} /> : null}
      <EndButton lead={lead} action={lead.status === 'ON_HOLD' ? 'release' : 'decline'} />
    </RowActions>
  )
}

/** Button that declines a request or releases a hold after confirmation. */
function EndButton({ lead, action }: { lead: TodayLead; action: 'decline' | 'release' }) {
  const { today } = useTranslations()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        className="button ghost small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {today.acts[action]}
      </Button>
      {isOpen ? (
        <Suspense>
          <EndLead {...{ lead, action, trigger }} close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export type TodayJob = Today['lateJobs']['items'][number]

export function JobActions({ job }: { job: TodayJob }) {
  const session = useSession()
  const { byUid } = useProperties()
  const { jobUid, status, propertyUid } = job
  const isOpen = status === 'NEW' || status === 'ACCEPTED'
  if (!isOpen || !may(session, 'ownJobs:write')) return null
  const actions =
    status === 'NEW' ? (['acceptJob', 'completeJob'] as const) : (['completeJob'] as const)
  const name = byUid.get(propertyUid ?? '')?.name ?? ''
  return <RowActions object={jobUid} noun="jobs" actions={actions} name={name} />
}

interface RowActionsProps {
  object: string
  noun: 'leads' | 'jobs'
  actions: readonly RowAction[]
  /** Name in toasts. */
  name: string
  children?: ReactNode
}

function RowActions({ object, noun, actions, name, children }: RowActionsProps) {
  const { today } = useTranslations()
  const delay = useDelay()
  const delayed = useDelayed(object)
  // The result remains visible until the row is removed or changes its state.
  const isInProgress = delayed !== undefined && !hasEnded(delayed.state)
  const isDone = delayed?.state === 'done' && actions.some(action => action === delayed.action)
  if (isInProgress || isDone) {
    return <DelayedStatus object={object} />
  }
  const begin = (action: RowAction) => {
    const send = (sendOptions: { key: string; keepalive: boolean }) =>
      call(operations[action], { path: { uid: object }, ...sendOptions, isDelayed: true })
    delay({ object, noun, action, name, send, reads: changedQueries, ms: delayMs.action })
  }
  return (
    <span className="row-acts">
      {actions.map(action => (
        <Button key={action} className="button soft small" onPress={() => begin(action)}>
          {today.acts[action]}
        </Button>
      ))}
      {children}
    </span>
  )
}
