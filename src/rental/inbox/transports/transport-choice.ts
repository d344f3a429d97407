/** Transports of a server, and the choice for a message: contract/messaging.md §12. */
import type { MessageKind } from '../messages/message.ts'
import { type ChannelAdapter, findAdapter } from './channel-transport.ts'
import type { SmtpSettings } from './smtp-transport.ts'
import type { Mailer, MessageLead, OutgoingMessage, Transport } from './transport.ts'

const transportNames = ['outbox', 'smtp', 'adapter'] as const
export type TransportName = (typeof transportNames)[number]

/** Transports of a server by message kind, in order of preference. */
export interface MessageTransports {
  transports: Record<MessageKind, Transport[]>
  /** Mailer of the server itself; null without a mail server. */
  mailer: Mailer | null
  /** Adapters of channels for direct messages. */
  adapters: readonly ChannelAdapter[]
  /** Time that a request to send waits for the result. */
  waitMs: number
}

/** Settings of the operator. */
export interface TransportSettings {
  transports: Record<MessageKind, TransportName[]>
  /** Required if a transport is `smtp`. */
  smtp: SmtpSettings | null
}

/** Returns true if a message to a lead may have attachments: some channels do not support them. */
export function supportsAttachments(
  sending: MessageTransports,
  message: Pick<OutgoingMessage, 'kind'>,
  lead: MessageLead | null,
): boolean {
  if (transportFor(sending, message, lead)?.name !== 'adapter') return true
  return findAdapter(sending.adapters, lead?.channel)?.supportsFiles ?? true
}

/** Returns the first transport of the message's kind that supports it. */
export function transportFor(
  { transports }: MessageTransports,
  message: Pick<OutgoingMessage, 'kind'>,
  lead: MessageLead | null,
): Transport | undefined {
  return transports[message.kind].find(transport => transport.supports(message, lead))
}

export function isConfigured({ transports }: MessageTransports, name: TransportName): boolean {
  return Object.values(transports).some(ofKind => ofKind.some(transport => transport.name === name))
}
