/** Removed and unsupported endpoints: contract/general.md §1, versions.md §2.1, §2.2. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fixedError } from '../platform/errors.ts'
import { pathWithoutQuery } from '../platform/rest/url-path.ts'
import { versions } from './versions.ts'

/** Times at which version 1 was deprecated (April 1, 2024) and turned off. */
const versionOneHeaders = {
  deprecation: '@1711929600',
  sunset: 'Tue, 30 Apr 2024 23:59:59 GMT',
}

/** Times at which local spots were deprecated (April 1, 2025) and turned off. */
const localSpotsHeaders = {
  deprecation: '@1743465600',
  sunset: 'Sat, 31 May 2025 23:59:59 GMT',
}

const removedMessagingText =
  'This operation was turned off on June 30th 2021; ' +
  'use /api/v3.3/messages and /api/v3.3/threads'

const sunsetLink = '</docs/versions>; rel="sunset"'

/** Rejects all requests to version 1, without authentication. */
export function refuseVersionOne(app: FastifyInstance): void {
  app.setNotFoundHandler(async request => {
    const successor = findSuccessor(request)
    const message = successor ? removedMessagingText : 'API version 1 was turned off'
    const link = successor ? `<${successor}>; rel="successor-version", ${sunsetLink}` : sunsetLink
    throw new ApiError('API_VERSION_GONE', message, { headers: { ...versionOneHeaders, link } })
  })
}

/** Returns the replacement of a messaging operation of version 1: contract/messaging.md §10. */
function findSuccessor(request: FastifyRequest): string | null {
  const operation = `${request.method} ${pathWithoutQuery(request.url)}`
  if (operation === 'GET /v1/threads') return '/api/v3.3/threads'
  const isMessageOperation = /^(GET \/v1\/messages\/[^/]+|POST \/v1\/messages)$/.test(operation)
  return isMessageOperation ? '/api/v3.3/messages' : null
}

/** Rejects requests for local spots in every version, without authentication. */
export function refuseLocalSpots(app: FastifyInstance): void {
  const pathsAndLabels = versions.map(
    version => [`/api/v${version}/local-spots`, `v${version}`] as const,
  )
  for (const [path, label] of [['/v2/localspots', 'v2'] as const, ...pathsAndLabels]) {
    for (const url of [path, `${path}/*`]) {
      app.all(url, { schema: { hide: true } }, async () => {
        throw fixedError('ENDPOINT_REMOVED', {
          headers: { ...localSpotsHeaders, link: sunsetLink, 'x-api-version': label },
        })
      })
    }
  }
}
