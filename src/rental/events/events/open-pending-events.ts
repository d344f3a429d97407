import { PendingEvents } from '../../../pending-events/pending-events.ts'
import type { Clock } from '../../../platform/clock.ts'
import { writeEvents } from './write-events.ts'

/**
 * Returns the collection of pending events that transactions derive theirs from.
 *
 * @param committed called with the agencies to whose logs a transaction has written
 * @param announce notifies other processes; without it they find work by polling
 */
export function openPendingEvents(
  clock: Clock,
  committed: (agencyUids: string[]) => void = () => {},
  announce: (channel: string, payload: string) => void = () => {},
): PendingEvents {
  return new PendingEvents({ clock, write: writeEvents, committed, announce })
}
