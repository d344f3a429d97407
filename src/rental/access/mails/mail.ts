/** Emails written by the server. Pure. */

/** Recipient of an email: an agency, or a partner at its contact address. */
export type Recipient = { agencyUid: string } | { partnerUid: string }

/**
 * An email to an agency or partner. It must not contain guest data, because the operator can read
 * the queue.
 */
export interface Mail {
  to: Recipient
  subject: string
  text: string
}

export interface QueuedMail extends Mail {
  uid: string
  /** Number of the next attempt, from 1. */
  attempt: number
}
