/** Who does a job: chosen where the job is shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callTagged } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useHouses } from '../../calendar/houses.read.ts'
import { Problem } from '../../kit/problem.tsx'
import { assignedToast } from '../../leads/assigned-toast.ts'
import { newKey } from '../../plain-http.ts'
import { useWords } from '../../words/words.tsx'
import type { TodayJob } from './row-acts.tsx'

export function AssignJob({ job }: { job: TodayJob }) {
  const { today } = useWords()
  const session = useSession()
  const client = useQueryClient()
  const { data: providers = [] } = useQuery({
    queryKey: ['staff', 'providers', session.agency.uid],
    queryFn: async ({ signal }) => {
      const query = { agencyUid: session.agency.uid }
      return (await call('GET /service-providers', { query, signal })).serviceProviders
    },
  })
  const { byUid } = useHouses()
  const uid = job.serviceProviderUid
  const readAnew = () => {
    for (const read of ['today', 'lead']) void client.invalidateQueries({ queryKey: [read] })
  }
  const write = useWrite(
    (uid: string | null, key) => assign(job, uid, key),
    readAnew,
    (_, to) =>
      assignedToast({
        what: byUid.get(job.propertyUid ?? '')?.name ?? '',
        to,
        nameOf: new Map(providers.map(({ uid: one, name }) => [one, name])),
        undo: () => assign(job, uid, newKey()).finally(readAnew),
      }),
  )
  const nameOf = (one: string | null) => providers.find(provider => provider.uid === one)?.name
  const isOver = job.status === 'DONE' || job.status === 'CANCELLED'
  if (isOver || !may(session, 'jobs:write') || providers.length === 0) {
    return uid ? <span className="quiet">{nameOf(uid)}</span> : null
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

/** The rest of the job stays as it is, or nothing is done. */
async function assign({ jobUid }: TodayJob, serviceProviderUid: string | null, key: string) {
  const path = { uid: jobUid }
  const { answer, etag } = await callTagged('GET /jobs/{uid}', { path })
  const { propertyUid, unitUid, leadUid, serviceUid, notes, ...job } = answer.job
  const { startLocalDateTime, endLocalDateTime } = job
  const place = { propertyUid, unitUid, leadUid }
  const what = { serviceUid, startLocalDateTime, endLocalDateTime, notes }
  const body = { ...place, ...what, serviceProviderUid }
  return call('PUT /jobs/{uid}', { path, body, etag, key })
}
