import type { IncomingMessage } from 'node:http'

/**
 * The address a request means (contract/general.md §1): runs of `/` collapse, one trailing `/` is
 * dropped, `/v3…` is `/api/v3…`, `/api/v3` is `/api/v3.0`. Applied before routing, never by
 * redirect. `.` and `..` segments give an address that no route has.
 */
export function normalizeUrl(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const rest = query < 0 ? '' : url.slice(query)
  const joined = path.replace(/\/{2,}/g, '/')
  const clean = isInterface.test(joined) ? joined.replace(/\/$/, '') : joined
  if (/\/\.{1,2}(\/|$)/.test(clean)) return '/.'
  return withVersion(clean) + rest
}

function withVersion(path: string): string {
  const match = /^(?:\/api)?\/v3(\.\d+)?(?=\/|$)/.exec(path)
  if (!match) return path
  return `/api/v3${match[1] ?? '.0'}${path.slice(match[0].length)}`
}

/** The pages of documentation have trailing slashes of their own. */
const isInterface = /^\/(api|v\d+(\.\d+)?)\//

/** A path without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const writtenUrl = Symbol('writtenUrl')

/** Keeps the address as the client wrote it; Fastify sees the normalised one. */
export function keepWritten(request: IncomingMessage): void {
  Object.assign(request, { [writtenUrl]: request.url })
}

/** The path as the client wrote it, for `instance` and texts. */
export function writtenPath({ raw }: { raw: IncomingMessage }): string {
  return pathOf((raw as { [writtenUrl]?: string })[writtenUrl] ?? raw.url ?? '/')
}
