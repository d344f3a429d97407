/** The list of leads, each with its property and its order: one request of the interface. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../api/answer.ts'
import { call, callTagged, graphql } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { dayOf } from '../calendar/days.ts'
import { datesOf, instantsOf, isWhen, type When } from './when.ts'

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

/** Returns whether a lead was cancelled or lost, so that no money is due. */
export function isEnded(status: LeadStatus): boolean {
  return stages.CLOSED.some(one => one === status)
}

export const sorts = ['created', 'checkIn', 'checkOut', 'booked', 'updated'] as const

export interface LeadsAsked {
  query: string
  stage: Stage
  sort: (typeof sorts)[number]
  /** An employee; `none`: nobody; empty: whoever. */
  assignee: string
  balance: 'DUE' | 'PAID' | ''
  /** A day: what it lists as due; empty: all. */
  dueOn: string
  /** All of them. */
  tags: readonly string[]
  /** Some of those of the stage; none: all. */
  statuses: readonly LeadStatus[]
  /** Where the stay lies from here; empty: anywhere. */
  when: When | ''
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

interface PageAsked {
  cursor: string | null
  pageSize: number
  signal?: AbortSignal
}

/** A page of leads. */
export async function listLeads(
  agencyUid: string,
  asked: LeadsAsked,
  { cursor, pageSize, signal }: PageAsked,
): Promise<{ leads: ListedLead[]; nextCursor: string | null }> {
  const { when } = asked
  const now = Date.now()
  const variables = {
    agencyUid,
    query: asked.query || null,
    statusIn: asked.statuses.length > 0 ? asked.statuses : stages[asked.stage],
    assigneeUid: asked.assignee || null,
    balance: asked.balance || null,
    dueOn: asked.dueOn || null,
    tags: asked.tags.length > 0 ? asked.tags : null,
    ...(when ? datesOf(when, now) : {}),
    sort: asked.sort,
    _limit: pageSize,
  }
  const read = async (from: string | null) => {
    const given = { ...variables, _cursor: from }
    const { data, nextCursor } = await graphql<{ leads: ListedLead[] }>(document, given, signal)
    return { leads: data.leads, nextCursor }
  }
  return readUntil(read, cursor, pageSize, lead => when === '' || isWhen(when, lead, now))
}

type LeadPage<L> = Promise<{ leads: L[]; nextCursor: string | null }>

/** Half a page at least of those that fit, as far as there are some: many others may come first. */
export async function readUntil<L>(
  read: (cursor: string | null) => LeadPage<L>,
  first: string | null,
  pageSize: number,
  fits: (lead: L) => boolean,
): LeadPage<L> {
  const leads: L[] = []
  let cursor = first
  do {
    const page = await read(cursor)
    leads.push(...page.leads.filter(fits))
    cursor = page.nextCursor
  } while (cursor !== null && leads.length < pageSize / 2)
  return { leads, nextCursor: cursor }
}

export function useLeads(asked: LeadsAsked) {
  const { agency } = useSession()
  return useInfiniteQuery({
    queryKey: ['leads', agency.uid, asked],
    queryFn: ({ pageParam: cursor, signal }) =>
      listLeads(agency.uid, asked, { cursor, pageSize, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: before => before,
    // All pages that were shown are read again when the user comes back.
    gcTime: 30 * 60_000,
  })
}

/** How many leads each stage has. */
export function useStageCounts(asked: LeadsAsked) {
  const { query, assignee, balance, dueOn, tags, when } = asked
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
      const instants = when ? instantsOf(when, Date.now()) : {}
      return call('GET /leads/counts', { query: { ...filters, ...instants }, signal })
    },
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

interface Named {
  guestInformation: { firstName?: string | null; lastName?: string | null }
}

interface Stayed {
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

/** How many nights a stay has. */
export function nightsOf({
  checkInLocalDateTime: from,
  checkOutLocalDateTime: to,
}: Stayed): number {
  return dayOf(to) - dayOf(from)
}

/** Whoever travels, as one writes it; null where nobody is named, or may be. */
export function guestName({ guestInformation: guest }: Named): string | null {
  return [guest.firstName, guest.lastName].filter(part => part).join(' ') || null
}
