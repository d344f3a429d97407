/** Owner, and a property of one, as the API returns them. */
import type { ResponseOf } from '../api/response-types.ts'

export type Owner = ResponseOf<'GET /owners/{uid}'>['owner']
export type OwnedProperty = ResponseOf<'GET /properties'>['properties'][number]
