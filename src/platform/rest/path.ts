/**
 * The address a request means (contract/general.md §1): runs of `/` collapse, one trailing `/` is
 * dropped, `/v3…` is `/api/v3…`, `/api/v3` is `/api/v3.0`. Applied before routing, never by redirect.
 * `.` and `..` segments give an address that no route has.
 */
export function normalizeUrl(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const rest = query < 0 ? '' : url.slice(query)
  const clean = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  if (/\/\.{1,2}(\/|$)/.test(clean)) return '/.'
  return withVersion(clean) + rest
}

function withVersion(path: string): string {
  const match = /^(?:\/api)?\/v3(\.\d+)?(?=\/|$)/.exec(path)
  if (!match) return path
  return `/api/v3${match[1] ?? '.0'}${path.slice(match[0].length)}`
}

/** A path without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
