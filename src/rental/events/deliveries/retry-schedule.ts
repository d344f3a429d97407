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

/** Seconds from the attempt before to the first, second, third … attempt. */
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

/** For how long a failing delivery keeps back its successors of the same key. */
export const blockingSeconds = hour

/** No success for so long, and so many failed attempts in that time, disable a webhook. */
export const failing = { seconds: 5 * 24 * hour, attempts: 15 }

const jitterMax = 0.2

export interface Retrying {
  /** The attempt that failed, from 1. */
  number: number
  at: Date
  /** The receiver asked not to be called before. */
  retryAfter: Date | null
  /** Multiplies the delays; the setting CALLBACK_RETRY_SCALE. */
  scale: number
  /** From 0 to 1. */
  chance: number
}

/** When a delivery is tried again; null: never, its attempts are used up. */
export function nextAttempt({ number, at, retryAfter, scale, chance }: Retrying): Date | null {
  const seconds = delays[number]
  if (seconds === undefined) return null
  const due = at.getTime() + seconds * 1_000 * scale * (1 + chance * jitterMax)
  return new Date(Math.max(due, retryAfter?.getTime() ?? 0))
}
