import type { Version } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../../src/rental/routes.ts'
import { legacyVersion, newestVersion, versions } from '../../src/rental/versions.ts'
import { type AnyRoute, routesAt } from '../authorization/requests.ts'

/** Routes of an API version, and the prefix of their paths. */
export interface Surface {
  scope: 'v2' | 'v3'
  prefix: string
  version: Version
  routes: AnyRoute[]
}

const toSurface = (scope: 'v2' | 'v3', prefix: string, version: Version, all: unknown): Surface => {
  return { scope, prefix, version, routes: routesAt(all as AnyRoute[], version) }
}

/** Versions with data, the newest last. */
export const surfaces: Surface[] = [
  ...versions.map(version => toSurface('v3', `/api/v${version}`, version, routes)),
  toSurface('v2', '/v2', legacyVersion, legacyRoutes),
].reverse()

/** Routes of partners without an agency. */
export const unversioned = toSurface('v3', '/api', newestVersion, unversionedRoutes)

export function surfaceAt(prefix: string): Surface {
  return surfaces.find(scope => scope.prefix === prefix)!
}
