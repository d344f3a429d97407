/** When a message is sent, again if need be: contract/messaging.md §11, §12. Pure. */

const [minute, hour] = [60, 3_600]

/** Seconds from the attempt before to the first, second, third … attempt. */
const delays = [0, minute, 5 * minute, 30 * minute, 2 * hour]

export const attemptsMax = delays.length

const jitterMax = 0.2

/**
 * When a message is tried again after an attempt that may pass; null: never, its attempts are
 * used up.
 *
 * @param number the attempt, from 1
 * @param chance from 0 to 1
 */
export function nextAttempt(number: number, at: Date, chance: number): Date | null {
  const seconds = delays[number]
  if (seconds === undefined) return null
  return new Date(at.getTime() + Math.round(seconds * 1_000 * (1 + chance * jitterMax)))
}

/**
 * How often a message may be resent within so many hours, and within how many seconds a second
 * wish to do so means the first.
 */
export const resends = { max: 10, hours: 24, sameSeconds: 10 }

const addresses = /[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+/g

/**
 * Why a message failed, as everybody may read it who reads the message: servers like to name the
 * address that they refuse, and a message never carries one (contract/messaging.md §15).
 */
export function withoutAddresses(reason: string): string {
  return reason.replace(addresses, '…')
}
