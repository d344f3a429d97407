/** Pin codes: contract/resources.md §5. */
import type { Selectable } from 'kysely'
import { resolveLocal } from '../../../platform/dates/dates.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { PinCodesTable } from '../../tables.ts'

export type PinCodeRow = Selectable<PinCodesTable>

/** Code to type, URL to open, or both. */
export interface Opening {
  code: string | null
  url: string | null
}

/** Times at which a code opens its lock, in the property's time; null: unlimited. */
export type PinCodeTimes = Pick<
  PinCodeRow,
  'start_local' | 'end_local' | 'starts_with_stay' | 'ends_with_stay'
>

/** Times in a request; null sets the default, undefined keeps a value. */
export interface RequestedTimes {
  start?: string | null | undefined
  end?: string | null | undefined
}

/** Resolves local times of a property. Times skipped by a change of clocks move to the next one. */
export function resolveTimes({ start, end }: RequestedTimes, timeZone: string): RequestedTimes {
  const resolve = (time: string | null | undefined) => time && resolveLocal(time, timeZone).local
  return { start: resolve(start), end: resolve(end) }
}

export interface Stay {
  check_in_local: string
  check_out_local: string
}

const defaultTimes: PinCodeTimes = {
  start_local: null,
  end_local: null,
  starts_with_stay: true,
  ends_with_stay: true,
}

/**
 * Returns the times of a code. Times that are not sent are those of the stay and move with it,
 * or unlimited without a stay. A time of the stay that is sent back unchanged still moves with it.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function mergeTimes(
  stay: Stay | null,
  { start, end }: RequestedTimes,
  current: PinCodeTimes = defaultTimes,
): PinCodeTimes {
  const fixedStart = fixedTime(start, current.start_local, current.starts_with_stay)
  const fixedEnd = fixedTime(end, current.end_local, current.ends_with_stay)
  const times = {
    start_local: fixedStart ?? stay?.check_in_local ?? null,
    end_local: fixedEnd ?? stay?.check_out_local ?? null,
    starts_with_stay: fixedStart === null && stay !== null,
    ends_with_stay: fixedEnd === null && stay !== null,
  }
  if (isValidPeriod(times)) return times
  const message = "'endLocalDateTime' must be after 'startLocalDateTime'"
  throw new ApiError('INVALID_DATE_RANGE', message)
}

/**
 * Returns the times of a code after its stay moved. If the stay has passed a time of the code, both
 * times become those of the stay.
 */
export function timesAfterMove(stay: Stay, current: PinCodeTimes): PinCodeTimes {
  const { check_in_local, check_out_local } = stay
  const { starts_with_stay, ends_with_stay } = current
  const moved = {
    starts_with_stay,
    ends_with_stay,
    start_local: current.starts_with_stay ? check_in_local : current.start_local,
    end_local: current.ends_with_stay ? check_out_local : current.end_local,
  }
  if (isValidPeriod(moved)) return moved
  return { ...defaultTimes, start_local: check_in_local, end_local: check_out_local }
}

/** Returns whether two codes have the same times, which also move with the stay alike. */
export function hasSameTimes(a: PinCodeTimes, b: PinCodeTimes): boolean {
  const names = Object.keys(defaultTimes) as (keyof PinCodeTimes)[]
  return names.every(name => a[name] === b[name])
}

/** @throws ApiError INVALID_PARAMETER, whose text does not contain the code */
export function checkCode(code: string | null): void {
  if (code === null || /^[0-9A-Za-z*#-]{3,20}$/.test(code)) return
  throw invalidParameter('code', 'must be 3 to 20 digits, letters, *, # or -')
}

/** Returns the time of a code that does not move with the stay; null if it does or is unlimited. */
function fixedTime(
  requested: string | null | undefined,
  current: string | null,
  isOfStay: boolean,
) {
  if (requested !== undefined && requested !== current) return requested
  return isOfStay ? null : current
}

function isValidPeriod({ start_local: start, end_local: end }: PinCodeTimes): boolean {
  return start === null || end === null || start < end
}
