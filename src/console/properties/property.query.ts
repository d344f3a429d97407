/** Queries of a property and of the publish checks of all. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResponseOf } from '../api/response-types.ts'
import type { Endpoint, Versioned } from '../resources/form/use-section.ts'
import { useItem } from '../resources/resource.query.ts'
import type { Resource } from '../resources/resource.ts'
import { type PublishCheck, usePublishChecks } from '../shared/publish-checks.query.ts'
import { properties } from './properties.ts'

export type Property = ResponseOf<'GET /properties/{uid}'>['property']

/** Queries a property; `receive` replaces it by a newer one. */
export function useProperty(uid: string) {
  const client = useQueryClient()
  const { data, ...query } = useItem(properties as unknown as Resource, uid)
  const receive = (latest: Versioned) => {
    query.receive(latest)
    void client.invalidateQueries({ queryKey: ['publish-checks'] })
  }
  return { ...query, receive, latest: data, property: data ? (data.item as Property) : null }
}

export function propertyEndpoint(uid: string): Endpoint {
  return { operation: 'PATCH /properties/{uid}', path: { uid }, envelope: 'property' }
}

/** Queries the failed checks of all properties, by the uid of the property. */
export function useChecksByProperty(): ReadonlyMap<string, readonly PublishCheck[]> | null {
  const { data } = usePublishChecks()
  return (
    useMemo(() => data && Map.groupBy(data, ({ propertyUid }) => propertyUid ?? ''), [data]) ?? null
  )
}
