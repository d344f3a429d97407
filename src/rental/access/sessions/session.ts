/** Console sessions, their lifetimes and cookies: contract/general.md §2.4. Pure. */

import type { Selectable } from 'kysely'
import { dayMs } from '../../../platform/dates/dates.ts'
import { type ApiError, fixedError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { SessionsTable } from '../../tables.ts'

/** Idle timeout of a session. */
export const idleTimeoutMs = 14 * dayMs

/** Absolute timeout of a session, counted from the verification of the password. */
export const absoluteTimeoutMs = 90 * dayMs

export const lastUsePrecisionMs = 300_000

export type StoredSession = Selectable<SessionsTable>

export type SessionKey = Pick<StoredSession, 'agency_uid' | 'uid'>

/** An employee whose password was verified. */
export interface Identity {
  agency_uid: string
  uid: string
}

/** IP address and user agent of a browser. */
export interface Device {
  address: string | null
  agent: string | null
}

/** Returns the expiry of a session that is not used again. */
export function sessionExpiry({
  seen_at,
  expires_at,
}: Pick<StoredSession, 'seen_at' | 'expires_at'>): Date {
  return new Date(Math.min(seen_at.getTime() + idleTimeoutMs, expires_at.getTime()))
}

/** Returns whether this is the first use on a day of the session, when the cookie is renewed. */
export function isFirstUseOfDay(
  { created_at, seen_at }: Pick<StoredSession, 'created_at' | 'seen_at'>,
  now: Date,
): boolean {
  const dayIndex = (time: Date) => Math.floor((time.getTime() - created_at.getTime()) / dayMs)
  return dayIndex(now) > dayIndex(seen_at)
}

/** Value of a session cookie, `<agency uid>.<token>`. */
export interface SessionToken {
  agencyUid: string
  token: string
}

/**
 * Returns the name of the cookie. Browsers accept the prefix `__Host-` only over HTTPS, without a
 * domain and for all paths, so no other host of the domain can set it.
 */
function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-lodgepole' : 'lodgepole'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** Parses the session cookie of a request. Null if there is none, or it is malformed. */
export function readSessionCookie(
  header: string | undefined,
  publicUrl: string,
): SessionToken | null {
  const name = cookieName(publicUrl)
  for (const part of (header ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=')
    if (key !== name) continue
    const [agency = '', token = '', ...rest] = value.split('.')
    const agencyUid = asUid(agency)
    if (agencyUid === null || rest.length > 0 || !/^[\w-]{43}$/.test(token)) return null
    return { agencyUid, token }
  }
  return null
}

/** Returns the `Set-Cookie` value that starts or renews a session. */
export function sessionCookie({ agencyUid, token }: SessionToken, publicUrl: string): string {
  return formatCookie(publicUrl, `${agencyUid}.${token}`, idleTimeoutMs / 1_000)
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function expiredCookie(publicUrl: string): string {
  return formatCookie(publicUrl, '', 0)
}

function formatCookie(publicUrl: string, value: string, maxAge: number): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const name = cookieName(publicUrl)
  return `${name}=${value}; HttpOnly${secure}; SameSite=Lax; Path=/; Max-Age=${maxAge}`
}

export function sessionEnded(): ApiError {
  return fixedError('SESSION_ENDED')
}

/** Maximum length of an unknown user agent as displayed. */
const displayedCharactersMax = 60

/** Returns a readable name of the browser and operating system in a user agent. */
export function deviceName(
  agent: string | null,
  messages: { unknownBrowser: string; browserOn: (browser: string, system: string) => string },
): string {
  if (agent === null || agent === '') return messages.unknownBrowser
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  if (!browser) return agent.slice(0, displayedCharactersMax)
  return system ? messages.browserOn(browser, system) : browser
}

/**
 * Patterns of browsers. The first match counts, because most user agents contain names of other
 * browsers, too.
 */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
