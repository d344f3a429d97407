import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'

/** Generates a secret: `whsec_` and 32 random bytes in base64 (contract/events.md §7.1). */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64')
}

/** Signed content of one attempt. */
export interface Signable {
  /** Id of the event, equal in every attempt. */
  id: string
  body: string
  /** Time of this attempt. */
  at: Date
  /** Live secrets, newest first. */
  secrets: string[]
}

/** Returns the headers of Standard Webhooks 1.0 for one attempt (contract/events.md §7.1). */
export function signatureHeaders({
  id,
  body,
  at,
  secrets,
}: Signable): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
