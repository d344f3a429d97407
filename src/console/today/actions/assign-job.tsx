/** Assignment of a job, next to the job. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { may, useSession } from '../../api/session.tsx'
import { useTranslations } from '../../i18n/translations.tsx'
import { assignedToast } from '../../shared/assigned-toast.ts'
import { Problem } from '../../shared/problem.tsx'
import { useProperties } from '../../shared/properties.query.ts'
import { serviceProvidersQuery } from '../../shared/staff.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import type { TodayJob } from './row-actions.tsx'

export function AssignJob({ job }: { job: TodayJob }) {
  const { today } = useTranslations()
  const session = useSession()
  const client = useQueryClient()
  const { data: providers = [] } = useQuery(serviceProvidersQuery(session.agency.uid))
  const { byUid } = useProperties()
  const uid = job.serviceProviderUid
  const invalidate = () => {
    for (const queryName of ['today', 'lead'])
      void client.invalidateQueries({ queryKey: [queryName] })
  }
  const write = useWrite(
    (to: string | null, key) => assign(job, to, key),
    invalidate,
    (_, to) =>
      assignedToast({
        name: byUid.get(job.propertyUid ?? '')?.name ?? '',
        to,
        namesByUid: new Map(providers.map(({ uid: providerUid, name }) => [providerUid, name])),
        undo: () => assign(job, uid, newKey()).finally(invalidate),
      }),
  )
  const findName = (providerUid: string | null) =>
    providers.find(provider => provider.uid === providerUid)?.name
  const hasEnded = job.status === 'DONE' || job.status === 'CANCELLED'
  if (hasEnded || !may(session, 'jobs:write') || providers.length === 0) {
    return uid ? <span className="quiet">{findName(uid)}</span> : null
  }
  return (
    <>
      <select
        className="field inline"
        aria-label={today.doneBy}
        disabled={write.isPending}
        value={uid ?? ''}
        onChange={({ target }) => write.run(target.value || null)}
      >
        <option value="">{today.unassigned}</option>
        {providers
          .filter(provider => provider.isActive || provider.uid === uid)
          .map(provider => (
            <option key={provider.uid} value={provider.uid}>
              {provider.name}
            </option>
          ))}
      </select>
      {write.error ? <Problem error={write.error} /> : null}
    </>
  )
}

/** Changes only the assignment: a concurrent change of the job fails by its ETag. */
async function assign({ jobUid }: TodayJob, serviceProviderUid: string | null, key: string) {
  const path = { uid: jobUid }
  const { body: response, etag } = await callWithEtag('GET /jobs/{uid}', { path })
  const { propertyUid, unitUid, leadUid, serviceUid, notes, ...job } = response.job
  const { startLocalDateTime, endLocalDateTime } = job
  const target = { propertyUid, unitUid, leadUid }
  const details = { serviceUid, startLocalDateTime, endLocalDateTime, notes }
  const body = { ...target, ...details, serviceProviderUid }
  return call('PUT /jobs/{uid}', { path, body, etag, key })
}
