/** Properties of the set-up. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'

/** Queries the newest properties. */
export function useNewestProperties() {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['properties', 'newest', agency.uid],
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid, _limit: 50 }
      return (await call('GET /properties', { query, signal })).properties
    },
  })
}
