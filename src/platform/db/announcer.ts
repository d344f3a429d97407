import type { Run } from './database.ts'

/** How long announcements are gathered that come soon after others, in milliseconds. */
const gatheredMs = 10

/**
 * Notifies of what has been committed, by a statement of its own: a commit that notifies holds a
 * lock of the whole server until it is on the disk, and all others wait. The first is told at once,
 * those that follow soon are told together. Whoever listens has to poll as well: what is announced
 * may be lost with the process.
 */
export class Announcer {
  readonly #run: Run
  readonly #waiting = new Map<string, [channel: string, payload: string]>()
  #isTelling = false

  constructor(run: Run) {
    this.#run = run
  }

  announce(channel: string, payload: string): void {
    this.#waiting.set(`${channel} ${payload}`, [channel, payload])
    if (!this.#isTelling) void this.#tell()
  }

  async #tell(): Promise<void> {
    this.#isTelling = true
    while (this.#waiting.size > 0) {
      const told = [...this.#waiting.values()]
      this.#waiting.clear()
      const columns = [told.map(([channel]) => channel), told.map(([, payload]) => payload)]
      // Whoever is not told now finds it by polling.
      await this.#run(tellStatement, columns).catch(() => undefined)
      if (this.#waiting.size > 0) await new Promise(resolve => setTimeout(resolve, gatheredMs))
    }
    this.#isTelling = false
  }
}

/** It changes nothing that would have to be on the disk before others hear of it. */
const tellStatement = {
  name: 'announce',
  text: `
    select pg_notify(t.channel, t.payload), set_config('synchronous_commit', 'off', true)
    from unnest($1::text[], $2::text[]) t(channel, payload)`,
}
