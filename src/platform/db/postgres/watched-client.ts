import type pg from 'pg'
import { type Activity, nodeLimitMs, patience, tooLong } from '../patience.ts'
import { noteDriverError } from './driver-errors.ts'
import { GatheringClient } from './gathering-client.ts'
import { destroy, type Lookout, streamOf } from './lookout.ts'

/**
 * A server that has not ended a statement so long after its time cannot: the coordinator of a
 * cluster waits for a node that says nothing, to have it end its part.
 */
const overdueMs = 3_000
/** An answer of which so much has come since the last look is on its way. */
const movedBytes = 262_144

/**
 * A connection that is ended when the server is not at work on what it was asked: the answer was
 * lost, or the question was, and nobody would ever tell.
 */
export class WatchedClient extends GatheringClient {
  /** Its backend, as the server calls it. */
  pid = 0
  /** Within which the server ends a statement by itself, in milliseconds. */
  limitMs = Number.POSITIVE_INFINITY
  /** Whether it asks the nodes of a cluster. */
  isSpread = false
  #readBytes = 0

  /** Asks for what one statement answers, within the patience of who asks. */
  override query(...args: unknown[]): never {
    const lookout = this.lookout
    this.#readBytes = streamOf(this).bytesRead
    const answer = super.query(...args) as unknown
    if (!(answer instanceof Promise)) return answer as never
    answer.catch(noteDriverError)
    if (!lookout) return answer as never
    const nodeMs = this.isSpread ? nodeLimitMs() : Number.POSITIVE_INFINITY
    return patience().forAnswer(answer, {
      look: () => this.#look(lookout, nodeMs),
      giveUp: error => destroy(this, error),
    }) as never
  }

  /** Who sees what its backend does; none: nobody watches. */
  get lookout(): Lookout | null {
    return null
  }

  async #look(lookout: Lookout, nodeMs: number): Promise<Activity> {
    const before = this.#readBytes
    this.#readBytes = streamOf(this).bytesRead
    if (this.#readBytes - before >= movedBytes) return 'working'
    const endsMs = this.limitMs + overdueMs
    const activity = await lookout.activityOf(this.pid, Math.min(endsMs, nodeMs))
    if (activity !== 'overdue' || nodeMs >= endsMs) return activity
    // Who waits no longer has found out nothing about other connections, and may ask on.
    destroy(this, tooLong())
    return 'working'
  }
}

/** Lets statements of a connection take as long as they like. */
export function withoutLimit(client: pg.ClientBase): () => void {
  const watched = client as WatchedClient
  const { limitMs } = watched
  watched.limitMs = Number.POSITIVE_INFINITY
  return () => {
    watched.limitMs = limitMs
  }
}
