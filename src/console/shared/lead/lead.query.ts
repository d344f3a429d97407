/** Queries and writes of one lead. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../../api/call.ts'
import { ApiProblem, isEditConflict } from '../../api/problem.ts'
import type { BodyOf, ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { untilText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { useStaff } from '../staff.query.ts'
import { type SuccessToast, useWrite, type Write } from '../writes/use-write.ts'
import type { Lead } from './leads.query.ts'

export type HistoryEntry = ResponseOf<'GET /leads/{uid}/history'>['history'][number]
export type LeadEvent = ResponseOf<'GET /events'>['events'][number]
export type Message = ResponseOf<'GET /messages'>['messages'][number]
export type Payment = ResponseOf<'GET /transactions'>['transactions'][number]
export type Job = ResponseOf<'GET /jobs'>['jobs'][number]
export type PinCode = ResponseOf<'GET /pin-codes'>['pinCodes'][number]
export type ExtraGuest = ResponseOf<'GET /extra-guests/{leadUid}'>['extraGuests'][number]

/** Writes to a lead and invalidates its queries. */
export function useLeadWrite<Input, Result>(
  uid: string,
  send: (input: Input, key: string) => Promise<Result>,
  onSuccess: (result: Result, input: Input) => void,
  createToast: SuccessToast<Input, Result> | null,
): Write<Input> {
  const client = useQueryClient()
  const invalidate = (...keys: string[][]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  const sendAndRefreshOnConflict = async (input: Input, key: string): Promise<Result> => {
    try {
      return await send(input, key)
    } catch (error) {
      // Another user was faster: show the present state.
      if (error instanceof ApiProblem && isConflict(error)) void refreshLead(client, uid, error)
      throw error
    }
  }
  const finish = (result: Result, input: Input) => {
    const lead = findLead(result)
    if (lead) client.setQueryData(['lead', uid], lead)
    invalidate(['lead', uid], ['leads'], ['today'])
    onSuccess(result, input)
  }
  return useWrite(sendAndRefreshOnConflict, finish, createToast)
}

/**
 * Refetches a lead and applies the status that an error response reports: an expired hold is
 * refused as closed before the server has stored that (contract/leads.md §4.3).
 */
async function refreshLead(client: QueryClient, uid: string, { body }: ApiProblem): Promise<void> {
  await client.invalidateQueries({ queryKey: ['lead', uid] })
  const { code, leadUid, leadType, leadStatus } = body
  if (code !== 'ILLEGAL_TRANSITION' || leadUid !== uid) return
  const reported = { type: leadType as Lead['type'], status: leadStatus as Lead['status'] }
  client.setQueryData<Lead>(['lead', uid], lead =>
    lead && lead.status !== reported.status ? { ...lead, ...reported } : lead,
  )
}

interface LeadPatch {
  body: BodyOf<'PATCH /leads/{uid}'>
  /** ETag of the lead that the change is based on. */
  etag: string | undefined
}

/**
 * Updates a lead, unless another user has changed the edited fields. After a conflict in other
 * fields it retries with the new ETag.
 *
 * @param areFieldsUnchanged returns true if the edited fields of a newer lead are unchanged
 */
export function useLeadPatch(
  uid: string,
  areFieldsUnchanged: (lead: Lead) => boolean,
  onSuccess: () => void,
  createToast: SuccessToast<LeadPatch, { lead: Lead }>,
): Write<LeadPatch> {
  const client = useQueryClient()
  const patch = async ({ body, etag }: LeadPatch, key: string): Promise<{ lead: Lead }> => {
    try {
      const { body: response, etag: next } = await callWithEtag('PATCH /leads/{uid}', {
        path: { uid },
        body,
        etag,
        key,
      })
      return { lead: { ...response.lead, etag: next } }
    } catch (error) {
      if (!isEditConflict(error)) throw error
      const { lead: current } = error.body.current as { lead: Lead }
      const lead = { ...current, etag: error.etag }
      client.setQueryData(['lead', uid], lead)
      if (!areFieldsUnchanged(lead)) throw error
      return patch({ body, etag: lead.etag }, `${key}-2`)
    }
  }
  return useLeadWrite(uid, patch, onSuccess, createToast)
}

/**
 * Returns true for a conflict: the state does not allow the action any more, or the ETag is stale.
 */
function isConflict({ status }: ApiProblem): boolean {
  return status === 409 || status === 412
}

function findLead(result: unknown): Lead | undefined {
  return (result as { lead?: Lead } | undefined)?.lead
}

export function useHistory(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'history'],
    queryFn: async ({ signal }) => {
      return (await call('GET /leads/{uid}/history', { path: { uid }, signal })).history
    },
  })
}

export function useLeadEvents(uid: string, isAllowed: boolean) {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['lead', uid, 'events'],
    enabled: isAllowed,
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid, leadUid: uid, _limit: 1_000 }
      return (await call('GET /events', { query, signal })).events
    },
  })
}

export function usePayments(uid: string, orderUid: string | undefined) {
  return useQuery({
    queryKey: ['lead', uid, 'payments', orderUid],
    enabled: orderUid !== undefined,
    queryFn: async ({ signal }) => {
      const query = { orderUid: orderUid! }
      return (await call('GET /transactions', { query, signal })).transactions
    },
  })
}

/** Queries the messages of a lead, oldest first. */
export function useMessages(uid: string, isAllowed = true) {
  return useQuery({
    queryKey: ['lead', uid, 'messages'],
    enabled: isAllowed,
    queryFn: async ({ signal }) => {
      const query = { leadUid: uid, _limit: 100 }
      return (await call('GET /messages', { query, signal })).messages.toReversed()
    },
  })
}

/** Date before all jobs: the API requires a start. */
const jobsSince = '2000-01-01'

export function useJobs(uid: string, isAllowed = true) {
  return useQuery({
    queryKey: ['lead', uid, 'jobs'],
    enabled: isAllowed,
    queryFn: async ({ signal }) => {
      const query = { leadUid: uid, modifiedSince: jobsSince }
      return (await call('GET /jobs', { query, signal })).jobs
    },
  })
}

export function useServices({ isEnabled = true } = {}) {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['services', agency.uid],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      (await call('GET /services', { query: { agencyUid: agency.uid }, signal })).services,
  })
}

/** Returns the user who last changed a lead and the relative time; null if unknown. */
export function useLastChange(uid: string, { isEnabled = true } = {}) {
  const session = useSession()
  const { locale } = useLocalization()
  const { namesByUid } = useStaff()
  const { data } = useLeadEvents(uid, isEnabled && may(session, 'integrations:read'))
  const lastEvent = data?.findLast(({ changes }) => changes && Object.keys(changes).length > 0)
  return {
    changedBy: namesByUid.get(lastEvent?.actor.uid ?? '') ?? null,
    ago: lastEvent ? untilText(lastEvent.createdUtcDateTime, Date.now(), locale) : null,
  }
}
