import type { Attempt, HttpClient } from '../../../platform/http/http-client.ts'
import { basicAuthorization } from '../../../platform/http/target-url.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { sealedPlace } from '../webhook-secrets/sealed-place.ts'
import { bodyOf, headersOf } from './attempt-request.ts'
import type { Claimed, SealedText } from './claim-deliveries.ts'

/** What an attempt is made with. */
export interface AttemptTools {
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
 * Makes one attempt of a delivery (contract/events.md §6.6). Whatever fails is in its outcome.
 *
 * @throws the signal's reason when it aborts before an answer has come
 */
export async function performAttempt(
  { http, sealer, timeoutMs }: AttemptTools,
  delivery: Claimed,
  { at, isLate, signal }: AttemptOptions,
): Promise<Attempt> {
  const { number, target, webhook } = delivery
  const secrets = delivery.secrets.map(secret => {
    return open(sealer, secret, sealedPlace.secret(webhook.uid, secret.uid))
  })
  const content = bodyOf(delivery)
  const isReplay = delivery.replay_of !== null || delivery.replay_uid !== null
  const marks = { number, isLate, isReplay }
  const headers = headersOf(delivery, content, { secrets, at, marks })
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
