import type { Clock } from '../../../platform/clock.ts'
import { EventOutbox } from './outbox.ts'
import { writeEvents } from './write-events.ts'

/**
 * The outbox that transactions begin theirs from.
 *
 * @param committed is told of the agencies of whose logs a transaction has written on
 */
export function openOutbox(
  clock: Clock,
  committed: (agencyUids: string[]) => void = () => {},
): EventOutbox {
  return new EventOutbox({ clock, write: writeEvents, committed })
}
