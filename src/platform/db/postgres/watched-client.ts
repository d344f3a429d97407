import { type Activity, patience } from '../patience.ts'
import { GatheringClient } from './gathering-client.ts'
import { destroy, type Lookout, streamOf } from './lookout.ts'

/** An answer of which so much has come since the last look is on its way. */
const movedBytes = 262_144

/**
 * A connection that is ended when the server is not at work on what it was asked: the answer was
 * lost, or the question was, and nobody would ever tell.
 */
export class WatchedClient extends GatheringClient {
  /** Its backend, as the server calls it. */
  pid = 0
  #readBytes = 0

  /** Asks for what one statement answers, within the patience of who asks. */
  override query(...args: unknown[]): never {
    const lookout = this.lookout
    this.#readBytes = streamOf(this).bytesRead
    const answer = super.query(...args) as unknown
    if (!(answer instanceof Promise) || !lookout) return answer as never
    return patience().forAnswer(answer, {
      look: () => this.#look(lookout),
      giveUp: error => destroy(this, error),
    }) as never
  }

  /** Who sees what its backend does; none: nobody watches. */
  get lookout(): Lookout | null {
    return null
  }

  async #look(lookout: Lookout): Promise<Activity> {
    const before = this.#readBytes
    this.#readBytes = streamOf(this).bytesRead
    if (this.#readBytes - before >= movedBytes) return 'working'
    return lookout.activityOf(this.pid)
  }
}
