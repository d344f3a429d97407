import type { Context } from '../../../context.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import { basicAuthorization } from '../../../platform/http/target-url.ts'
import type { Ical } from '../icals/ical.ts'
import { isOwnFeed, userinfoOf } from '../icals/ical-address.ts'

/** What an external calendar answered. */
export type Fetched =
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

/**
 * Fetches an external calendar, if it has changed since it was imported last. Redirects are
 * followed, each under the rules of the first address (contract/events.md §11); name and password
 * stay with the origin that they were given for. Whatever goes wrong is a reason.
 */
export async function fetchFeed(
  ctx: Pick<Context, 'db' | 'http' | 'sealer' | 'settings'>,
  ical: Ical,
  timeoutMs: number,
): Promise<Fetched> {
  const end = performance.now() + timeoutMs
  const userinfo = userinfoOf(ctx, ical)
  const { origin } = new URL(ical.url)
  let url = ical.url
  for (let hops = 0; hops <= redirectsMax; hops++) {
    if (hops > 0 && (await isOwnFeed(ctx, url))) return failed('The URL leads back to this server')
    const isOrigin = new URL(url).origin === origin
    const given: Record<string, string> = { ...headers, ...conditions(ical) }
    if (userinfo !== null && isOrigin) given.authorization = basicAuthorization(userinfo)
    const attempt = await ctx.http.get({
      url,
      headers: given,
      timeoutMs: Math.max(end - performance.now(), 1),
      bodyBytesMax: bytesMax,
      takesCompressed: true,
      tenant: ical.agency_uid,
    })
    const { location } = attempt.headers
    const isMoved = attempt.outcome === 'REDIRECT' && attempt.status !== 304
    if (!isMoved || location === undefined) {
      const isAsked = ical.etag !== null || ical.last_modified !== null
      return attempt.status === 304 && isAsked ? { kind: 'UNCHANGED' } : answered(attempt)
    }
    if (!URL.canParse(location, url)) return failed('The URL redirects to an invalid URL')
    url = new URL(location, url).href.replace(/#.*/, '')
  }
  return failed(`The URL redirects more than ${redirectsMax} times`)
}

const headers = {
  accept: 'text/calendar, text/plain;q=0.9, */*;q=0.5',
  'user-agent': 'Lodgepole-Calendars/1',
}

function conditions({ etag, last_modified }: Ical): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
  }
}

function answered({ outcome, status, headers, body, isBodyWhole, errorMessage }: Attempt): Fetched {
  if (outcome === 'ADDRESS_REFUSED')
    return failed('The URL leads to an address that is not allowed')
  if (status === null) return failed(errorMessage ?? outcome)
  if (status !== 200) return failed(`The calendar server returned status ${status}`)
  if (!isBodyWhole) return failed('The response is damaged or larger than 5 MiB')
  if (body.length === 0) return failed('The response is empty')
  const type = headers['content-type'] ?? ''
  return {
    kind: 'TEXT',
    body,
    charset: /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8',
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

function failed(reason: string): Fetched {
  return { kind: 'FAILED', reason }
}
