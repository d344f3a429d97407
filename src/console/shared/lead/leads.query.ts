/** List of leads with their properties and orders, queried in one GraphQL request. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, callWithEtag, graphql } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { useSession } from '../../api/session.tsx'
import { dayOf } from '../days.ts'
import { isInPhase, type Phase, phaseDates, phaseInstants } from './stay-phase.ts'

/** Lead, with its ETag if it was queried on its own. */
export type Lead = ResponseOf<'GET /leads/{uid}'>['lead'] & { etag?: string | undefined }
export type LeadStatus = Lead['status']
export type Order = ResponseOf<'GET /orders'>['orders'][number]

export interface ListedLead {
  uid: string
  type: Lead['type']
  status: LeadStatus
  channel: string
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
  checkInZonedDateTime: string
  checkOutZonedDateTime: string
  guestInformation: {
    firstName: string | null
    lastName: string | null
    email: string | null
  }
  externalBookingId: string | null
  assignee: { uid: string | null }
  metadata: { updatedUtcDateTime: string }
  property: { name: string } | null
  unit: { name: string } | null
  order: { totalAmount: string; balanceAmount: string; currency: string } | null
  tags: string[]
  thread: { isUnread: boolean } | null
}

/** Statuses of each stage, by which lists are filtered. */
export const stages = {
  ALL: null,
  QUOTE: ['NEW', 'SAMPLE'],
  HOLD: ['ON_HOLD', 'PENDING', 'PENDING_APPROVED'],
  BOOKED: ['BOOKED'],
  CLOSED: ['CANCELLED', 'IGNORED', 'DUPLICATE', 'CLOSED', 'DECLINED'],
  BLOCK: ['BLOCKED'],
} as const satisfies Record<string, readonly LeadStatus[] | null>

export type Stage = keyof typeof stages

/** Returns true for a cancelled or lost lead, which has no balance due. */
export function isEnded(status: LeadStatus): boolean {
  return stages.CLOSED.some(endedStatus => endedStatus === status)
}

export const sorts = ['created', 'checkIn', 'checkOut', 'booked', 'updated'] as const

export interface LeadFilters {
  query: string
  stage: Stage
  sort: (typeof sorts)[number]
  /** Uid of an employee; `none` for unassigned leads; empty for all. */
  assignee: string
  balance: 'DUE' | 'PAID' | ''
  /** Date on which a payment is due; empty for all. */
  dueOn: string
  /** Required tags; a lead must have all of them. */
  tags: readonly string[]
  /** Statuses within the stage; empty for all of them. */
  statuses: readonly LeadStatus[]
  /** Phase of the stay; empty for all. */
  when: Phase | ''
}

const pageSize = 50

const document = `query Leads($agencyUid: String, $query: String, $statusIn: [LeadStatus!],
  $assigneeUid: String, $balance: String, $dueOn: String, $tags: [String!], $checkInFrom: String,
  $checkInTo: String, $checkOutFrom: String, $checkOutTo: String, $sort: String, $_limit: Int,
  $_cursor: String) {
  leads(agencyUid: $agencyUid, query: $query, statusIn: $statusIn, assigneeUid: $assigneeUid,
    balance: $balance, dueOn: $dueOn, tags: $tags, checkInFrom: $checkInFrom,
    checkInTo: $checkInTo, checkOutFrom: $checkOutFrom, checkOutTo: $checkOutTo, sort: $sort,
    _limit: $_limit, _cursor: $_cursor) {
    uid type status channel checkInLocalDateTime checkOutLocalDateTime checkInZonedDateTime
    checkOutZonedDateTime tags
    externalBookingId
    guestInformation { firstName lastName email }
    assignee { uid }
    metadata { updatedUtcDateTime }
    property { name }
    unit { name }
    order { totalAmount balanceAmount currency }
    thread { isUnread }
  }
}`

interface PageOptions {
  cursor: string | null
  pageSize: number
  signal?: AbortSignal
}

export async function listLeads(
  agencyUid: string,
  filters: LeadFilters,
  { cursor, pageSize, signal }: PageOptions,
): Promise<{ leads: ListedLead[]; nextCursor: string | null }> {
  const { when } = filters
  const now = Date.now()
  const variables = {
    agencyUid,
    query: filters.query || null,
    statusIn: filters.statuses.length > 0 ? filters.statuses : stages[filters.stage],
    assigneeUid: filters.assignee || null,
    balance: filters.balance || null,
    dueOn: filters.dueOn || null,
    tags: filters.tags.length > 0 ? filters.tags : null,
    ...(when ? phaseDates(when, now) : {}),
    sort: filters.sort,
    _limit: pageSize,
  }
  const readPage = async (pageCursor: string | null) => {
    const pageVariables = { ...variables, _cursor: pageCursor }
    const { data, nextCursor } = await graphql<{ leads: ListedLead[] }>(
      document,
      pageVariables,
      signal,
    )
    return { leads: data.leads, nextCursor }
  }
  return readMatching(readPage, cursor, pageSize, lead => when === '' || isInPhase(when, lead, now))
}

type LeadPage<L> = Promise<{ leads: L[]; nextCursor: string | null }>

/**
 * Reads pages until at least half a page of leads matches a client-side filter, so that "show more"
 * never adds only a few.
 */
export async function readMatching<L>(
  readPage: (cursor: string | null) => LeadPage<L>,
  startCursor: string | null,
  pageSize: number,
  matches: (lead: L) => boolean,
): LeadPage<L> {
  const leads: L[] = []
  let cursor = startCursor
  do {
    const page = await readPage(cursor)
    leads.push(...page.leads.filter(matches))
    cursor = page.nextCursor
  } while (cursor !== null && leads.length < pageSize / 2)
  return { leads, nextCursor: cursor }
}

export function useLeads(filters: LeadFilters) {
  const { agency } = useSession()
  return useInfiniteQuery({
    queryKey: ['leads', agency.uid, filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      listLeads(agency.uid, filters, { cursor, pageSize, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: previous => previous,
    // Loaded pages are refetched when the user comes back.
    gcTime: 30 * 60_000,
  })
}

/** Returns a function that returns the number of leads of a stage, or null while loading. */
export function useStageCounts(leadFilters: LeadFilters) {
  const { query, assignee, balance, dueOn, tags, when } = leadFilters
  const { agency } = useSession()
  const filters = {
    agencyUid: agency.uid,
    by: 'status' as const,
    query,
    ...(assignee ? { assigneeUid: assignee } : {}),
    ...(balance ? { balance } : {}),
    ...(dueOn ? { dueOn } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  }
  const { data } = useQuery({
    queryKey: ['leads', 'counts', filters, when],
    queryFn: ({ signal }) => {
      const instants = when ? phaseInstants(when, Date.now()) : {}
      return call('GET /leads/counts', { query: { ...filters, ...instants }, signal })
    },
    placeholderData: previous => previous,
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
      const { body, etag } = await callWithEtag('GET /leads/{uid}', { path: { uid }, signal })
      return { ...body.lead, etag }
    },
  })
}

/** Data of related objects that a lead shows at first, read in one request. */
export interface LeadOverview {
  property: { name: string } | null
  unit: { name: string } | null
  order: {
    uid: string
    totalAmount: string
    paidAmount: string
    balanceAmount: string
    currency: string
  } | null
  tags: string[]
  /** Null if there is no message. */
  thread: { uid: string } | null
  jobs: { uid: string }[]
}

const overviewDocument = `query LeadOverview($uid: String!) {
  lead(uid: $uid) {
    property { name }
    unit { name }
    order { uid totalAmount paidAmount balanceAmount currency }
    tags
    thread { uid }
    jobs { uid }
  }
}`

export function useLeadOverview(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'overview'],
    queryFn: async ({ signal }) => {
      type Data = { lead: LeadOverview | null }
      return (await graphql<Data>(overviewDocument, { uid }, signal)).data.lead
    },
  })
}

/** Queries the order of a lead; null if it has none. */
export function useOrder(uid: string, enabled = true) {
  return useQuery({
    queryKey: ['lead', uid, 'order'],
    enabled,
    queryFn: async ({ signal }) => {
      const { orders } = await call('GET /orders', { query: { leadUid: uid }, signal })
      return orders[0] ?? null
    },
  })
}

interface WithGuest {
  guestInformation: { firstName?: string | null; lastName?: string | null }
}

interface StayDates {
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

export function countNights({
  checkInLocalDateTime: from,
  checkOutLocalDateTime: to,
}: StayDates): number {
  return dayOf(to) - dayOf(from)
}

/** Returns the full name of the guest; null if it is unknown or hidden from the user. */
export function guestName({ guestInformation: guest }: WithGuest): string | null {
  return [guest.firstName, guest.lastName].filter(part => part).join(' ') || null
}
