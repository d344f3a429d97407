/** What the server itself writes. Pure. */

/** Whom the server writes to: an agency, or a partner at its contact address. */
export type Addressee = { agencyUid: string } | { partnerUid: string }

/** A mail of the server itself. It names no guest: whoever keeps the queue can read it. */
export interface Mail {
  to: Addressee
  subject: string
  text: string
}

/** A mail on its way. */
export interface QueuedMail extends Mail {
  uid: string
  /** The one that is due, from 1. */
  attempt: number
}
