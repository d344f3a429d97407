/** Test delivery of a webhook in one attempt: contract/events.md §9.11. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type EventType, eventKind } from '../../../pending-events/event.ts'
import { FairSemaphore } from '../../../platform/limits/fair-semaphore.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LoggedDelivery } from '../deliveries/delivery-log.sql.ts'
import { findNewestEvent } from '../deliveries/queue-replay.sql.ts'
import { samplePayload } from '../events/payload-shape.ts'
import { listLiveSecrets } from '../webhook-secrets/webhook-secrets.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { DeliveredEvent } from './attempt-request.ts'
import { type AttemptResult, toAttemptRow } from './attempt-results.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

/** Limit on concurrent tests per owner. A test may take as long as an attempt. */
export const testSlots = new FairSemaphore({
  limit: 'webhook_tests',
  atOnce: 16,
  eachAtOnce: 2,
  eachWaitingMax: 20,
  waitingMax: 200,
  waitMs: 5_000,
})

/**
 * Sends the newest event of a type to a webhook, or a sample if there is none. It is flagged as a
 * test, has the delivery's uid as its id, and is sent once, without ordering, retry, or effect on
 * the webhook's health. A sample of an access change has no agency if the partner has no grant yet;
 * its delivery is then not stored.
 *
 * @throws ApiError SERVICE_UNAVAILABLE if the owner's tests are at their limit for 5 seconds
 */
export async function sendTest(
  ctx: Context,
  webhook: Webhook,
  type: EventType,
): Promise<LoggedDelivery> {
  const owner = webhook.partner_uid ?? webhook.agency_uid ?? webhook.uid
  return testSlots.run(owner, () => sendOnce(ctx, webhook, type))
}

async function sendOnce(ctx: Context, webhook: Webhook, type: EventType): Promise<LoggedDelivery> {
  const now = ctx.clock.now()
  const newest = await findNewestEvent(ctx, webhook, type)
  const event = newest?.event ?? sampleEvent(type, now)
  const secrets = await listLiveSecrets(ctx, webhook.uid)
  const uid = newUid(now.getTime())
  const agencyUid =
    newest?.agency_uid ?? webhook.agency_uid ?? (await findGrantingAgency(ctx, webhook))
  const delivery: ClaimedDelivery = {
    // Without an agency any uid serves: it only identifies the tenant of the request.
    agency_uid: agencyUid ?? webhook.uid,
    uid,
    destination: webhook.destination,
    number: 1,
    first_failed_at: null,
    shows_personal: newest?.shows_personal ?? false,
    replay_uid: null,
    replay_of: null,
    target: { url: webhook.callback_url, userinfo: toEncryptedText(webhook), isOther: false },
    webhook: { ...webhook, event_type: type },
    secrets: secrets.map(row => ({ uid: row.uid, key_id: row.key_id, hex: toHex(row.sealed) })),
    event,
  }
  const { timeoutMs } = ctx.settings.callbacks
  const attemptOptions = { at: now, isLate: false }
  // A receiver that has seen the event must not deduplicate the test.
  const testDelivery = { ...delivery, event: { ...event, uid, isTest: true } }
  const attempt = await sendDelivery({ ...ctx, timeoutMs }, testDelivery, attemptOptions)
  const row = toLoggedDelivery(ctx, webhook, { delivery, attempt })
  if (agencyUid !== null) await storeTest(ctx, webhook, row, { delivery, attempt })
  return row
}

function toLoggedDelivery(
  { clock }: Context,
  webhook: Webhook,
  { delivery, attempt }: AttemptResult,
): LoggedDelivery {
  const { agency_uid, uid, event, shows_personal } = delivery
  return {
    agency_uid,
    uid,
    webhook_uid: webhook.uid,
    event_uid: event.uid,
    event_type: delivery.webhook.event_type,
    seq: event.seq,
    status: attempt.outcome === 'SUCCESS' ? 'DELIVERED' : 'EXHAUSTED',
    replay_of: null,
    attempt_count: 1,
    due_at: attempt.startedAt,
    created_at: attempt.startedAt,
    updated_at: attempt.startedAt,
    completed_at: clock.now(),
    last_response_status: attempt.status,
    callback_url: null,
    has_userinfo: false,
    shows_personal,
  }
}

/** Stores a completed delivery with its attempt. */
async function storeTest(
  { db }: Context,
  webhook: Webhook,
  row: LoggedDelivery,
  { delivery, attempt }: AttemptResult,
): Promise<void> {
  const values = toAttemptRow(attempt)
  const headers = JSON.stringify(values.response_headers)
  const sample = row.seq === null ? JSON.stringify(delivery.event) : null
  await sql`with inserted as (
      insert into deliveries (agency_uid, uid, webhook_uid, seq, sample, destination, ordering_key,
        shows_personal, status, attempt_count, due_at, last_response_status, is_test, created_at,
        completed_at)
      values (${row.agency_uid}, ${row.uid}, ${webhook.uid}, ${row.seq}, ${sample},
        ${webhook.destination}, ${row.uid}, ${row.shows_personal}, ${row.status}, 1,
        ${row.created_at}, ${row.last_response_status}, true, ${row.created_at},
        ${row.completed_at})
      returning agency_uid, uid)
    insert into delivery_attempts (agency_uid, delivery_uid, number, started_at, duration_ms,
      outcome, response_status, response_headers, response_snippet, error_message)
    select agency_uid, uid, 1, ${values.started_at}::timestamptz, ${values.duration_ms}::int,
      ${values.outcome}, ${values.response_status}::int, ${headers}::jsonb,
      ${values.response_snippet}, ${values.error_message}
    from inserted`.execute(db)
}

/** Returns the agency that first granted the partner access, or null if none has. */
async function findGrantingAgency({ db }: Context, webhook: Webhook): Promise<string | null> {
  const grant = await db
    .selectFrom('grants')
    .select('agency_uid')
    .where('partner_uid', '=', webhook.partner_uid)
    .orderBy('created_at')
    .executeTakeFirst()
  return grant?.agency_uid ?? null
}

function toEncryptedText({ userinfo_sealed, userinfo_key_id }: Webhook) {
  if (userinfo_sealed === null || userinfo_key_id === null) return null
  return { key_id: userinfo_key_id, hex: toHex(userinfo_sealed) }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function sampleEvent(type: EventType, now: Date): DeliveredEvent {
  const payload = samplePayload(type)
  const { object } = eventKind(type)
  return {
    uid: newUid(now.getTime()),
    seq: null,
    event_version: 1,
    object_type: object,
    object_uid: payload[`${object.toLowerCase()}_uid`] ?? payload.agency_uid!,
    object_version: 1,
    previous_object_version: 0,
    cause: null,
    payload,
    changes: {},
    actor_type: 'SYSTEM',
    actor_uid: null,
    request_uid: null,
    created_at: now.toISOString(),
  }
}
