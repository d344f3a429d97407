/** Expiry of holds: parsing, arithmetic and extension. Instants are UTC without an offset. */
import { call } from '../../../../api/call.ts'
import { localMs } from '../../../../i18n/format.ts'

const hourMs = 3_600_000
/** Maximum duration of a hold from now on. */
export const hoursMax = 720

/** Extension that the forms propose. */
export const defaultExtensionHours = 24

/** Adds hours to an instant. */
export function addHours(utc: string, hours: number): string {
  return formatUtc(Date.parse(`${utc}Z`) + hours * hourMs)
}

/** Returns the latest expiry that the server accepts. */
export function holdMax(): string {
  return formatUtc(Date.now() + hoursMax * hourMs)
}

/** Converts an instant to the value of a `datetime-local` field, in a time zone. */
export function toLocal(utc: string, timeZone: string): string {
  return formatUtc(localMs(new Date(`${utc}Z`), timeZone)).slice(0, 16)
}

/** Converts the value of such a field to an instant. */
export function toUtc(local: string, timeZone: string): string {
  const target = Date.parse(`${local}Z`)
  const offsetAt = (ms: number) => localMs(new Date(ms), timeZone) - ms
  const estimate = target - offsetAt(target)
  // Summer time may begin or end in between.
  return formatUtc(target - offsetAt(estimate))
}

/** Returns true for a valid expiry: after the present one, and within the server's limit. */
export function isHoldEnd(local: string, presentEnd: string, timeZone: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return false
  const until = toUtc(local, timeZone)
  return until > presentEnd && until <= holdMax()
}

function formatUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

/** Extension of a hold, relative or absolute. */
export type Extension = { hours: number } | { until: string }

/** Expiries by idempotency key: a retry must not extend the hold twice. */
const expiriesByKey = new Map<string, { former: string; until: string }>()

/**
 * Extends a hold from its latest expiry on the server, which another user may have changed.
 *
 * @returns former and new expiry; the former one is empty if there was none
 */
export async function extendHold(
  uid: string,
  extension: Extension,
  key: string,
): Promise<{ former: string; until: string }> {
  const path = { uid }
  const expiries = expiriesByKey.get(key) ?? (await computeExpiries(uid, extension))
  expiriesByKey.set(key, expiries)
  const body = { untilUtcDateTime: expiries.until }
  await call('POST /leads/{uid}/extend-hold', { path, body, key })
  expiriesByKey.delete(key)
  return expiries
}

async function computeExpiries(uid: string, extension: Extension) {
  const { lead } = await call('GET /leads/{uid}', { path: { uid } })
  // A lead without an expiry is not a hold any more: the server refuses the request below.
  const former = lead.holdExpiresUtcDateTime ?? ''
  const base = former || formatUtc(Date.now())
  const requested = 'until' in extension ? extension.until : addHours(base, extension.hours)
  // Another user may have extended the hold further.
  return { former, until: requested > former ? requested : former }
}
