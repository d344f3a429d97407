import type { IncomingMessage } from 'node:http'

const noAddress = '/.'

/**
 * The address a request means (contract/general.md §1): runs of `/` collapse, one trailing `/` is
 * dropped, `/v3…` is `/api/v3…`, `/api/v3` is `/api/v3.0`. Applied before routing, never by
 * redirect. `.` and `..` segments, and what cannot be decoded, give an address that no route has.
 */
export function normalizeUrl(target: string): string {
  const url = originForm(target)
  const query = url.indexOf('?')
  const path = decodePlain(query < 0 ? url : url.slice(0, query))
  const rest = query < 0 ? '' : url.slice(query)
  if (path === null) return noAddress
  const joined = path.replace(/\/{2,}/g, '/')
  const clean = isInterface.test(joined) ? joined.replace(/\/$/, '') : joined
  if (/\/\.{1,2}(\/|$)/.test(clean)) return noAddress
  return withVersion(clean) + rest
}

/** The absolute form of a target, `http://host/path`, means its path (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0]
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Decodes what needs no encoding; the router decodes the rest, once. Null: not decodable. */
function decodePlain(path: string): string | null {
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
  Object.assign(request, { [writtenUrl]: originForm(request.url ?? '/') })
}

/** The path as the client wrote it, for `instance` and texts. */
export function writtenPath({ raw }: { raw: IncomingMessage }): string {
  return pathOf((raw as { [writtenUrl]?: string })[writtenUrl] ?? raw.url ?? '/')
}

/** What the paths of a route look like. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
