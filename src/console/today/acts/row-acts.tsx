/** Actions on a row of the day, in the row. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { may, useSession } from '../../api/session.tsx'
import { useHouses } from '../../calendar/houses.read.ts'
import { comesLater } from '../../comes-later.ts'
import { Doing } from '../../kit/delayed/doing.tsx'
import { isSettled, useDelay, useDelayed } from '../../kit/delayed/use-delayed.ts'
import { stayText } from '../../leads/title.ts'
import { useSpoken, useWords } from '../../words/words.tsx'
import { changedReads, type Today, type TodayLead } from '../today.ts'
import { ExtendHold } from './extend-hold.tsx'

const EndLead = comesLater(async () => (await import('./end-lead.tsx')).EndLead)

const operations = {
  accept: 'POST /leads/{uid}/accept-booking-request',
  book: 'POST /leads/{uid}/mark-as-booked',
  acceptJob: 'POST /jobs/{uid}/accept',
  done: 'POST /jobs/{uid}/mark-as-done',
} as const

type RowAct = keyof typeof operations

type Status = Today['requests']['items'][number]['status']

/** What the table of transitions allows that a day asks for: contract/leads.md §4.1. */
const leadActs: Partial<Record<Status, RowAct>> = {
  PENDING: 'accept',
  PENDING_APPROVED: 'book',
  ON_HOLD: 'book',
}

interface LeadActsProps {
  lead: TodayLead & { status: Status; expiresUtcDateTime?: string | null }
}

export function LeadActs({ lead }: LeadActsProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const act = leadActs[lead.status]
  if (!act || !may(session, 'bookings:write')) return null
  return (
    <RowActs object={lead.leadUid} noun="leads" acts={[act]} what={stayText(lead, words, locale)}>
      {lead.status === 'ON_HOLD' ? <ExtendHold lead={lead} /> : null}
      <EndButton lead={lead} act={lead.status === 'ON_HOLD' ? 'release' : 'decline'} />
    </RowActs>
  )
}

/** Declines a request or releases a hold, after a question beside the button. */
function EndButton({ lead, act }: { lead: TodayLead; act: 'decline' | 'release' }) {
  const { today } = useWords()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        className="button plain small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {today.acts[act]}
      </Button>
      {isOpen ? (
        <Suspense>
          <EndLead {...{ lead, act, trigger }} close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export type TodayJob = Today['lateJobs']['items'][number]

export function JobActs({ job }: { job: TodayJob }) {
  const session = useSession()
  const { byUid } = useHouses()
  const { jobUid, status, propertyUid } = job
  const isOpen = status === 'NEW' || status === 'ACCEPTED'
  if (!isOpen || !may(session, 'ownJobs:write')) return null
  const acts = status === 'NEW' ? (['acceptJob', 'done'] as const) : (['done'] as const)
  const what = byUid.get(propertyUid ?? '')?.name ?? ''
  return <RowActs object={jobUid} noun="jobs" acts={acts} what={what} />
}

interface RowActsProps {
  object: string
  noun: 'leads' | 'jobs'
  acts: readonly RowAct[]
  /** Name in toasts. */
  what: string
  children?: ReactNode
}

function RowActs({ object, noun, acts, what, children }: RowActsProps) {
  const { today } = useWords()
  const delay = useDelay()
  const delayed = useDelayed(object)
  // The outcome shows until the row is gone or has another state.
  const isUnderWay = delayed !== undefined && !isSettled(delayed.state)
  const isDone = delayed?.state === 'done' && acts.some(act => act === delayed.action)
  if (isUnderWay || isDone) {
    return <Doing object={object} />
  }
  const begin = (action: RowAct) => {
    const send = (sending: { key: string; keepalive: boolean }) =>
      call(operations[action], { path: { uid: object }, ...sending, isDelayed: true })
    delay({ object, noun, action, what, send, reads: changedReads, ms: delayMs.action })
  }
  return (
    <span className="row-acts">
      {acts.map(act => (
        <Button key={act} className="button plain small" onPress={() => begin(act)}>
          {today.acts[act]}
        </Button>
      ))}
      {children}
    </span>
  )
}
