/** Query of an object that a property has exactly one of. */
import { queryOptions } from '@tanstack/react-query'
import type { OperationName } from '../../api/operations.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { readVersioned } from '../../resources/resource.query.ts'

/** Returns the query of the object with its ETag. */
export function objectQuery(read: OperationName, envelope: string, propertyUid: string) {
  return queryOptions({
    queryKey: ['properties', envelope, propertyUid],
    queryFn: ({ signal }) => readVersioned(read, { path: { propertyUid }, signal }, envelope),
  })
}

export type BookingPageData = ResponseOf<'GET /dbs/properties/{propertyUid}'>['dbs']
