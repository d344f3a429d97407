/**
 * Collects the events of one transaction and writes them before the commit. Several events about
 * one change are merged into one (contract/events.md §3.1).
 */
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { LastWrites, PendingWrites } from '../platform/db/before-commit.ts'
import type { Tables } from '../rental/tables.ts'
import { creationEvents } from './event.ts'
import { eventTopic, mergeEvents, type PendingEvent } from './pending-event.ts'

/** Side effects of events: writing them, and notifications after the commit. */
interface Effects {
  clock: Clock
  write(
    ctx: { db: Kysely<Tables>; clock: Clock },
    agencyUid: string,
    events: PendingEvent[],
    families: Families,
  ): Promise<WrittenEvents>
  committed(agencyUids: string[]): void
  /** Sends a notification to other processes. Called after the commit. */
  announce(channel: string, payload: string): void
}

export type Announcement = [channel: string, payload: string]

/**
 * Result of writing events: notifications to send after the commit, once the last query has
 * returned.
 */
export interface WrittenEvents {
  notifications: Promise<Announcement[]>
}

/** Properties with linked calendars, by locked property. Those of other properties are queried. */
export type Families = ReadonlyMap<string, readonly string[]>

export class PendingEvents implements PendingWrites {
  readonly #effects: Effects
  readonly #byTopic = new Map<string, PendingEvent>()
  readonly #onCommit: (() => void)[] = []
  readonly #families = new Map<string, readonly string[]>()

  constructor(effects: Effects) {
    this.#effects = effects
  }

  begin(): this {
    return new PendingEvents(this.#effects) as this
  }

  /** Adds an event, or merges it into the pending event of the same type and object. */
  put(event: PendingEvent): void {
    const creation = creationEvents[event.type]
    if (creation && this.#byTopic.has(eventTopic({ ...event, type: creation }))) return
    const topic = eventTopic(event)
    const existing = this.#byTopic.get(topic)
    const merged = existing ? mergeEvents(existing, event) : event
    if (merged) this.#byTopic.set(topic, merged)
    else this.#byTopic.delete(topic)
  }

  /** Stores the linked properties of a property whose row is locked, which saves a query. */
  setFamily(propertyUid: string, linkedUids: readonly string[]): void {
    this.#families.set(propertyUid, linkedUids)
  }

  /** Returns a property and its linked properties; undefined if its row is not locked. */
  listFamily(propertyUid: string): string[] | undefined {
    const linked = this.#families.get(propertyUid)
    return linked && [propertyUid, ...linked]
  }

  /** Returns whether a property belongs to a known family of linked properties. */
  isInKnownFamily(propertyUid: string): boolean {
    const families = [...this.#families.values()]
    return this.#families.has(propertyUid) || families.some(uids => uids.includes(propertyUid))
  }

  /** Registers a callback to run after the commit. A rollback discards it. */
  onCommit(callback: () => void): void {
    this.#onCommit.push(callback)
  }

  /** Registers a notification to send after the commit. */
  announce(channel: string, payload: string): void {
    this.onCommit(() => this.#effects.announce(channel, payload))
  }

  clear(): void {
    this.#byTopic.clear()
    this.#onCommit.length = 0
  }

  /**
   * Writes the events of one agency after the other, sorted by uid. A fixed order prevents
   * deadlocks.
   */
  async flush(db: Kysely<Tables>): Promise<LastWrites> {
    const { write, clock } = this.#effects
    const byAgency = Map.groupBy(this.#byTopic.values(), event => event.agencyUid)
    let written = Promise.resolve()
    for (const agencyUid of [...byAgency.keys()].sort()) {
      await written
      const { notifications } = await write(
        { db, clock },
        agencyUid,
        byAgency.get(agencyUid)!,
        this.#families,
      )
      written = notifications.then(announcements => {
        for (const announcement of announcements) this.announce(...announcement)
      })
    }
    // The caller awaits this at the commit. A rejection before that must not go unhandled.
    written.catch(() => undefined)
    return { written }
  }

  committed(): void {
    const agencyUids = new Set(Array.from(this.#byTopic.values(), event => event.agencyUid))
    if (agencyUids.size > 0) this.#effects.committed([...agencyUids])
    for (const callback of this.#onCommit) callback()
  }
}
