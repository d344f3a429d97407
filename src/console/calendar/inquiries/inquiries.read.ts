/** Inquiries to come, which hold no nights and so stand on no line. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { guestName, type Lead } from '../../leads/leads.read.ts'
import { dateOf, dayOf } from '../days.ts'
import type { PlacedStay } from '../nights.ts'

const pageSize = 100

export interface Inquiries {
  /** By arrival, the next ones first. */
  stays: readonly PlacedStay[]
  /** How many there are, those that are not read yet among them. */
  count: number
  /** Reads more; null: these are all. */
  more: (() => void) | null
}

/** null: they are being read. */
export function useInquiries(today: number): Inquiries | null {
  const { agency } = useSession()
  const checkInFrom = dateOf(today)
  const asked = { agencyUid: agency.uid, statusIn: ['NEW' as const], checkInFrom }
  const queryKey = ['leads', 'inquiries', agency.uid, checkInFrom]
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = { _limit: pageSize, ...(pageParam === null ? {} : { _cursor: pageParam }) }
      const query = { ...asked, sort: 'checkIn' as const, ...page }
      const { leads, _paging } = await call('GET /leads', { query, signal })
      return { leads, nextCursor: _paging?._nextCursor ?? null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const total = useQuery({
    queryKey: [...queryKey, 'count'],
    queryFn: async ({ signal }) => {
      const query = { ...asked, by: 'status' as const }
      const { counts } = await call('GET /leads/counts', { query, signal })
      return counts.find(({ value }) => value === 'NEW')?.count ?? 0
    },
    enabled: hasNextPage,
  })
  const stays = useMemo(() => data?.pages.flatMap(({ leads }) => leads.map(asStay)) ?? [], [data])
  // Its number would come later, and move what stands beside.
  if (isPending || (hasNextPage && total.isPending)) return null
  const count = hasNextPage ? Math.max(total.data ?? 0, stays.length + 1) : stays.length
  return { stays, count, more: hasNextPage ? () => void fetchNextPage() : null }
}

/** As a stay of the calendar, so that it can be taken to a line. */
function asStay(lead: Lead): PlacedStay {
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
