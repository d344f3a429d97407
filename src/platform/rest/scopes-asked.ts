import { asUid } from '../uid.ts'
import type { AskedRead } from './route.ts'

/**
 * The scopes that a parameter of a path or query names, for a `keeps` of a route. Null where the
 * request says anything else that is not known to leave the answer within them.
 *
 * @param parameter whose value is a uid, or several with commas between them
 * @param within parameters that only choose among what is in those scopes
 */
export function scopesAsked(parameter: string, within: readonly string[]) {
  return ({ params, query }: AskedRead): string[] | null => {
    const { [parameter]: asked, ...others } = { ...query, ...params }
    if (typeof asked !== 'string') return null
    if (Object.keys(others).some(name => !within.includes(name))) return null
    const uids = asked.split(',').map(asUid)
    return uids.includes(null) ? null : [...new Set(uids as string[])]
  }
}
