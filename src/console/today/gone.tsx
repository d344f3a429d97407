/** Outcome of a row that has left its list while the user points at it. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useLead } from '../leads/leads.read.ts'
import { useStaff } from '../leads/staff.read.ts'
import { useWords } from '../words/words.tsx'

/** The present status of a lead, and the employee who changed it last. */
export function GoneLead({ uid }: { uid: string }) {
  const { lead: words, live, frame } = useWords()
  const { data: lead } = useLead(uid)
  const who = useLastActor(uid)
  if (!lead) return <span className="row-acts is-doing">{frame.changed}</span>
  const status = words.statuses[lead.status]
  return (
    <span className="row-acts is-doing" role="status">
      {who ? live.by(status, who) : status}
    </span>
  )
}

function useLastActor(uid: string): string | null {
  const session = useSession()
  const { nameOf } = useStaff()
  const { data } = useQuery({
    queryKey: ['lead', uid, 'last actor'],
    enabled: may(session, 'integrations:read'),
    queryFn: async ({ signal }) => {
      const query = { agencyUid: session.agency.uid, leadUid: uid, _limit: 1_000 }
      const { events } = await call('GET /events', { query, signal })
      const last = events.findLast(({ eventType }) => eventType === 'LEAD_STATUS_CHANGED')
      return last?.actor.uid ?? null
    },
  })
  return (data && nameOf.get(data)) ?? null
}

export function GoneJob({ uid }: { uid: string }) {
  const { today, frame } = useWords()
  const { data } = useQuery({
    queryKey: ['lead', 'job', uid],
    queryFn: async ({ signal }) => (await call('GET /jobs/{uid}', { path: { uid }, signal })).job,
  })
  return (
    <span className="row-acts is-doing" role="status">
      {data ? today.jobStatus[data.status] : frame.changed}
    </span>
  )
}
