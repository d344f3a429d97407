/** What can be done with a row of the day, in the row. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Problem } from '../../kit/problem.tsx'
import { useWords } from '../../words/words.tsx'
import type { Today } from '../today.ts'

const operations = {
  accept: 'POST /leads/{uid}/accept-booking-request',
  decline: 'POST /leads/{uid}/decline-booking-request',
  book: 'POST /leads/{uid}/mark-as-booked',
  extend: 'POST /leads/{uid}/extend-hold',
  release: 'POST /leads/{uid}/close',
  acceptJob: 'POST /jobs/{uid}/accept',
  done: 'POST /jobs/{uid}/mark-as-done',
} as const

export type RowAct = keyof typeof operations

/** Those that take something away ask once more. */
const endings: readonly RowAct[] = ['decline', 'release']

type Status = Today['requests']['items'][number]['status']

/** What the table of transitions allows that a day asks for: contract/leads.md §4.1. */
const leadActs: Partial<Record<Status, readonly RowAct[]>> = {
  PENDING: ['accept', 'decline'],
  PENDING_APPROVED: ['book', 'decline'],
  ON_HOLD: ['book', 'extend', 'release'],
}

export function LeadActs({ uid, status }: { uid: string; status: Status }) {
  const session = useSession()
  const acts = leadActs[status]
  return acts && may(session, 'bookings:write') ? <RowActs uid={uid} acts={acts} /> : null
}

export type TodayJob = Today['lateJobs']['items'][number]

export function JobActs({ job: { jobUid, status } }: { job: TodayJob }) {
  const session = useSession()
  const isOpen = status === 'NEW' || status === 'ACCEPTED'
  if (!isOpen || !may(session, 'ownJobs:write')) return null
  return <RowActs uid={jobUid} acts={status === 'NEW' ? ['acceptJob', 'done'] : ['done']} />
}

function RowActs({ uid, acts }: { uid: string; acts: readonly RowAct[] }) {
  const { today } = useWords()
  const client = useQueryClient()
  const [asked, setAsked] = useState<RowAct | null>(null)
  const write = useWrite(
    (act: RowAct, key) => call(operations[act], { path: { uid }, key }),
    () => {
      for (const read of ['today', 'calendar', 'leads', 'lead']) {
        void client.invalidateQueries({ queryKey: [read] })
      }
      // The row goes, and the focus with it.
      document.getElementById('page')?.focus()
    },
  )
  const start = (act: RowAct) => {
    const isAsked = endings.includes(act) && asked !== act
    setAsked(isAsked ? act : null)
    if (!isAsked) void write.run(act)
  }
  return (
    <>
      <span className="row-acts">
        {acts.map(act => (
          <Button
            key={act}
            className={asked === act ? 'button danger small' : 'button plain small'}
            isDisabled={write.isPending}
            onPress={() => start(act)}
          >
            {asked === act ? today.sure[act as 'decline' | 'release'] : today.acts[act]}
          </Button>
        ))}
      </span>
      {write.error ? <Problem error={write.error} /> : null}
    </>
  )
}
