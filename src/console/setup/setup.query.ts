/** Properties of the set-up. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../api/call.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { useSession } from '../api/session.tsx'
import type { Versioned } from '../resources/form/use-section.ts'

export type Property = ResponseOf<'GET /properties/{uid}'>['property']

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

/** Queries a property; `receive` replaces it by a newer one. */
export function useProperty(uid: string | null) {
  const client = useQueryClient()
  const queryKey = ['properties', 'item', uid]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Versioned & { item: Property }> => {
      const path = { uid: uid! }
      const { body, etag } = await callWithEtag('GET /properties/{uid}', { path, signal })
      return { item: body.property, etag }
    },
    enabled: uid !== null,
    // Another user may have changed it since.
    refetchOnMount: 'always',
  })
  const receive = (latest: Versioned) => {
    client.setQueryData(queryKey, latest)
    invalidateSetup(client)
  }
  return { data, error, refetch, receive }
}

/** Invalidates the lists of properties and what they lack. */
export function invalidateSetup(client: ReturnType<typeof useQueryClient>): void {
  for (const name of ['publish-checks', 'properties', 'calendar']) {
    void client.invalidateQueries({ queryKey: [name] })
  }
}
