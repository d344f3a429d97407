import { asUid } from '../uid.ts'
import type { AskedRead } from './route.ts'

/**
 * Returns a function that reads the cache tags of a response from the request. It returns null
 * where the request has a parameter that may add other objects to the response.
 *
 * @param parameter parameter of path or query whose value is a uid, or uids separated by commas
 * @param within parameters that only select among what belongs to these objects
 */
export function tagsFrom(parameter: string, within: readonly string[]) {
  return ({ params, query }: AskedRead): string[] | null => {
    const { [parameter]: asked, ...others } = { ...query, ...params }
    if (typeof asked !== 'string') return null
    if (Object.keys(others).some(name => !within.includes(name))) return null
    const uids = asked.split(',').map(asUid)
    return uids.includes(null) ? null : [...new Set(uids as string[])]
  }
}
