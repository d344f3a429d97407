/** Failed publish checks of the agency and its properties. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { may, useSession } from '../api/session.tsx'

export type PublishCheck = ResponseOf<'GET /publish-checks'>['publishChecks'][number]

const pageSize = 500

/**
 * Queries the failed checks of a property, or of the agency and all of its properties. The query
 * is disabled without the permission to read them.
 */
export function usePublishChecks(propertyUid?: string, isEnabled = true) {
  const session = useSession()
  const agencyUid = session.agency.uid
  return useQuery({
    queryKey: ['publish-checks', agencyUid, propertyUid ?? null],
    queryFn: async ({ signal }) => {
      const checks: PublishCheck[] = []
      let cursor: string | null | undefined
      do {
        const query = { agencyUid, propertyUid, _limit: pageSize, _cursor: cursor ?? undefined }
        const { publishChecks, _paging } = await call('GET /publish-checks', { query, signal })
        checks.push(...publishChecks)
        cursor = _paging?._nextCursor
      } while (cursor)
      return checks
    },
    enabled: isEnabled && may(session, 'selling:read'),
  })
}
