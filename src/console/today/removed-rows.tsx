/** Present state of a row that has left its list while it had the pointer or focus. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { may, useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'
import { useLead } from '../shared/lead/leads.query.ts'
import { useStaff } from '../shared/staff.query.ts'

/** Present status of a lead, and the employee who changed it last. */
export function RemovedLead({ uid }: { uid: string }) {
  const { lead: texts, live, frame } = useTranslations()
  const { data: lead } = useLead(uid)
  const actor = useLastActor(uid)
  if (!lead) return <span className="row-acts is-doing">{frame.changed}</span>
  const status = texts.statuses[lead.status]
  return (
    <span className="row-acts is-doing" role="status">
      {actor ? live.by(status, actor) : status}
    </span>
  )
}

/** Returns the name of the employee who changed the status last; null if unknown. */
function useLastActor(uid: string): string | null {
  const session = useSession()
  const { namesByUid } = useStaff()
  const { data } = useQuery({
    queryKey: ['lead', uid, 'last actor'],
    enabled: may(session, 'integrations:read'),
    queryFn: async ({ signal }) => {
      const query = { agencyUid: session.agency.uid, leadUid: uid, _limit: 1_000 }
      const { events } = await call('GET /events', { query, signal })
      const lastEvent = events.findLast(({ eventType }) => eventType === 'LEAD_STATUS_CHANGED')
      return lastEvent?.actor.uid ?? null
    },
  })
  return (data && namesByUid.get(data)) ?? null
}

export function RemovedJob({ uid }: { uid: string }) {
  const { today, frame } = useTranslations()
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
