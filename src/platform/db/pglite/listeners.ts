type OnPayload = (payload: string) => void

/** Who is told of what is notified on the channels of an embedded database. */
export class Listeners {
  readonly #ofChannels = new Map<string, Set<OnPayload>>()

  /** What makes a session hear all the channels that somebody listens to. */
  get statements(): string {
    return [...this.#ofChannels.keys()].map(listen).join(';')
  }

  /**
   * @param script runs SQL on the database
   * @returns what ends it
   */
  async add(
    channel: string,
    onPayload: OnPayload,
    script: (sql: string) => Promise<unknown>,
  ): Promise<() => Promise<void>> {
    // One of its own, because the same function may be given twice.
    const listener: OnPayload = payload => onPayload(payload)
    this.#ofChannels.set(channel, new Set(this.#ofChannels.get(channel)).add(listener))
    await script(listen(channel))
    return async () => {
      const left = this.#ofChannels.get(channel)
      left?.delete(listener)
      if (left?.size !== 0) return
      this.#ofChannels.delete(channel)
      await script(`un${listen(channel)}`)
    }
  }

  tell(channel: string, payload: string): void {
    for (const onPayload of this.#ofChannels.get(channel) ?? []) onPayload(payload)
  }
}

const listen = (channel: string) => `listen "${channel.replaceAll('"', '""')}"`
