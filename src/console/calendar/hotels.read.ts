/** The hotels of the agency, for their names. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import type { Hotels, House } from './lines.ts'

/** None is asked for where no property is in a hotel. */
export function useHotels(houses: readonly House[]): Hotels {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['houses', 'hotels', agency.uid],
    queryFn: ({ signal }) => readHotels(agency.uid, signal),
    enabled: houses.some(({ hotelUid }) => hotelUid !== null),
  })
  return data ?? none
}

const none: Hotels = new Map()

async function readHotels(agencyUid: string, signal: AbortSignal): Promise<Hotels> {
  const hotels = new Map<string, string>()
  let cursor: string | undefined
  do {
    const query = { agencyUid, _limit: 100, _cursor: cursor }
    const operation = 'GET /multi-units/multi-unit-properties'
    const { multiUnitProperties, _paging } = await call(operation, { query, signal })
    for (const { uid, name } of multiUnitProperties) hotels.set(uid, name ?? '')
    cursor = _paging?._nextCursor ?? undefined
  } while (cursor)
  return hotels
}
