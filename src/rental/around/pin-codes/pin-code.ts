/** Pin codes: contract/resources.md §5. */
import type { Selectable } from 'kysely'
import { placedIn } from '../../../platform/dates.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { PinCodesTable } from '../../tables.ts'

export type PinCodeRow = Selectable<PinCodesTable>

/** What opens a lock: a code to type, an address to go to, or both. */
export interface Opening {
  code: string | null
  url: string | null
}

/** When a code opens its lock, in the property's time; null: without that end. */
export type PinCodeTimes = Pick<
  PinCodeRow,
  'start_local' | 'end_local' | 'starts_with_stay' | 'ends_with_stay'
>

/** What a client says of the times; null: the standard, left out: what they are. */
export interface AskedTimes {
  start?: string | null | undefined
  end?: string | null | undefined
}

/** Converts times to a property's zone; those skipped by a change of clocks move to the next. */
export function placedTimes({ start, end }: AskedTimes, timeZone: string): AskedTimes {
  const placed = (time: string | null | undefined) => time && placedIn(time, timeZone).local
  return { start: placed(start), end: placed(end) }
}

/** The stay of a lead. */
export interface Stay {
  check_in_local: string
  check_out_local: string
}

const noTimes: PinCodeTimes = {
  start_local: null,
  end_local: null,
  starts_with_stay: true,
  ends_with_stay: true,
}

/**
 * The times of a code as they are asked for. Those that are not are the stay's, and go with it; a
 * code without a stay has no such end. A time that is sent back as it was stays what it was.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function timesOf(
  stay: Stay | null,
  { start, end }: AskedTimes,
  present: PinCodeTimes = noTimes,
): PinCodeTimes {
  const ownStart = ownTime(start, present.start_local, present.starts_with_stay)
  const ownEnd = ownTime(end, present.end_local, present.ends_with_stay)
  const times = {
    start_local: ownStart ?? stay?.check_in_local ?? null,
    end_local: ownEnd ?? stay?.check_out_local ?? null,
    starts_with_stay: ownStart === null && stay !== null,
    ends_with_stay: ownEnd === null && stay !== null,
  }
  if (isPeriod(times)) return times
  const text = "'endLocalDateTime' must be after 'startLocalDateTime'"
  throw new ApiError('INVALID_DATE_RANGE', text)
}

/** A code's times when its stay has moved; one whose other end the stay has passed goes with it. */
export function movedWith(stay: Stay, present: PinCodeTimes): PinCodeTimes {
  const { check_in_local, check_out_local } = stay
  const { starts_with_stay, ends_with_stay } = present
  const moved = {
    starts_with_stay,
    ends_with_stay,
    start_local: present.starts_with_stay ? check_in_local : present.start_local,
    end_local: present.ends_with_stay ? check_out_local : present.end_local,
  }
  if (isPeriod(moved)) return moved
  return { ...noTimes, start_local: check_in_local, end_local: check_out_local }
}

/** Whether two states of a code open the lock at the same times, for the same reasons. */
export function hasSameTimes(a: PinCodeTimes, b: PinCodeTimes): boolean {
  const names = Object.keys(noTimes) as (keyof PinCodeTimes)[]
  return names.every(name => a[name] === b[name])
}

/** @throws ApiError INVALID_PARAMETER, without saying what the code is */
export function checkCode(code: string | null): void {
  if (code === null || /^[0-9A-Za-z*#-]{3,20}$/.test(code)) return
  throw invalidParameter('code', 'must be 3 to 20 digits, letters, *, # or -')
}

/** A time that is not the stay's, or null. */
function ownTime(asked: string | null | undefined, present: string | null, isOfStay: boolean) {
  if (asked !== undefined && asked !== present) return asked
  return isOfStay ? null : present
}

function isPeriod({ start_local: start, end_local: end }: PinCodeTimes): boolean {
  return start === null || end === null || start < end
}
