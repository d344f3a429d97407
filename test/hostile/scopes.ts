import type { Version } from '../../src/platform/rest/version.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../../src/rental/routes.ts'
import { legacyVersion, newestVersion, versions } from '../../src/rental/versions.ts'
import { type AnyRoute, routesAt } from '../reach/requests.ts'

/** The routes of one version, as they stand below one prefix. */
export interface Scope {
  scope: 'v2' | 'v3'
  prefix: string
  version: Version
  routes: AnyRoute[]
}

const at = (scope: 'v2' | 'v3', prefix: string, version: Version, all: unknown): Scope => {
  return { scope, prefix, version, routes: routesAt(all as AnyRoute[], version) }
}

/** Everything that data goes through, newest first. */
export const scopes: Scope[] = [
  ...versions.map(version => at('v3', `/api/v${version}`, version, routes)),
  at('v2', '/v2', legacyVersion, legacyRoutes),
].reverse()

/** What partners do as themselves. */
export const unversioned = at('v3', '/api', newestVersion, unversionedRoutes)

/** The version below a prefix. */
export function scopeAt(prefix: string): Scope {
  return scopes.find(scope => scope.prefix === prefix)!
}
