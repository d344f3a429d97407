/** Which transports a server has, and which of them takes a message: contract/messaging.md §12. */
import type { MessageKind } from '../messages/message.ts'
import { adapterOf, type ChannelAdapter } from './channel-transport.ts'
import type { SmtpSettings } from './smtp-transport.ts'
import type { Mailer, MessageLead, OutgoingMessage, Transport } from './transport.ts'

const transportNames = ['outbox', 'smtp', 'adapter'] as const
export type TransportName = (typeof transportNames)[number]

/** The transports of a server by what they carry, in the order in which they are tried. */
export interface Sending {
  transports: Record<MessageKind, Transport[]>
  /** What sends mails of the server itself; null: there is no mail server. */
  mailer: Mailer | null
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
