/** Somebody who is signed in to the console, and for how long: contract/general.md §2.4. Pure. */
import type { Selectable } from 'kysely'
import { type ApiError, fixedError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { SessionsTable } from '../../tables.ts'

const day = 86_400_000

/** A session ends when nobody has used it for so long. */
export const idleMs = 14 * day

/** It ends so long after the password was given, however much it is used. */
export const absoluteMs = 90 * day

/** How exactly it is known when it was last used. */
export const seenMs = 300_000

export type StoredSession = Selectable<SessionsTable>

/** What names a session. */
export type SessionKey = Pick<StoredSession, 'agency_uid' | 'uid'>

/** An employee of an agency, as whom somebody has given the password. */
export interface Identity {
  agency_uid: string
  uid: string
}

/** Where a browser is and what it calls itself. */
export interface Visitor {
  address: string | null
  agent: string | null
}

/** When a session ends unless it is used. */
export function endOf({
  seen_at,
  expires_at,
}: Pick<StoredSession, 'seen_at' | 'expires_at'>): Date {
  return new Date(Math.min(seen_at.getTime() + idleMs, expires_at.getTime()))
}

/** Whether it is the first use on a day of the session, when a browser keeps its cookie anew. */
export function isNextDay(
  { created_at, seen_at }: Pick<StoredSession, 'created_at' | 'seen_at'>,
  now: Date,
): boolean {
  const dayOf = (at: Date) => Math.floor((at.getTime() - created_at.getTime()) / day)
  return dayOf(now) > dayOf(seen_at)
}

/** What a browser sends of a session, `<agency uid>.<token>`. */
export interface SessionToken {
  agencyUid: string
  token: string
}

/**
 * Browsers take the first name only over https, without a domain and for all paths, so that no
 * other host of the domain can set it.
 */
function nameOf(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-lodgepole' : 'lodgepole'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** What a request says of its session; null: nothing, or nothing that one could be. */
export function readSessionCookie(
  header: string | undefined,
  publicUrl: string,
): SessionToken | null {
  const name = nameOf(publicUrl)
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

/** The value of `Set-Cookie` by which a browser has a session. */
export function sessionCookie({ agencyUid, token }: SessionToken, publicUrl: string): string {
  return cookie(publicUrl, `${agencyUid}.${token}`, idleMs / 1_000)
}

/** The value of `Set-Cookie` by which it has none any more. */
export function endedCookie(publicUrl: string): string {
  return cookie(publicUrl, '', 0)
}

function cookie(publicUrl: string, value: string, maxAge: number): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${nameOf(publicUrl)}=${value}; HttpOnly${secure}; SameSite=Lax; Path=/; Max-Age=${maxAge}`
}

/** What is told to who comes with a session that is over. */
export function sessionEnded(): ApiError {
  return fixedError('SESSION_ENDED')
}

/** What people call a browser and where it runs, of what it calls itself. */
export function deviceOf(
  agent: string | null,
  words: { unknownBrowser: string; browserOn: (browser: string, system: string) => string },
): string {
  if (agent === null || agent === '') return words.unknownBrowser
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  if (!browser) return agent.slice(0, 60)
  return system ? words.browserOn(browser, system) : browser
}

/** The first that fits: most call themselves by the names of others, too. */
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
