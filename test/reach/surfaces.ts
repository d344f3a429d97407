/** Every route of every version, asked for what an estate has. */
import { existsIn } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../../src/rental/routes.ts'
import { legacyVersion, versions } from '../../src/rental/versions.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { byLink } from './known.ts'
import { type AnyRoute, nameOf, requestOf, routesAt } from './requests.ts'
import type { Estate } from './uids.ts'

export const scopes = [
  { scope: 'v2', prefix: '/v2', version: legacyVersion, all: legacyRoutes },
  ...versions.map(
    version => ({ scope: 'v3', prefix: `/api/v${version}`, version, all: routes }) as const,
  ),
] as const
export type Scope = (typeof scopes)[number]

export const isRead = ({ method }: AnyRoute) => method === 'GET'
export const isWrite = (route: AnyRoute) => !isRead(route)

export const told = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`

/** Whether a scope has what came with a version. */
export const has = ({ version }: Scope, since: (typeof versions)[number]) =>
  existsIn(version, { since })

/**
 * The routes of a scope that data goes through; tokens are about nobody's. Deletions come last,
 * those of a part before those of the whole, so that every route finds what it is about.
 */
export function dataRoutes(
  { all, version }: Scope,
  wanted: (route: AnyRoute) => boolean,
): AnyRoute[] {
  const isData = ({ path }: AnyRoute) => !path.startsWith('/auth/')
  const place = ({ method, path }: AnyRoute) => (method === 'DELETE' ? 1 / path.length : 0)
  return routesAt(all as readonly AnyRoute[], version)
    .filter(route => isData(route) && !byLink(route) && wanted(route))
    .toSorted((a, b) => place(a) - place(b))
}

export function surfacesOf(server: TestServer) {
  return {
    async ask(at: Scope, route: AnyRoute, estate: Estate, token: string): Promise<Answer> {
      const made = requestOf(at, route, estate)
      return server.request(made.method, made.path, { key: token, body: made.body })
    },

    /** What is wrong, as `route: what`, of all routes at once. */
    async findings(
      at: Scope,
      wanted: (route: AnyRoute) => boolean,
      try_: (route: AnyRoute, name: string) => Promise<string | null>,
    ): Promise<string[]> {
      const found: string[] = []
      for (const route of dataRoutes(at, wanted)) {
        const name = nameOf(at.scope, route)
        const wrong = await try_(route, name)
        if (wrong !== null) found.push(`${name}: ${wrong}`)
      }
      return found
    },
  }
}
