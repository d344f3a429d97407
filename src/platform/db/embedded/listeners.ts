type OnPayload = (payload: string) => void

/** Subscribers of the channels of an embedded database. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<OnPayload>>()

  /** Returns the `LISTEN` statements for all channels, for a new session. */
  get statements(): string {
    return [...this.#byChannel.keys()].map(listen).join(';')
  }

  /**
   * Subscribes to a channel.
   *
   * @param script runs SQL on the database
   * @returns the unsubscribe function
   */
  async add(
    channel: string,
    onPayload: OnPayload,
    script: (sql: string) => Promise<unknown>,
  ): Promise<() => Promise<void>> {
    // Wrapped, because the same function may subscribe twice.
    const listener: OnPayload = payload => onPayload(payload)
    this.#byChannel.set(channel, new Set(this.#byChannel.get(channel)).add(listener))
    await script(listen(channel))
    return async () => {
      const remaining = this.#byChannel.get(channel)
      remaining?.delete(listener)
      if (remaining?.size !== 0) return
      this.#byChannel.delete(channel)
      await script(`un${listen(channel)}`)
    }
  }

  notify(channel: string, payload: string): void {
    for (const onPayload of this.#byChannel.get(channel) ?? []) onPayload(payload)
  }
}

const listen = (channel: string) => `listen "${channel.replaceAll('"', '""')}"`
