/** Requests of every route of every API version for the resources of a fixture. */
import { existsIn } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../../src/rental/routes.ts'
import { legacyVersion, versions } from '../../src/rental/versions.ts'
import type { TestResponse, TestServer } from '../support/server.ts'
import { isFileLink } from './exceptions.ts'
import { type AnyRoute, buildRequest, routeName, routesAt } from './requests.ts'
import type { Tenant } from './tenant.ts'

export const surfaces = [
  { scope: 'v2', prefix: '/v2', version: legacyVersion, all: legacyRoutes },
  ...versions.map(
    version => ({ scope: 'v3', prefix: `/api/v${version}`, version, all: routes }) as const,
  ),
] as const
export type Surface = (typeof surfaces)[number]

export const isRead = ({ method }: AnyRoute) => method === 'GET'
export const isWrite = (route: AnyRoute) => !isRead(route)

export const describeResponse = ({ status, text }: TestResponse) =>
  `${status} ${text.slice(0, 300)}`

export const hasVersion = ({ version }: Surface, since: (typeof versions)[number]) =>
  existsIn(version, { since })

/**
 * Lists the routes of a version that handle data, without those of tokens. Deletions come last,
 * children before their parents, so that every route finds its resource.
 */
export function dataRoutes(
  { all, version }: Surface,
  isIncluded: (route: AnyRoute) => boolean,
): AnyRoute[] {
  const isData = ({ path }: AnyRoute) => !path.startsWith('/auth/')
  const rank = ({ method, path }: AnyRoute) => (method === 'DELETE' ? 1 / path.length : 0)
  return routesAt(all as readonly AnyRoute[], version)
    .filter(route => isData(route) && !isFileLink(route) && isIncluded(route))
    .toSorted((a, b) => rank(a) - rank(b))
}

export function openClient(server: TestServer) {
  return {
    async send(
      surface: Surface,
      route: AnyRoute,
      tenant: Tenant,
      token: string,
    ): Promise<TestResponse> {
      const request = buildRequest(surface, route, tenant)
      return server.request(request.method, request.path, { key: token, body: request.body })
    },

    /** Checks every route, and returns the violations as `route: violation`. */
    async listViolations(
      surface: Surface,
      isIncluded: (route: AnyRoute) => boolean,
      check: (route: AnyRoute, name: string) => Promise<string | null>,
    ): Promise<string[]> {
      const violations: string[] = []
      for (const route of dataRoutes(surface, isIncluded)) {
        const name = routeName(surface.scope, route)
        const violation = await check(route, name)
        if (violation !== null) violations.push(`${name}: ${violation}`)
      }
      return violations
    },
  }
}
