import type { AddressGuard } from './address-guard.ts'
import type { ResolveHost } from './resolve-host.ts'

/** A URL that others gave us to call. */
export interface TargetUrl {
  /** As it was written, but for user information and fragment. */
  url: string
  /** `user:password` as it was written; a secret. Null when there is none. */
  userinfo: string | null
  /**
   * Equal for URLs that count as the same (contract/events.md §1.4): scheme and host in lower case,
   * without a default port, the rest byte for byte. It holds `userinfo`: store it digested.
   */
  identity: string
}

/** What is needed to check the URLs that others give. */
export interface TargetCheck {
  guard: AddressGuard
  resolve: ResolveHost
}

/** Why a URL is not called: contract/events.md §1.5. */
export type TargetRefusal = 'MALFORMED' | 'NO_SCHEME' | 'NO_PORT' | 'NOT_HTTPS' | 'ADDRESS_REFUSED'

/** Text of a refusal, after the name of the parameter. */
export const refusalTexts: Record<TargetRefusal, string> = {
  MALFORMED: 'is not a valid URL',
  NO_SCHEME: "has no scheme: it must begin with 'https://'",
  NO_PORT: "has no port after its ':': leave out the ':' or give a port from 1 to 65535",
  NOT_HTTPS: 'must use the https protocol',
  ADDRESS_REFUSED: 'points to an address that is not allowed',
}

export const targetUrlLengthMax = 2_048

/**
 * Checks a URL before it is stored. A name is looked up; one that is unknown is accepted, it may
 * be known by the time it is called. `tenant` is whose it is.
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

/** What of {@link checkTargetUrl} the text alone tells. */
export function readTargetUrl(
  text: string,
  guard: AddressGuard,
): TargetUrl | { refusal: TargetRefusal } {
  if (text.length > targetUrlLengthMax || unprintable.test(text)) return { refusal: 'MALFORMED' }
  if (hostFirst.test(text)) return { refusal: 'NO_SCHEME' }
  if (!URL.canParse(text)) return { refusal: 'MALFORMED' }
  const { protocol } = new URL(text)
  if (protocol !== 'https:' && !(guard.allowsHttp && protocol === 'http:')) {
    return { refusal: 'NOT_HTTPS' }
  }
  const [, scheme, before, host, rest = ''] = parts.exec(text) ?? []
  if (!scheme || !host) return { refusal: 'MALFORMED' }
  if (emptyPort.test(host)) return { refusal: 'NO_PORT' }
  const userinfo = before || null
  const url = `${scheme}://${host}${rest}`
  const parsed = new URL(url)
  if (!guard.allowsUrl(parsed)) return { refusal: 'ADDRESS_REFUSED' }
  return { url, userinfo, identity: `${withUserinfo(parsed.origin, userinfo)}${rest}` }
}

/** A host with a port or path behind it, as in `localhost:3000` or `example.com/x`. */
const hostFirst = /^(localhost|\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)+|[\w-]+(?=:\d))(:\d+)?([/?#]|$)/i

/** White space, control characters, and the backslash, which readers of URLs disagree about. */
const unprintable = /[\s\p{Cc}\p{Cs}\\]/u

/** Scheme, user information, host with port, and path with query; a fragment is left behind. */
const parts = /^([a-z]+):\/\/(?:([^/?#]*)@)?([^/?#@]+)([^#]*)/i

/** No port or port 0 behind a colon: parsers take the first for the default port. */
const emptyPort = /:0*$/

/** A URL with user information, or a mask such as `***` in its place. */
export function withUserinfo(url: string, userinfo: string | null): string {
  return userinfo === null ? url : url.replace('://', () => `://${userinfo}@`)
}

/** The header value `Basic …` for user information as it is written in a URL. */
export function basicAuthorization(userinfo: string): string {
  const [user = '', ...password] = userinfo.split(':')
  const credentials = `${decoded(user)}:${decoded(password.join(':'))}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
