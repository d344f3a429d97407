/** What carries a message out of the house: contract/messaging.md §12. */
import type { MessageKind } from '../messages/message.ts'

/** A message as it goes out, with all that a transport needs of its lead and agency. */
export interface OutgoingMessage {
  agencyUid: string
  /** A transport that is given it twice after a failure knows it by this. */
  uid: string
  /** The one of this sending: a message that is resent has several. */
  sendingUid: string
  /** Of this sending, from 1. */
  sendingNumber: number
  threadUid: string
  leadUid: string | null
  /** Of the lead; null: there is none. */
  channel: string | null
  kind: MessageKind
  from: Correspondent
  to: Correspondent
  /** The subject of an e-mail; null for other messages. */
  subject: string | null
  text: string
  /** The e-mails of the thread before this one, the oldest first. */
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

/** What a transport may look at of the lead that a message is about. */
export interface MessageLead {
  uid: string
  channel: string
  source: string
}

/** RETRY: not now, but perhaps later. FAILED: never. The reason is shown to the agency. */
export type SendResult =
  | { result: 'SENT'; externalId?: string }
  | { result: 'RETRY' | 'FAILED'; reason: string }

/** One way to send messages. */
export interface Transport {
  name: string
  /** @param lead null: it is not known yet */
  supports(message: Pick<OutgoingMessage, 'kind'>, lead: MessageLead | null): boolean
  /**
   * Sends a message; what it throws counts as RETRY.
   *
   * @param signal when it is aborted, nobody waits any more
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
}

/** A mail of the server itself. */
export interface OwnMail {
  /** Who gets it twice after a failure knows it by this. */
  uid: string
  to: string
  subject: string
  text: string
}

/** What sends the mails of the server itself; what it throws may pass. */
export interface Mailer {
  send(mail: OwnMail, signal: AbortSignal): Promise<SendResult>
}
