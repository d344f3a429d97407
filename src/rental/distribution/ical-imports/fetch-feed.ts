import type { Context } from '../../../context.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import { basicAuthorization } from '../../../platform/http/target-url.ts'
import type { Ical } from '../icals/ical.ts'
import { decryptUserinfo, isOwnFeed } from '../icals/ical-address.ts'

/** Response of an external calendar. */
export type FetchResult =
  | { kind: 'UNCHANGED' }
  | { kind: 'FAILED'; reason: string }
  | {
      kind: 'TEXT'
      body: Buffer
      charset: string
      etag: string | null
      lastModified: string | null
    }

const bytesMax = 5 * 1_024 * 1_024
const redirectsMax = 5
const notModified = 304

/**
 * Fetches an external calendar if it has changed since the last import. Redirects follow the same
 * rules as the first URL (contract/events.md §11). Name and password are sent only to the origin
 * that they were entered for. Errors are returned, not thrown.
 */
export async function fetchFeed(
  ctx: Pick<Context, 'db' | 'http' | 'cipher' | 'settings'>,
  ical: Ical,
  timeoutMs: number,
): Promise<FetchResult> {
  const deadline = performance.now() + timeoutMs
  const userinfo = decryptUserinfo(ctx, ical)
  const { origin } = new URL(ical.url)
  let url = ical.url
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    if (redirects > 0 && (await isOwnFeed(ctx, url)))
      return failed('The URL leads back to this server')
    const isSameOrigin = new URL(url).origin === origin
    const requestHeaders: Record<string, string> = { ...commonHeaders, ...conditionalHeaders(ical) }
    if (userinfo !== null && isSameOrigin)
      requestHeaders.authorization = basicAuthorization(userinfo)
    const attempt = await ctx.http.get({
      url,
      headers: requestHeaders,
      timeoutMs: Math.max(deadline - performance.now(), 1),
      bodyBytesMax: bytesMax,
      acceptsCompressed: true,
      tenant: ical.agency_uid,
    })
    const { location } = attempt.headers
    const isRedirect = attempt.outcome === 'REDIRECT' && attempt.status !== notModified
    if (!isRedirect || location === undefined) {
      const isConditional = ical.etag !== null || ical.last_modified !== null
      return attempt.status === notModified && isConditional
        ? { kind: 'UNCHANGED' }
        : toFetchResult(attempt)
    }
    if (!URL.canParse(location, url)) return failed('The URL redirects to an invalid URL')
    url = new URL(location, url).href.replace(/#.*/, '')
  }
  return failed(`The URL redirects more than ${redirectsMax} times`)
}

const commonHeaders = {
  accept: 'text/calendar, text/plain;q=0.9, */*;q=0.5',
  'user-agent': 'Lodgepole-Calendars/1',
}

function conditionalHeaders({ etag, last_modified }: Ical): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
  }
}

function toFetchResult({
  outcome,
  status,
  headers,
  body,
  isBodyComplete,
  errorMessage,
}: Attempt): FetchResult {
  if (outcome === 'ADDRESS_REFUSED')
    return failed('The URL leads to an address that is not allowed')
  if (status === null) return failed(errorMessage ?? outcome)
  if (status !== 200) return failed(`The calendar server returned status ${status}`)
  if (!isBodyComplete) return failed('The response is damaged or larger than 5 MiB')
  if (body.length === 0) return failed('The response is empty')
  const contentType = headers['content-type'] ?? ''
  return {
    kind: 'TEXT',
    body,
    charset: /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8',
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

function failed(reason: string): FetchResult {
  return { kind: 'FAILED', reason }
}
