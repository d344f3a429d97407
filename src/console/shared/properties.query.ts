/** Properties of the agency in the order of the calendar. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { dateOf, dayMs } from './days.ts'
import type { CalendarProperty } from './property.ts'

const pageSize = 500

export function propertiesQuery(agencyUid: string) {
  return queryOptions({
    queryKey: ['properties', agencyUid],
    queryFn: ({ signal }) => listProperties(agencyUid, signal),
  })
}

export function useProperties({ isEnabled = true } = {}) {
  const { agency } = useSession()
  const query = { ...propertiesQuery(agency.uid), enabled: isEnabled }
  const { data, error, isPending, refetch } = useQuery(query)
  const byUid = useMemo(
    () => new Map((data ?? []).map(property => [property.propertyUid, property])),
    [data],
  )
  return { properties: data ?? none, byUid, error, isPending, refetch }
}

const none: CalendarProperty[] = []

/** Invalidates the properties, what belongs to them, and their publish checks. */
export async function invalidateProperties(client: QueryClient): Promise<void> {
  const names = ['properties', 'publish-checks']
  await Promise.all(names.map(name => client.invalidateQueries({ queryKey: [name] })))
}

/** Reads all properties from the multi-calendar, with one night each. */
export async function listProperties(
  agencyUid: string,
  signal: AbortSignal,
  filters: { tags?: string[]; guests?: number; freeFrom?: string; freeTo?: string } = {},
): Promise<CalendarProperty[]> {
  const today = dateOf(Math.floor(Date.now() / dayMs))
  const properties: CalendarProperty[] = []
  let cursor: string | undefined
  do {
    const paging = { _limit: pageSize, _cursor: cursor }
    const query = { ...filters, agencyUid, from: today, to: today, ...paging }
    const { multiCalendar, _paging } = await call('GET /multi-calendar', { query, signal })
    properties.push(...multiCalendar.rows.map(withoutNights))
    cursor = _paging?._nextCursor ?? undefined
  } while (cursor)
  return properties
}

function withoutNights(row: CalendarProperty): CalendarProperty {
  const { propertyUid, name, city, isActive, hotelUid, parentUid, isMaster } = row
  const { today, currency, units } = row
  const identity = { propertyUid, name, city, isActive, hotelUid, parentUid, isMaster }
  return { ...identity, today, currency, units }
}
