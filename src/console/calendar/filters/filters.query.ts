/** Filters that need the server: tags, guests and free nights. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { listProperties } from '../../shared/properties.query.ts'
import { type Filters, serverFilters } from './filters.ts'

/** Queries the matching properties; null if no filter needs the server, undefined while loading. */
export function useServerMatches(filters: Filters) {
  const { agency } = useSession()
  const query = serverFilters(filters)
  const { data, error } = useQuery({
    queryKey: ['calendar', 'found', agency.uid, query],
    queryFn: ({ signal }) => listProperties(agency.uid, signal, query ?? {}),
    enabled: query !== null,
    placeholderData: previous => previous,
  })
  const matches = useMemo(() => data && new Set(data.map(({ propertyUid }) => propertyUid)), [data])
  return { matches: query === null ? null : matches, error }
}
