import type { AddressGuard } from './address-guard.ts'
import type { ResolveHost } from './resolve-host.ts'

/** URL of another party for outbound requests. */
export interface TargetUrl {
  /** URL without user information and fragment, otherwise unchanged. */
  url: string
  /** `user:password` as written, a secret; null: none. */
  userinfo: string | null
  /**
   * Normalized form for comparison (contract/events.md §1.4): scheme and host in lower case,
   * without a default port, the rest unchanged. It contains `userinfo`: store only its digest.
   */
  identity: string
}

export interface TargetCheck {
  guard: AddressGuard
  resolve: ResolveHost
}

/** Reasons to refuse a URL: contract/events.md §1.5. */
export type TargetRefusal = 'MALFORMED' | 'NO_SCHEME' | 'NO_PORT' | 'NOT_HTTPS' | 'ADDRESS_REFUSED'

/** Error texts, after the name of the parameter. */
export const refusalTexts: Record<TargetRefusal, string> = {
  MALFORMED: 'is not a valid URL',
  NO_SCHEME: "has no scheme: it must begin with 'https://'",
  NO_PORT: "has no port after its ':': leave out the ':' or give a port from 1 to 65535",
  NOT_HTTPS: 'must use the https protocol',
  ADDRESS_REFUSED: 'points to an address that is not allowed',
}

export const targetUrlLengthMax = 2_048

/**
 * Checks a URL before it is stored, including the addresses of its host. An unknown host is
 * accepted, because it may exist later.
 *
 * @param tenant for a fair share of DNS lookups
 */
export async function checkTargetUrl(
  text: string,
  { guard, resolve }: TargetCheck,
  tenant?: string,
): Promise<TargetUrl | { refusal: TargetRefusal }> {
  const target = readTargetUrl(text, guard)
  if ('refusal' in target) return target
  const { hostname } = new URL(target.url)
  const addresses = hostname.startsWith('[') ? [] : await resolve(hostname, tenant).catch(() => [])
  const isRefused = addresses.some(({ address }) => !guard.allowsAddress(address))
  return isRefused ? { refusal: 'ADDRESS_REFUSED' } : target
}

/** Checks a URL like {@link checkTargetUrl}, without a DNS lookup. */
export function readTargetUrl(
  text: string,
  guard: AddressGuard,
): TargetUrl | { refusal: TargetRefusal } {
  if (text.length > targetUrlLengthMax || unprintablePattern.test(text))
    return { refusal: 'MALFORMED' }
  if (schemelessPattern.test(text)) return { refusal: 'NO_SCHEME' }
  if (!URL.canParse(text)) return { refusal: 'MALFORMED' }
  const { protocol } = new URL(text)
  if (protocol !== 'https:' && !(guard.allowsHttp && protocol === 'http:')) {
    return { refusal: 'NOT_HTTPS' }
  }
  const [, scheme, userinfoText, host, pathAndQuery = ''] = urlPattern.exec(text) ?? []
  if (!scheme || !host) return { refusal: 'MALFORMED' }
  if (emptyPortPattern.test(host)) return { refusal: 'NO_PORT' }
  // `https://@host` has no user information.
  const userinfo = userinfoText || null
  const url = `${scheme}://${host}${pathAndQuery}`
  const parsed = new URL(url)
  if (!guard.allowsUrl(parsed)) return { refusal: 'ADDRESS_REFUSED' }
  return { url, userinfo, identity: `${withUserinfo(parsed.origin, userinfo)}${pathAndQuery}` }
}

/** Host followed by a port or path, as in `localhost:3000` or `example.com/x`. */
const schemelessPattern =
  /^(localhost|\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)+|[\w-]+(?=:\d))(:\d+)?([/?#]|$)/i

/** White space, control characters, and the backslash, which parsers treat differently. */
const unprintablePattern = /[\s\p{Cc}\p{Cs}\\]/u

/** Scheme, user information, host with port, and path with query, without the fragment. */
const urlPattern = /^([a-z]+):\/\/(?:([^/?#]*)@)?([^/?#@]+)([^#]*)/i

/** Empty port or port 0: parsers take an empty one for the default port. */
const emptyPortPattern = /:0*$/

/** Adds user information, or a mask such as `***`, to a URL. */
export function withUserinfo(url: string, userinfo: string | null): string {
  return userinfo === null ? url : url.replace('://', () => `://${userinfo}@`)
}

/** Returns the header value `Basic …` for user information as written in a URL. */
export function basicAuthorization(userinfo: string): string {
  const [user = '', ...password] = userinfo.split(':')
  const credentials = `${percentDecoded(user)}:${percentDecoded(password.join(':'))}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
