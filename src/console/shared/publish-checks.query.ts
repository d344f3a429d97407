/** Failed publish checks of the agency and its properties. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { useSession } from '../api/session.tsx'

export type PublishCheck = ResponseOf<'GET /publish-checks'>['publishChecks'][number]

const pageSize = 500

/**
 * Queries the failed checks, at most {@link pageSize}: of a property, or of the agency and all of
 * its properties.
 */
export function usePublishChecks(propertyUid?: string, isEnabled = true) {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['publish-checks', agency.uid, propertyUid ?? null],
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid, propertyUid, _limit: pageSize }
      return (await call('GET /publish-checks', { query, signal })).publishChecks
    },
    enabled: isEnabled,
  })
}
