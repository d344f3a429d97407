import type { Transport } from './transport.ts'

/** Adapter that delivers direct messages to the guests of one channel. */
export interface ChannelAdapter extends Pick<Transport, 'send'> {
  /** Value of `lead.channel`. */
  channel: string
  /** True if messages may have attachments. */
  supportsFiles: boolean
}

export function findAdapter(
  adapters: readonly ChannelAdapter[],
  channel: string | null | undefined,
): ChannelAdapter | undefined {
  return adapters.find(adapter => adapter.channel === channel)
}

/** Sends a direct message by the adapter of its lead's channel. */
export function channelTransport(adapters: readonly ChannelAdapter[]): Transport {
  return {
    name: 'adapter',
    supports: ({ kind }, lead) =>
      kind === 'DIRECT_MESSAGE' && findAdapter(adapters, lead?.channel) !== undefined,
    send: async (message, signal) => findAdapter(adapters, message.channel)!.send(message, signal),
  }
}
