/** The tags that the agency uses, of whatever. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'

const none: readonly string[] = []

export function useTagsInUse(): readonly string[] {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['houses', 'tags', agency.uid],
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid }
      return (await call('GET /tags', { query, signal })).tags
    },
  })
  return data ?? none
}
