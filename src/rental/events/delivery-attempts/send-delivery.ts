import type { Cipher } from '../../../platform/crypto/encryption.ts'
import type { Attempt, HttpClient } from '../../../platform/http/http-client.ts'
import { basicAuthorization } from '../../../platform/http/target-url.ts'
import { webhookContext } from '../webhook-secrets/webhook-secrets.ts'
import { buildBody, buildHeaders } from './attempt-request.ts'
import type { ClaimedDelivery, EncryptedText } from './claim-deliveries.ts'

/** Client, decryption and timeout of attempts. */
export interface DeliverySender {
  http: HttpClient
  cipher: Cipher
  timeoutMs: number
}

export interface AttemptOptions {
  /** Time of the signature. */
  at: Date
  /** True if later deliveries of the key may have been sent before. */
  isLate: boolean
  signal?: AbortSignal
}

/**
 * Posts a delivery once (contract/events.md §6.6). A failure of the receiver is an outcome.
 *
 * @throws Error if a secret cannot be decrypted; the signal's reason if it aborts before a response
 */
export async function sendDelivery(
  { http, cipher, timeoutMs }: DeliverySender,
  delivery: ClaimedDelivery,
  { at, isLate, signal }: AttemptOptions,
): Promise<Attempt> {
  const { number, target, webhook } = delivery
  const secrets = delivery.secrets.map(secret => {
    return decrypt(cipher, secret, webhookContext.secret(webhook.uid, secret.uid))
  })
  const content = buildBody(delivery)
  const isReplay = delivery.replay_of !== null || delivery.replay_uid !== null
  const flags = { number, isLate, isReplay }
  const headers = buildHeaders(delivery, content, { secrets, at, flags })
  return http.post({
    url: target.url,
    headers: { ...headers, ...authorization(cipher, delivery) },
    body: content.body,
    timeoutMs,
    tenant: delivery.agency_uid,
    ...(signal ? { signal } : {}),
  })
}

function authorization(
  cipher: Cipher,
  { target, webhook, replay_uid }: ClaimedDelivery,
): Record<string, string> {
  if (target.userinfo === null) return {}
  const { replayUserinfo, userinfo } = webhookContext
  const encryptionContext = target.isOther ? replayUserinfo(replay_uid!) : userinfo(webhook.uid)
  const credentials = decrypt(cipher, target.userinfo, encryptionContext)
  return { authorization: basicAuthorization(credentials) }
}

function decrypt(
  cipher: Cipher,
  { key_id, hex }: EncryptedText,
  encryptionContext: string,
): string {
  return cipher.decrypt({ keyId: key_id, bytes: Buffer.from(hex, 'hex') }, encryptionContext)
}
