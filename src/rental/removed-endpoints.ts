/** Addresses that are gone or never were: contract/general.md §1, versions.md §2.1, §2.2. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fixedError } from '../platform/errors.ts'
import { pathOf } from '../platform/rest/path.ts'
import { versions } from './versions.ts'

const versionOneHeaders = {
  deprecation: '@1711929600',
  sunset: 'Tue, 30 Apr 2024 23:59:59 GMT',
}

const localSpotsHeaders = {
  deprecation: '@1743465600',
  sunset: 'Sat, 31 May 2025 23:59:59 GMT',
}

const messagingGone =
  'This operation was turned off on June 30th 2021; ' +
  'use /api/v3.3/messages and /api/v3.3/threads'

const sunsetLink = '</docs/versions>; rel="sunset"'

/** Refuses every address and method of version 1, without asking for a credential. */
export function refuseVersionOne(scope: FastifyInstance): void {
  scope.setNotFoundHandler(async request => {
    const successor = successorOf(request)
    const text = successor ? messagingGone : 'API version 1 was turned off'
    const link = successor ? `<${successor}>; rel="successor-version", ${sunsetLink}` : sunsetLink
    throw new ApiError('API_VERSION_GONE', text, { headers: { ...versionOneHeaders, link } })
  })
}

/** The messaging operations of version 1 name what replaced them: contract/messaging.md §10. */
function successorOf(request: FastifyRequest): string | null {
  const operation = `${request.method} ${pathOf(request.url)}`
  if (operation === 'GET /v1/threads') return '/api/v3.3/threads'
  const isMessages = /^(GET \/v1\/messages\/[^/]+|POST \/v1\/messages)$/.test(operation)
  return isMessages ? '/api/v3.3/messages' : null
}

/** Refuses local spots in every version, without asking for a credential. */
export function refuseLocalSpots(app: FastifyInstance): void {
  const labelled = versions.map(version => [`/api/v${version}/local-spots`, `v${version}`] as const)
  for (const [path, label] of [['/v2/localspots', 'v2'] as const, ...labelled]) {
    for (const url of [path, `${path}/*`]) {
      app.all(url, { schema: { hide: true } }, async () => {
        throw fixedError('ENDPOINT_REMOVED', {
          headers: { ...localSpotsHeaders, link: sunsetLink, 'x-api-version': label },
        })
      })
    }
  }
}
