/** What is known of one lead beside itself, and how it is written. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '../../api/answer.ts'
import { call, callTagged } from '../../api/call.ts'
import { ApiProblem, isChangedMeanwhile } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { type Said, useWrite, type Write } from '../../api/use-write.ts'
import { untilText } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import type { Lead } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'

export type LeadAct = AnswerOf<'GET /leads/{uid}/history'>['history'][number]
export type LeadEvent = AnswerOf<'GET /events'>['events'][number]
export type Message = AnswerOf<'GET /messages'>['messages'][number]
export type Payment = AnswerOf<'GET /transactions'>['transactions'][number]
export type Job = AnswerOf<'GET /jobs'>['jobs'][number]
export type PinCode = AnswerOf<'GET /pin-codes'>['pinCodes'][number]
export type ExtraGuest = AnswerOf<'GET /extra-guests/{leadUid}'>['extraGuests'][number]

/** A write to a lead; what is shown of it is read anew. */
export function useLeadWrite<G, T>(
  uid: string,
  act: (given: G, key: string) => Promise<T>,
  done: (answer: T, given: G) => void,
  said: Said<G, T> | null,
): Write<G> {
  const client = useQueryClient()
  const readAnew = (...keys: string[][]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  const acting = async (given: G, key: string): Promise<T> => {
    try {
      return await act(given, key)
    } catch (error) {
      // Somebody else was faster: what they did is shown.
      if (error instanceof ApiProblem && isOutrun(error)) void showNow(client, uid, error)
      throw error
    }
  }
  const finish = (answer: T, given: G) => {
    const lead = leadOf(answer)
    if (lead) client.setQueryData(['lead', uid], lead)
    readAnew(['lead', uid], ['leads'], ['today'])
    done(answer, given)
  }
  return useWrite(acting, finish, said)
}

/**
 * Shows what a lead is now, and counts as by what a refusal tells: a hold whose time is over is
 * closed before the server has written it down (contract/leads.md §4.3).
 */
async function showNow(client: QueryClient, uid: string, { body }: ApiProblem): Promise<void> {
  await client.invalidateQueries({ queryKey: ['lead', uid] })
  const { code, leadUid, leadType, leadStatus } = body
  if (code !== 'ILLEGAL_TRANSITION' || leadUid !== uid) return
  const told = { type: leadType as Lead['type'], status: leadStatus as Lead['status'] }
  client.setQueryData<Lead>(['lead', uid], lead =>
    lead && lead.status !== told.status ? { ...lead, ...told } : lead,
  )
}

interface LeadPatch {
  body: BodyOf<'PATCH /leads/{uid}'>
  /** The state of the lead that it is a change of. */
  etag: string | undefined
}

/**
 * Changes a lead, if nobody else has changed what somebody had before them.
 *
 * @param isSame whether a newer lead is as it was shown, as far as it was
 */
export function useLeadPatch(
  uid: string,
  isSame: (lead: Lead) => boolean,
  done: () => void,
  said: Said<LeadPatch, { lead: Lead }>,
): Write<LeadPatch> {
  const client = useQueryClient()
  const patch = async ({ body, etag }: LeadPatch, key: string): Promise<{ lead: Lead }> => {
    try {
      const { answer, etag: next } = await callTagged('PATCH /leads/{uid}', {
        path: { uid },
        body,
        etag,
        key,
      })
      return { lead: { ...answer.lead, etag: next } }
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      const { lead: now } = error.body.current as { lead: Lead }
      const lead = { ...now, etag: error.etag }
      client.setQueryData(['lead', uid], lead)
      if (!isSame(lead)) throw error
      return patch({ body, etag: lead.etag }, `${key}-2`)
    }
  }
  return useLeadWrite(uid, patch, done, said)
}

/** Its state does not allow it any more, or it has changed meanwhile. */
function isOutrun({ status }: ApiProblem): boolean {
  return status === 409 || status === 412
}

function leadOf(answer: unknown): Lead | undefined {
  return (answer as { lead?: Lead } | undefined)?.lead
}

export function useHistory(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'history'],
    queryFn: async ({ signal }) => {
      return (await call('GET /leads/{uid}/history', { path: { uid }, signal })).history
    },
  })
}

/** The log of a lead, as far as it goes back. */
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

/** Messages, oldest first. */
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

export function useThread(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'thread'],
    queryFn: async ({ signal }) => {
      const { threads } = await call('GET /threads', { query: { leadUid: uid }, signal })
      return threads[0] ?? null
    },
  })
}

/** Long before there were any jobs. */
const everSince = '2000-01-01'

export function useJobs(uid: string, isAllowed = true) {
  return useQuery({
    queryKey: ['lead', uid, 'jobs'],
    enabled: isAllowed,
    queryFn: async ({ signal }) => {
      const query = { leadUid: uid, modifiedSince: everSince }
      return (await call('GET /jobs', { query, signal })).jobs
    },
  })
}

export function usePinCodes(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'pin codes'],
    queryFn: async ({ signal }) =>
      (await call('GET /pin-codes', { query: { leadUid: uid }, signal })).pinCodes,
  })
}

export function useExtraGuests(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'extra guests'],
    queryFn: ({ signal }) =>
      call('GET /extra-guests/{leadUid}', { path: { leadUid: uid }, signal }),
  })
}

export function useTags(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'tags'],
    queryFn: async ({ signal }) =>
      (await call('GET /leads/{uid}/tags', { path: { uid }, signal })).tags,
  })
}

/** Each field of the agency, and what this lead says there. */
export function useCustomData(uid: string) {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['lead', uid, 'custom data'],
    queryFn: async ({ signal }) => {
      const [{ customDataFields }, { customData }] = await Promise.all([
        call('GET /custom-data-fields', { query: { agencyUid: agency.uid }, signal }),
        call('GET /custom-data', { query: { leadUid: uid }, signal }),
      ])
      const textOf = new Map(
        customData.map(({ customDataField: field, text }) => [field.uid, text]),
      )
      return customDataFields.map(field => ({ field, text: textOf.get(field.uid) ?? null }))
    },
  })
}

export function useServices() {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['services', agency.uid],
    queryFn: async ({ signal }) =>
      (await call('GET /services', { query: { agencyUid: agency.uid }, signal })).services,
  })
}

/** Who has changed a lead last, as far as the log says it, and when. */
export function useChanger(uid: string, isAsked: boolean) {
  const session = useSession()
  const { locale } = useSpoken()
  const { nameOf } = useStaff()
  const { data } = useLeadEvents(uid, isAsked && may(session, 'integrations:read'))
  const last = data?.findLast(({ changes }) => changes && Object.keys(changes).length > 0)
  return {
    who: nameOf.get(last?.actor.uid ?? '') ?? null,
    ago: last ? untilText(last.createdUtcDateTime, Date.now(), locale) : null,
  }
}
