import type { Clock } from '../../../platform/clock.ts'
import { PendingEvents } from './pending-events.ts'
import { writeEvents } from './write-events.ts'

/**
 * The pending that transactions begin theirs from.
 *
 * @param committed is told of the agencies of whose logs a transaction has written on
 * @param announce notifies others; without it they find by polling what there is to do
 */
export function openPendingEvents(
  clock: Clock,
  committed: (agencyUids: string[]) => void = () => {},
  announce: (channel: string, payload: string) => void = () => {},
): PendingEvents {
  return new PendingEvents({ clock, write: writeEvents, committed, announce })
}
