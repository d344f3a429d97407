/** Transports of outgoing messages: contract/messaging.md §12. */
import type { MessageKind } from '../messages/message.ts'

/** Outgoing message with the fields of its lead and agency that a transport needs. */
export interface OutgoingMessage {
  agencyUid: string
  /** Id for deduplication: a retry after a failure has the same one. */
  uid: string
  /** Id of the delivery: a message that is resent has several. */
  sendingUid: string
  /** Number of this delivery, starting at 1. */
  sendingNumber: number
  threadUid: string
  leadUid: string | null
  /** Channel of the lead; null without a lead. */
  channel: string | null
  kind: MessageKind
  from: Correspondent
  to: Correspondent
  /** Subject of an e-mail; null for other messages. */
  subject: string | null
  text: string
  /** E-mails of the thread before this one, oldest first. */
  earlier: { uid: string; sendingNumber: number }[]
  attachments: OutgoingAttachment[]
}

interface Correspondent {
  name: string
  email: string | null
}

export interface OutgoingAttachment {
  fileName: string
  fileType: string
  read(): Promise<Buffer>
}

/** Fields of a message's lead that a transport may use. */
export interface MessageLead {
  uid: string
  channel: string
  source: string
}

/** RETRY is a temporary failure, FAILED a permanent one. The agency sees the reason. */
export type SendResult =
  | { result: 'SENT'; externalId?: string }
  | { result: 'RETRY' | 'FAILED'; reason: string }

/** Transport of messages. */
export interface Transport {
  name: string
  /** @param lead null without a matched lead */
  supports(message: Pick<OutgoingMessage, 'kind'>, lead: MessageLead | null): boolean
  /**
   * Sends a message; an exception counts as RETRY.
   *
   * @param signal aborted when the caller has stopped waiting
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
}

export interface OwnMail {
  /** Id for deduplication of retries. */
  uid: string
  to: string
  subject: string
  text: string
}

/** Mailer of the server itself; an exception is a temporary failure. */
export interface Mailer {
  send(mail: OwnMail, signal: AbortSignal): Promise<SendResult>
}
