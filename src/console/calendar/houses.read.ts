/** The properties of the agency, in the order of the calendar: for names, and for its lines. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { dateOf } from './days.ts'
import type { House } from './lines.ts'

const pageSize = 500

export function useHouses() {
  const { agency } = useSession()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['houses', agency.uid],
    queryFn: ({ signal }) => readHouses(agency.uid, signal),
  })
  const byUid = useMemo(
    () => new Map((data ?? []).map(house => [house.propertyUid, house])),
    [data],
  )
  return { houses: data ?? none, byUid, error, isPending, refetch }
}

const none: House[] = []

/** One night of each says all that does not change from night to night. */
export async function readHouses(
  agencyUid: string,
  signal: AbortSignal,
  asked: { tags?: string[]; guests?: number; freeFrom?: string; freeTo?: string } = {},
): Promise<House[]> {
  const today = dateOf(Math.floor(Date.now() / 86_400_000))
  const houses: House[] = []
  let cursor: string | undefined
  do {
    const paged = { _limit: pageSize, _cursor: cursor }
    const query = { ...asked, agencyUid, from: today, to: today, ...paged }
    const { multiCalendar, _paging } = await call('GET /multi-calendar', { query, signal })
    houses.push(...multiCalendar.rows.map(withoutNights))
    cursor = _paging?._nextCursor ?? undefined
  } while (cursor)
  return houses
}

function withoutNights(row: House): House {
  const { propertyUid, name, city, isActive, hotelUid, parentUid, isMaster } = row
  const { today, currency, units } = row
  const names = { propertyUid, name, city, isActive, hotelUid, parentUid, isMaster }
  return { ...names, today, currency, units }
}
