/**
 * The events of one transaction, until they are written as its last statement. What one change is
 * told by several acts of it is told once (contract/events.md §3.1).
 */
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { LastWrites, PendingWrites } from '../../../platform/db/pending-writes.ts'
import type { Tables } from '../../tables.ts'
import { partOf } from './event.ts'
import { coalesced, type PendingEvent, topicOf } from './pending-event.ts'

/** How the events of a transaction are written, and who is told after the commit. */
interface Effects {
  clock: Clock
  write(
    ctx: { db: Kysely<Tables>; clock: Clock },
    agencyUid: string,
    events: PendingEvent[],
    families: Families,
  ): Promise<WrittenEvents>
  committed(agencyUids: string[]): void
  /** Notifies others, once what it tells of has committed. */
  announce(channel: string, payload: string): void
}

/** What others are notified of. */
export type Announcement = [channel: string, payload: string]

/** Events that are being written by what was asked last, and who is to be told of them. */
export interface WrittenEvents {
  told: Promise<Announcement[]>
}

/** By property those whose calendars change with its own; of the others it has to be asked. */
export type Families = ReadonlyMap<string, readonly string[]>

export class PendingEvents implements PendingWrites {
  readonly #effects: Effects
  readonly #byTopic = new Map<string, PendingEvent>()
  readonly #afterwards: (() => void)[] = []
  readonly #families = new Map<string, readonly string[]>()

  constructor(effects: Effects) {
    this.#effects = effects
  }

  begin(): this {
    return new PendingEvents(this.#effects) as this
  }

  /** Adds an event, or what is new of it to the one of the same type and object. */
  put(event: PendingEvent): void {
    const making = partOf[event.type]
    if (making && this.#byTopic.has(topicOf({ ...event, type: making }))) return
    const topic = topicOf(event)
    const present = this.#byTopic.get(topic)
    const merged = present ? coalesced(present, event) : event
    if (merged) this.#byTopic.set(topic, merged)
    else this.#byTopic.delete(topic)
  }

  /** Tells the family of a property whose row is locked, so that it need not be asked for. */
  knowFamily(propertyUid: string, linkedUids: readonly string[]): void {
    this.#families.set(propertyUid, linkedUids)
  }

  /** A property and its family, whose row is locked against others; undefined: it is not. */
  calendarsOf(propertyUid: string): string[] | undefined {
    const linked = this.#families.get(propertyUid)
    return linked && [propertyUid, ...linked]
  }

  /** Whether a property is of a family that is known. */
  isOfKnownFamily(propertyUid: string): boolean {
    const linked = [...this.#families.values()]
    return this.#families.has(propertyUid) || linked.some(uids => uids.includes(propertyUid))
  }

  /** Has something done once the transaction has committed, and only then. */
  afterwards(act: () => void): void {
    this.#afterwards.push(act)
  }

  /** Notifies others once the transaction has committed. */
  announce(channel: string, payload: string): void {
    this.afterwards(() => this.#effects.announce(channel, payload))
  }

  clear(): void {
    this.#byTopic.clear()
    this.#afterwards.length = 0
  }

  /** One agency after the other, always in one order, so that writers never wait in a circle. */
  async flush(db: Kysely<Tables>): Promise<LastWrites> {
    const { write, clock } = this.#effects
    const byAgency = Map.groupBy(this.#byTopic.values(), event => event.agencyUid)
    let written = Promise.resolve()
    for (const agencyUid of [...byAgency.keys()].sort()) {
      await written
      const { told } = await write(
        { db, clock },
        agencyUid,
        byAgency.get(agencyUid)!,
        this.#families,
      )
      written = told.then(announcements => {
        for (const announcement of announcements) this.announce(...announcement)
      })
    }
    // Whoever commits waits for it, perhaps only after it has failed.
    written.catch(() => undefined)
    return { written }
  }

  committed(): void {
    const agencyUids = new Set(Array.from(this.#byTopic.values(), event => event.agencyUid))
    if (agencyUids.size > 0) this.#effects.committed([...agencyUids])
    for (const act of this.#afterwards) act()
  }
}
