/** Upcoming inquiries, which hold no nights and have no line in the grid. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { dateOf, dayOf } from '../../shared/days.ts'
import { guestName, type Lead } from '../../shared/lead/leads.query.ts'
import type { PlacedStay } from '../nights.ts'

const pageSize = 100

export interface Inquiries {
  /** Stays by arrival, earliest first. */
  stays: readonly PlacedStay[]
  /** Number of inquiries, including those not loaded yet. */
  count: number
  /** Loads the next page; null if all inquiries are loaded. */
  loadMore: (() => void) | null
}

/** Queries upcoming inquiries; returns null while loading. */
export function useInquiries(today: number): Inquiries | null {
  const { agency } = useSession()
  const checkInFrom = dateOf(today)
  const filter = { agencyUid: agency.uid, statusIn: ['NEW' as const], checkInFrom }
  const queryKey = ['leads', 'inquiries', agency.uid, checkInFrom]
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const paging = { _limit: pageSize, ...(pageParam === null ? {} : { _cursor: pageParam }) }
      const query = { ...filter, sort: 'checkIn' as const, ...paging }
      const { leads, _paging } = await call('GET /leads', { query, signal })
      return { leads, nextCursor: _paging?._nextCursor ?? null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const total = useQuery({
    queryKey: [...queryKey, 'count'],
    queryFn: async ({ signal }) => {
      const query = { ...filter, by: 'status' as const }
      const { counts } = await call('GET /leads/counts', { query, signal })
      return counts.find(({ value }) => value === 'NEW')?.count ?? 0
    },
    enabled: hasNextPage,
  })
  const stays = useMemo(() => data?.pages.flatMap(({ leads }) => leads.map(toStay)) ?? [], [data])
  // A total that arrives later would shift the layout.
  if (isPending || (hasNextPage && total.isPending)) return null
  // Further pages have at least one inquiry, even if the total is older than the list.
  const count = hasNextPage ? Math.max(total.data ?? 0, stays.length + 1) : stays.length
  return { stays, count, loadMore: hasNextPage ? () => void fetchNextPage() : null }
}

/** Converts a lead to a stay of the calendar, so that it can be dragged to a line. */
function toStay(lead: Lead): PlacedStay {
  const { checkInLocalDateTime: checkIn, checkOutLocalDateTime: checkOut } = lead
  const { firstName = null, lastName = null, adultCount, childrenCount } = lead.guestInformation
  return {
    leadUid: lead.uid,
    propertyUid: lead.propertyUid ?? '',
    unitUid: lead.unitUid ?? null,
    checkIn: checkIn.slice(0, 10),
    checkOut: checkOut.slice(0, 10),
    from: dayOf(checkIn),
    to: dayOf(checkOut),
    turnoverNights: 0,
    type: lead.type,
    status: lead.status,
    channel: lead.channel,
    guestName: guestName({ guestInformation: { firstName, lastName } }),
    guests: adultCount + childrenCount,
    holdExpiresUtcDateTime: null,
    balance: null,
    arrivesAt: checkIn.slice(11, 16),
    leavesAt: checkOut.slice(11, 16),
    isUnread: false,
  }
}
