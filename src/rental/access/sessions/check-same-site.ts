import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../platform/errors.ts'

/**
 * Checks that no page of somebody else has a browser send a request with its session
 * (contract/general.md §2.4). The interface reads a body whatever its type, so that a form of
 * another site could post what reads as JSON; no form can send a header.
 *
 * @throws ApiError CROSS_SITE_REQUEST
 */
export function checkSameSite(request: FastifyRequest, publicUrl: string): void {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
    if (site === 'cross-site' && mode !== 'navigate') throw crossSite('another site')
    return
  }
  if (!isOwnPage(request, publicUrl)) throw crossSite(`a page outside ${publicUrl}`)
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

/** Whether a page of this server sends the request, as the browser says. */
export function isOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === new URL(publicUrl).origin
}

function crossSite(from: string): ApiError {
  return new ApiError(
    'CROSS_SITE_REQUEST',
    `A request with a session cookie must not come from ${from}`,
  )
}
