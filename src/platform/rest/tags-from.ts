import { asUid } from '../uid.ts'
import type { ReadParameters } from './route.ts'

/**
 * Returns a function that reads cache tags from a request. It returns null if the request has a
 * parameter that may add other objects to the response.
 *
 * @param parameter path or query parameter with a uid, or with uids separated by commas
 * @param filters parameters that only filter data of these objects
 */
export function tagsFrom(parameter: string, filters: readonly string[]) {
  return ({ params, query }: ReadParameters): string[] | null => {
    const { [parameter]: value, ...otherParameters } = { ...query, ...params }
    if (typeof value !== 'string') return null
    if (Object.keys(otherParameters).some(name => !filters.includes(name))) return null
    const uids = value.split(',').map(asUid)
    return uids.includes(null) ? null : [...new Set(uids as string[])]
  }
}
