import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: `whsec_` and 32 random bytes in base64 (contract/events.md §7.1). */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** What one attempt sends. */
export interface Signable {
  /** The id of the event, equal in every attempt. */
  id: string
  body: string
  /** When this attempt is made. */
  at: Date
  /** The live ones, newest first. */
  secrets: string[]
}

/** The headers of Standard Webhooks 1.0 for one attempt (contract/events.md §7.1). */
export function signatureHeaders({
  id,
  body,
  at,
  secrets,
}: Signable): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${signed.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
