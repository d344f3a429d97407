/** Retry schedule and states of deliveries: contract/events.md §8.1–§8.3. Pure. */

export const deliveryStatuses = [
  'PENDING',
  'RETRYING',
  'DELIVERED',
  'EXHAUSTED',
  'HELD',
  'SKIPPED',
  'ABANDONED',
] as const

const [minute, hour] = [60, 3_600]

/** Seconds between the previous attempt and the first, second, third … attempt. */
const delays = [
  0,
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  ...Array.from({ length: 5 }, () => 24 * hour),
]

/** Time for which a failing delivery blocks later ones of the same key. */
export const blockingSeconds = hour

/** Time without a success, and failed attempts in that time, after which a webhook is disabled. */
export const disableAfter = { seconds: 5 * 24 * hour, attempts: 15 }

const jitterMax = 0.2

export interface FailedAttempt {
  /** Number of the attempt that failed, from 1. */
  number: number
  /** Time at which it ended. */
  endedAt: Date
  /** Earliest time of the next attempt, from the receiver's Retry-After header. */
  retryAfter: Date | null
  /** Multiplies the delays; the setting CALLBACK_RETRY_SCALE. */
  scale: number
  /** Random number from 0 to 1 for jitter. */
  chance: number
}

/** Returns the time of the next attempt, or null when no attempts are left. */
export function nextAttempt({
  number,
  endedAt,
  retryAfter,
  scale,
  chance,
}: FailedAttempt): Date | null {
  const seconds = delays[number]
  if (seconds === undefined) return null
  const scheduledMs = endedAt.getTime() + seconds * 1_000 * scale * (1 + chance * jitterMax)
  return new Date(Math.max(scheduledMs, retryAfter?.getTime() ?? 0))
}
