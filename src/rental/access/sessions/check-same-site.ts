import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks the origin of a request with a session, to prevent CSRF (contract/general.md §2.4).
 * Refuses reads from another site unless they navigate (a followed link). Writes must come from a
 * page of this server and have a header that no form can send: bodies are parsed whatever their
 * content type, so a form could otherwise post JSON.
 *
 * @throws ApiError CROSS_SITE_REQUEST
 */
export function checkRequestOrigin(request: FastifyRequest, publicUrl: string): void {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
    if (site === 'cross-site' && mode !== 'navigate') throw crossSiteError('another site')
    return
  }
  if (!isFromOwnPage(request, publicUrl)) throw crossSiteError(`a page outside ${publicUrl}`)
  if (headers['x-lodgepole-console'] !== '1') {
    throw new ApiError(
      'CROSS_SITE_REQUEST',
      'A write with a session cookie requires the header X-Lodgepole-Console: 1',
      {
        members: { requires: 'X-Lodgepole-Console: 1' },
      },
    )
  }
}

/**
 * Returns whether a page of this server sent the request: by `Sec-Fetch-Site` or, in browsers
 * without it, `Origin`.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === new URL(publicUrl).origin
}

function crossSiteError(source: string): ApiError {
  return new ApiError(
    'CROSS_SITE_REQUEST',
    `A request with a session cookie must not come from ${source}`,
  )
}
