/** The list of leads, each with its property and its order: one request of the interface. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../api/answer.ts'
import { call, callTagged, graphql } from '../api/call.ts'
import { useSession } from '../api/session.tsx'

/** A lead, and the state that it was read in where it comes from a read of its own. */
export type Lead = AnswerOf<'GET /leads/{uid}'>['lead'] & { etag?: string | undefined }
export type LeadStatus = Lead['status']
export type Order = AnswerOf<'GET /orders'>['orders'][number]

/** What the list shows of a lead. */
export interface ListedLead {
  uid: string
  type: Lead['type']
  status: LeadStatus
  channel: string
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
  guestInformation: { firstName: string | null; lastName: string | null }
  property: { name: string } | null
  unit: { name: string } | null
  order: { totalAmount: string; balanceAmount: string; currency: string } | null
  tags: string[]
  thread: { isUnread: boolean } | null
}

/** Of the stages that lists are divided into, the statuses of each. */
export const stages = {
  ALL: null,
  QUOTE: ['NEW', 'SAMPLE'],
  HOLD: ['ON_HOLD', 'PENDING', 'PENDING_APPROVED'],
  BOOKED: ['BOOKED'],
  CLOSED: ['CANCELLED', 'IGNORED', 'DUPLICATE', 'CLOSED', 'DECLINED'],
  BLOCK: ['BLOCKED'],
} as const satisfies Record<string, readonly LeadStatus[] | null>

export type Stage = keyof typeof stages

export const sorts = ['created', 'checkIn', 'checkOut', 'booked', 'updated'] as const

export interface LeadsAsked {
  query: string
  stage: Stage
  sort: (typeof sorts)[number]
}

const pageSize = 50

const document = `query Leads($agencyUid: String, $query: String, $statusIn: [LeadStatus!],
  $sort: String, $_limit: Int, $_cursor: String) {
  leads(agencyUid: $agencyUid, query: $query, statusIn: $statusIn, sort: $sort, _limit: $_limit,
    _cursor: $_cursor) {
    uid type status channel checkInLocalDateTime checkOutLocalDateTime tags
    guestInformation { firstName lastName }
    property { name }
    unit { name }
    order { totalAmount balanceAmount currency }
    thread { isUnread }
  }
}`

export function useLeads({ query, stage, sort }: LeadsAsked) {
  const { agency } = useSession()
  return useInfiniteQuery({
    queryKey: ['leads', agency.uid, { query, stage, sort }],
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await graphql<{ leads: ListedLead[] }>(
        document,
        {
          agencyUid: agency.uid,
          query: query === '' ? null : query,
          statusIn: stages[stage],
          sort,
          _limit: pageSize,
          _cursor: pageParam,
        },
        signal,
      )
      return { leads: data.leads, nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: before => before,
  })
}

/** How many leads each stage has. */
export function useStageCounts({ query }: Pick<LeadsAsked, 'query'>) {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['leads', 'counts', agency.uid, query],
    queryFn: ({ signal }) =>
      call('GET /leads/counts', { query: { agencyUid: agency.uid, by: 'status', query }, signal }),
    placeholderData: before => before,
  })
  const counts = data && new Map(data.counts.map(({ value, count }) => [value, count]))
  return (stage: Stage): number | null => {
    if (!counts) return null
    const statuses: readonly string[] = stages[stage] ?? [...counts.keys()]
    return statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  }
}

export function useLead(uid: string) {
  return useQuery({
    queryKey: ['lead', uid],
    queryFn: async ({ signal }): Promise<Lead> => {
      const { answer, etag } = await callTagged('GET /leads/{uid}', { path: { uid }, signal })
      return { ...answer.lead, etag }
    },
  })
}

/** The order of a lead, or null. */
export function useOrder(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'order'],
    queryFn: async ({ signal }) => {
      const { orders } = await call('GET /orders', { query: { leadUid: uid }, signal })
      return orders[0] ?? null
    },
  })
}

/** Whoever travels, as one writes it; null where nobody is named, or may be. */
export function guestName({ guestInformation: guest }: Pick<ListedLead, 'guestInformation'>) {
  return [guest.firstName, guest.lastName].filter(part => part).join(' ') || null
}
