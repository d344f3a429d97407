import type { Run } from './database.ts'

/** Time during which further notifications are collected, in milliseconds. */
const batchMs = 10

/**
 * Notifies of what has been committed, by a statement of its own: a commit that notifies holds a
 * lock of the whole server until it is on the disk, and all others wait. The first notification is
 * sent at once, those that follow soon are sent together. Listeners have to poll as well: a
 * notification may be lost with the process.
 */
export class NotifyBatcher {
  readonly #run: Run
  readonly #pending = new Map<string, [channel: string, payload: string]>()
  #isSending = false

  constructor(run: Run) {
    this.#run = run
  }

  notify(channel: string, payload: string): void {
    this.#pending.set(`${channel} ${payload}`, [channel, payload])
    if (!this.#isSending) void this.#send()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    while (this.#pending.size > 0) {
      const batch = [...this.#pending.values()]
      this.#pending.clear()
      const columns = [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)]
      // A listener that is not notified finds it by polling.
      await this.#run(notifyStatement, columns).catch(() => undefined)
      if (this.#pending.size > 0) await new Promise(resolve => setTimeout(resolve, batchMs))
    }
    this.#isSending = false
  }
}

/** Notifies without waiting for the disk, as it changes nothing. */
const notifyStatement = {
  name: 'notify',
  text: `
    select pg_notify(t.channel, t.payload), set_config('synchronous_commit', 'off', true)
    from unnest($1::text[], $2::text[]) t(channel, payload)`,
}
