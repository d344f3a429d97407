/** The end of a hold: read, added to, and written. Instants are UTC without an offset. */
import { call } from '../../../api/call.ts'

const hourMs = 3_600_000
const hoursMax = 720

/** Returns an instant some hours after another one. */
export function addHours(utc: string, hours: number): string {
  return textOf(Date.parse(`${utc}Z`) + hours * hourMs)
}

/** Returns the latest end that the server takes. */
export function holdMax(): string {
  return textOf(Date.now() + hoursMax * hourMs)
}

/** Returns an instant as a field of the browser has it, in the browser's zone. */
export function localOf(utc: string): string {
  const at = new Date(`${utc}Z`)
  return textOf(at.getTime() - at.getTimezoneOffset() * 60_000).slice(0, 16)
}

export function utcOf(local: string): string {
  return textOf(new Date(local).getTime())
}

/** Returns whether an end is valid: after the present one, and within the limit of the server. */
export function isHoldEnd(local: string, end: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return false
  const until = utcOf(local)
  return until > end && until <= holdMax()
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

/** Length or end of an extension of a hold. */
export type Extension = { hours: number } | { until: string }

/** Ends of an extension by its key: a repetition must not add to what was added. */
const known = new Map<string, { former: string; until: string }>()

/**
 * Extends a hold from the end that it has on the server, which others may have moved.
 *
 * @returns both ends, the former one empty where there was none
 */
export async function extendBy(
  uid: string,
  given: Extension,
  key: string,
): Promise<{ former: string; until: string }> {
  const path = { uid }
  const ends = known.get(key) ?? (await endsOf(uid, given))
  known.set(key, ends)
  const body = { untilUtcDateTime: ends.until }
  await call('POST /leads/{uid}/extend-hold', { path, body, key })
  known.delete(key)
  return ends
}

async function endsOf(uid: string, given: Extension) {
  const { lead } = await call('GET /leads/{uid}', { path: { uid } })
  // Without an end it is no hold any more, which the server says.
  const former = lead.holdExpiresUtcDateTime ?? ''
  const start = former || textOf(Date.now())
  const wanted = 'until' in given ? given.until : addHours(start, given.hours)
  // Others may have extended it beyond that.
  return { former, until: wanted > former ? wanted : former }
}
