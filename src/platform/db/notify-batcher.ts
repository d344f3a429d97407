import type { Run } from './statements.ts'

/** Interval of batches in milliseconds. */
const batchIntervalMs = 10

/**
 * Sends notifications of committed changes by separate statements: a commit with `NOTIFY` holds a
 * server-wide lock until it is synced, and blocks other commits. The first notification is sent at
 * once, those that arrive meanwhile are sent together. Listeners have to poll as well: a
 * notification is lost if the process ends.
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
      const channels = batch.map(([channel]) => channel)
      const payloads = batch.map(([, payload]) => payload)
      // Listeners that are not notified find the change by polling.
      await this.#run(notifyStatement, [channels, payloads]).catch(() => undefined)
      if (this.#pending.size > 0) await new Promise(resolve => setTimeout(resolve, batchIntervalMs))
    }
    this.#isSending = false
  }
}

/** Notifies with asynchronous commit, as it changes nothing. */
const notifyStatement = {
  name: 'notify',
  text: `
    select pg_notify(t.channel, t.payload), set_config('synchronous_commit', 'off', true)
    from unnest($1::text[], $2::text[]) t(channel, payload)`,
}
