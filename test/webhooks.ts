/** Webhooks of tests, and their delivery when a test says so. */
import { randomUUID } from 'node:crypto'
import { workContext } from '../src/process/start-work.ts'
import { openCourier } from '../src/rental/events/delivery-attempts/deliveries.worker.ts'
import { sealedPlace } from '../src/rental/events/webhook-secrets/sealed-place.ts'
import { newWebhookSecret } from '../src/rental/events/webhook-secrets/sign.ts'
import type { TestServer } from './server.ts'

/** What lets a server call receivers on this machine. */
export const callsAnywhere = { ALLOW_PRIVATE_CALLBACKS: 'true' }

const log = { info: () => {}, warn: () => {}, error: console.error } as never

/** Delivers all that is due by the server's clock, and waits for what becomes of it. */
export async function deliverDue(server: TestServer): Promise<void> {
  const courier = openCourier(workContext(server, log))
  await courier.drain()
  await courier.stop()
}

export interface TestWebhook {
  agencyUid: string
  eventType: string
  url: string
  /** Standing for a client, whose webhooks at one URL are one stream. */
  creator?: string
  objectUid?: string
  partnerUid?: string
  version?: string
  format?: 'COMPATIBLE' | 'EXTENDED'
  type?: 'POST_JSON' | 'POST_FORM'
}

/** Stores a webhook as registration would. @returns its uid and secret */
export async function makeWebhook(
  { database, sealer, clock }: TestServer,
  given: TestWebhook,
): Promise<{ uid: string; secret: string }> {
  const [uid, secretUid] = [randomUUID(), randomUUID()]
  const { agencyUid, creator = 'test', url, objectUid = agencyUid } = given
  const secret = newWebhookSecret()
  const sealed = sealer.seal(secret, sealedPlace.secret(uid, secretUid))
  const db = database.kysely
  await db
    .insertInto('webhooks')
    .values({
      uid,
      agency_uid: agencyUid,
      partner_uid: given.partnerUid ?? null,
      creator_identifier: creator,
      object_uid: objectUid,
      event_type: given.eventType,
      webhook_type: given.type ?? 'POST_JSON',
      callback_url: url,
      fingerprint: Buffer.from(uid),
      destination: `${creator} ${url}`,
      api_version: given.version ?? '3.3',
      payload_format: given.format ?? 'COMPATIBLE',
      created_at: clock.now(),
    })
    .execute()
  await db
    .insertInto('webhook_secrets')
    .values({
      webhook_uid: uid,
      uid: secretUid,
      sealed: sealed.bytes,
      key_id: sealed.keyId,
      is_known: true,
      created_at: clock.now(),
    })
    .execute()
  return { uid, secret }
}
