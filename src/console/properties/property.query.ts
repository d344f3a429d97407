/** Queries of a property and of its publish checks. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { useSession } from '../api/session.tsx'
import type { Endpoint } from '../resources/form/use-section.ts'
import { useItem } from '../resources/resource.query.ts'
import type { Resource } from '../resources/resource.ts'
import { properties } from './properties.ts'

export type Property = ResponseOf<'GET /properties/{uid}'>['property']
export type PublishCheck = ResponseOf<'GET /publish-checks'>['publishChecks'][number]

/** Queries a property; `receive` replaces it by a newer one. */
export function useProperty(uid: string) {
  const { data, ...query } = useItem(properties as unknown as Resource, uid)
  return { ...query, latest: data, property: data ? (data.item as Property) : null }
}

export function propertyEndpoint(uid: string): Endpoint {
  return { operation: 'PATCH /properties/{uid}', path: { uid }, envelope: 'property' }
}

const checksMax = 500

/** Queries the failed checks of all properties, by the uid of the property. */
export function useChecksByProperty(): ReadonlyMap<string, readonly PublishCheck[]> | null {
  const { agency, can } = useSession()
  const { data } = useQuery({
    queryKey: ['properties', 'checks', agency.uid],
    enabled: can.includes('selling:read'),
    queryFn: async ({ signal }) => {
      const checks: PublishCheck[] = []
      let cursor: string | undefined
      do {
        const query = { agencyUid: agency.uid, _limit: checksMax, _cursor: cursor }
        const { publishChecks, _paging } = await call('GET /publish-checks', { query, signal })
        checks.push(...publishChecks)
        cursor = _paging?._nextCursor ?? undefined
      } while (cursor)
      return Map.groupBy(checks, ({ propertyUid }) => propertyUid ?? '')
    },
  })
  return data ?? null
}

/** Queries the failed checks of a property; null while they load, or without the permission. */
export function useChecks(propertyUid: string): readonly PublishCheck[] | null {
  const { agency, can } = useSession()
  const { data } = useQuery({
    queryKey: ['properties', 'checks', agency.uid, propertyUid],
    enabled: can.includes('selling:read'),
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid, propertyUid }
      return (await call('GET /publish-checks', { query, signal })).publishChecks
    },
  })
  return data ?? null
}
