/** Hotels of the agency, for their names. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import type { CalendarProperty } from '../shared/property.ts'
import type { Hotels } from './lines.ts'

/** Queries the hotels, unless no property belongs to one; null while they are loading. */
export function useHotels(properties: readonly CalendarProperty[]): Hotels | null {
  const { agency } = useSession()
  const { data, isLoading } = useQuery({
    queryKey: ['properties', 'hotels', agency.uid],
    queryFn: ({ signal }) => listHotels(agency.uid, signal),
    enabled: properties.some(({ hotelUid }) => hotelUid !== null),
  })
  return data ?? (isLoading ? null : none)
}

const none: Hotels = new Map()

async function listHotels(agencyUid: string, signal: AbortSignal): Promise<Hotels> {
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
