import type { IncomingMessage } from 'node:http'

/** Path that no route has. */
const unknownPath = '/.'

/**
 * Normalizes a request target (contract/general.md §1): collapses runs of `/`, drops one trailing
 * `/`, and maps `/v3…` to `/api/v3…` and `/api/v3` to `/api/v3.0`. Applied before routing, never by
 * redirect. A path with `.` or `..` segments or invalid encoding becomes one without a route.
 */
export function normalizeUrl(target: string): string {
  const url = originForm(target)
  const queryStart = url.indexOf('?')
  const path = decodeUnreserved(queryStart < 0 ? url : url.slice(0, queryStart))
  const queryText = queryStart < 0 ? '' : url.slice(queryStart)
  if (path === null) return unknownPath
  const collapsed = path.replace(/\/{2,}/g, '/')
  const normalized = apiPath.test(collapsed) ? collapsed.replace(/\/$/, '') : collapsed
  if (/\/\.{1,2}(\/|$)/.test(normalized)) return unknownPath
  return withVersion(normalized) + queryText
}

/** Returns the path of an absolute-form target, `http://host/path` (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0]
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Decodes unreserved characters; the router decodes the rest once. Null: invalid encoding. */
function decodeUnreserved(path: string): string | null {
  if (!path.includes('%')) return path
  try {
    decodeURIComponent(path)
  } catch {
    return null
  }
  return path.replace(/%[2-7][0-9a-f]/gi, code => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })
}

function withVersion(path: string): string {
  const match = /^(?:\/api)?\/v3(\.\d+)?(?=\/|$)/.exec(path)
  if (!match) return path
  return `/api/v3${match[1] ?? '.0'}${path.slice(match[0].length)}`
}

/** API paths. Documentation pages have trailing slashes of their own. */
const apiPath = /^\/(api|v\d+(\.\d+)?)\//

export function pathWithoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const originalUrl = Symbol('writtenUrl')

/** Stores the original URL of a request, because Fastify sees the normalized one. */
export function storeOriginalUrl(request: IncomingMessage): void {
  Object.assign(request, { [originalUrl]: originForm(request.url ?? '/') })
}

/** Returns the original path, for `instance` and texts. */
export function originalPath({ raw }: { raw: IncomingMessage }): string {
  return pathWithoutQuery((raw as { [originalUrl]?: string })[originalUrl] ?? raw.url ?? '/')
}

export function pathPattern(route: string): RegExp {
  return new RegExp(`^${route.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
