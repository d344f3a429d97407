/** External calendars that were not heard of for long: what they say may be old. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '../../../api/answer.ts'
import { call } from '../../../api/call.ts'
import { may, useSession } from '../../../api/session.tsx'

type Ical = AnswerOf<'GET /icals'>['icals'][number]

/** Calendars are fetched every hour at most: contract/resources.md §10. */
const oldMs = 3 * 3_600_000
const everyMs = 5 * 60_000

const none: ReadonlyMap<string, readonly Ical[]> = new Map()

/** Those of each property that are too old. */
export function useOldImports(): ReadonlyMap<string, readonly Ical[]> {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['calendar', 'imports', session.agency.uid],
    enabled: may(session, 'selling:read'),
    staleTime: everyMs,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const query = { agencyUid: session.agency.uid }
      return (await call('GET /icals', { query, signal })).icals
    },
  })
  return useMemo(() => {
    const old = (data ?? []).filter(isOld)
    return old.length === 0 ? none : Map.groupBy(old, ({ propertyUid }) => propertyUid)
  }, [data])
}

function isOld({ lastSyncUtcDateTime: last }: Ical): boolean {
  return last === null || Date.now() - Date.parse(`${last}Z`) > oldMs
}
