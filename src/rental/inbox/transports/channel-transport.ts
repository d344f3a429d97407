import type { Transport } from './transport.ts'

/** What brings direct messages to the guests of one channel. */
export interface ChannelAdapter extends Pick<Transport, 'send'> {
  /** As `lead.channel` names it. */
  channel: string
  /** Whether messages may have attachments. */
  takesFiles: boolean
}

/** The adapter of a channel. */
export function adapterOf(
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
      kind === 'DIRECT_MESSAGE' && adapterOf(adapters, lead?.channel) !== undefined,
    send: async (message, signal) => adapterOf(adapters, message.channel)!.send(message, signal),
  }
}
