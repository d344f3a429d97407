/** Which transports a server has, and which of them takes a message: contract/messaging.md §12. */
import type { Context } from '../../context.ts'
import type { MessageKind } from '../messages/message.ts'
import { outboxTransport } from '../outbox-messages/outbox-transport.ts'
import { adapterOf, type ChannelAdapter, channelTransport } from './channel-transport.ts'
import { type SmtpSettings, smtpTransport } from './smtp-transport.ts'
import type { MessageLead, OutgoingMessage, Transport } from './transport.ts'

export const transportNames = ['outbox', 'smtp', 'adapter'] as const
export type TransportName = (typeof transportNames)[number]

/** The transports of a server by what they carry, in the order in which they are tried. */
export interface Sending {
  transports: Record<MessageKind, Transport[]>
  /** What brings direct messages to the guests of channels. */
  adapters: readonly ChannelAdapter[]
  /** How long the answer to who sends a message waits for what becomes of it. */
  waitMs: number
}

/** What the operator says of them. */
export interface SendingSettings {
  transports: Record<MessageKind, TransportName[]>
  /** Needed where a transport is `smtp`. */
  smtp: SmtpSettings | null
}

const waitMsStandard = 2_000

/** Opens the transports that the settings name; nothing is connected yet. */
export function openSending(
  ctx: Pick<Context, 'db' | 'clock'>,
  { transports, smtp }: SendingSettings,
  { adapters = [], waitMs = waitMsStandard }: Partial<Omit<Sending, 'transports'>> = {},
): Sending {
  const open: Record<TransportName, () => Transport> = {
    outbox: () => outboxTransport(ctx),
    smtp: () => smtpTransport(smtp!),
    adapter: () => channelTransport(adapters),
  }
  const opened = (kind: MessageKind) => transports[kind].map(name => open[name]())
  const byKind = { EMAIL: opened('EMAIL'), DIRECT_MESSAGE: opened('DIRECT_MESSAGE') }
  return { transports: byKind, adapters, waitMs }
}

/** Whether a message to a lead may have attachments: not where its channel takes none. */
export function takesFiles(
  sending: Sending,
  message: Pick<OutgoingMessage, 'kind'>,
  lead: MessageLead | null,
): boolean {
  if (transportFor(sending, message, lead)?.name !== 'adapter') return true
  return adapterOf(sending.adapters, lead?.channel)?.takesFiles ?? true
}

/** The first transport of the message's kind that takes it. */
export function transportFor(
  { transports }: Sending,
  message: Pick<OutgoingMessage, 'kind'>,
  lead: MessageLead | null,
): Transport | undefined {
  return transports[message.kind].find(transport => transport.supports(message, lead))
}

export function isConfigured({ transports }: Sending, name: TransportName): boolean {
  return Object.values(transports).some(all => all.some(transport => transport.name === name))
}
