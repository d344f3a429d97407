import type { Attempt, HttpClient } from '../../../platform/http/http-client.ts'
import { basicAuthorization } from '../../../platform/http/target-url.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { sealedPlace } from '../webhook-secrets/sealed-place.ts'
import { bodyOf, headersOf } from './attempt-request.ts'
import type { Claimed, SealedText } from './claim-deliveries.ts'

/** Client, decryption and timeout of attempts. */
export interface DeliverySender {
  http: HttpClient
  sealer: Sealer
  timeoutMs: number
}

export interface AttemptOptions {
  at: Date
  isLate: boolean
  signal?: AbortSignal
}

/**
 * Posts a delivery once (contract/events.md §6.6). A failure of the receiver is an outcome.
 *
 * @throws Error if a secret cannot be decrypted; the signal's reason if it aborts before a response
 */
export async function sendDelivery(
  { http, sealer, timeoutMs }: DeliverySender,
  delivery: Claimed,
  { at, isLate, signal }: AttemptOptions,
): Promise<Attempt> {
  const { number, target, webhook } = delivery
  const secrets = delivery.secrets.map(secret => {
    return open(sealer, secret, sealedPlace.secret(webhook.uid, secret.uid))
  })
  const content = bodyOf(delivery)
  const isReplay = delivery.replay_of !== null || delivery.replay_uid !== null
  const flags = { number, isLate, isReplay }
  const headers = headersOf(delivery, content, { secrets, at, flags })
  return http.post({
    url: target.url,
    headers: { ...headers, ...authorization(sealer, delivery) },
    body: content.body,
    timeoutMs,
    tenant: delivery.agency_uid,
    ...(signal ? { signal } : {}),
  })
}

function authorization(
  sealer: Sealer,
  { target, webhook, replay_uid }: Claimed,
): Record<string, string> {
  if (target.userinfo === null) return {}
  const { replayUserinfo, userinfo } = sealedPlace
  const place = target.isOther ? replayUserinfo(replay_uid!) : userinfo(webhook.uid)
  const opened = open(sealer, target.userinfo, place)
  return { authorization: basicAuthorization(opened) }
}

function open(sealer: Sealer, { key_id, hex }: SealedText, place: string): string {
  return sealer.open({ keyId: key_id, bytes: Buffer.from(hex, 'hex') }, place)
}
