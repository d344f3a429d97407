/** What the server knows of properties that the calendar does not: tags, beds, free nights. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { readHouses } from '../houses.read.ts'
import { askedOf, type Filters } from './filters.ts'

/** The properties that fit; null: nothing was asked, undefined: the answer is on its way. */
export function useFound(filters: Filters) {
  const { agency } = useSession()
  const asked = askedOf(filters)
  const { data, error } = useQuery({
    queryKey: ['calendar', 'found', agency.uid, asked],
    queryFn: ({ signal }) => readHouses(agency.uid, signal, asked ?? {}),
    enabled: asked !== null,
    placeholderData: before => before,
  })
  const found = useMemo(() => data && new Set(data.map(({ propertyUid }) => propertyUid)), [data])
  return { found: asked === null ? null : found, error }
}
