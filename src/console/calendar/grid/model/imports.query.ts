/** Imports of external calendars that are overdue, whose data may be outdated. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/call.ts'
import type { ResponseOf } from '../../../api/response-types.ts'
import { may, useSession } from '../../../api/session.tsx'

type Ical = ResponseOf<'GET /icals'>['icals'][number]

/**
 * Age of an outdated import. Calendars are fetched every hour at most (contract/resources.md §10).
 */
const outdatedMs = 3 * 3_600_000
const refetchMs = 5 * 60_000

const none: ReadonlyMap<string, readonly Ical[]> = new Map()

/** Returns outdated imports by property. */
export function useOutdatedImports(): ReadonlyMap<string, readonly Ical[]> {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['calendar', 'imports', session.agency.uid],
    enabled: may(session, 'selling:read'),
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    queryFn: async ({ signal }) => {
      const query = { agencyUid: session.agency.uid }
      return (await call('GET /icals', { query, signal })).icals
    },
  })
  return useMemo(() => {
    const outdated = (data ?? []).filter(isOutdated)
    return outdated.length === 0 ? none : Map.groupBy(outdated, ({ propertyUid }) => propertyUid)
  }, [data])
}

function isOutdated({ lastSyncUtcDateTime: last }: Ical): boolean {
  return last === null || Date.now() - Date.parse(`${last}Z`) > outdatedMs
}
