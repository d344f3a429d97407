/** Retry schedule of messages: contract/messaging.md §11, §12. Pure. */

const [minute, hour] = [60, 3_600]

/** Seconds between the previous attempt and the first, second, third … attempt. */
const delays = [0, minute, 5 * minute, 30 * minute, 2 * hour]

export const attemptsMax = delays.length

const jitterMax = 0.2

/**
 * Returns the time of the next attempt after a temporary failure, or null when no attempts are
 * left.
 *
 * @param number number of the failed attempt, from 1
 * @param endedAt time at which it ended
 * @param chance random number from 0 to 1 for jitter
 */
export function nextAttempt(number: number, endedAt: Date, chance: number): Date | null {
  const seconds = delays[number]
  if (seconds === undefined) return null
  return new Date(endedAt.getTime() + Math.round(seconds * 1_000 * (1 + chance * jitterMax)))
}

/**
 * Maximum number of resends of a message in a number of hours, and the seconds within which a
 * second resend is ignored.
 */
export const resends = { max: 10, hours: 24, sameSeconds: 10 }

const addresses = /[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+/g

/**
 * Returns a reason of failure without e-mail addresses: readers of the message see it, servers
 * often include the rejected address, and a message never contains one (contract/messaging.md §15).
 */
export function withoutAddresses(reason: string): string {
  return reason.replace(addresses, '…')
}
