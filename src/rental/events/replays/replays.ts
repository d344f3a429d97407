/** Queries of replays, except those that queue deliveries: `queue-replay.sql.ts`. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { ReplaysTable } from '../../tables.ts'
import { isWebhookDelivery } from '../deliveries/delivery-log.sql.ts'
import type { Webhook } from '../webhooks/webhook.ts'

type Db = Pick<Context, 'db'>

/** Replay with the results of its deliveries. */
export interface Replay extends Selectable<ReplaysTable> {
  queued: number
  delivered: number
  exhausted: number
}

export async function findReplay(
  { db }: Db,
  webhook: Webhook,
  uid: string,
): Promise<Replay | undefined> {
  const { rows } = await sql<Replay>`
    select r.*, c.queued, c.delivered, c.exhausted from replays r
    cross join lateral (
      select count(*) filter (where d.completed_at is null)::int as queued,
        count(*) filter (where d.status = 'DELIVERED')::int as delivered,
        count(*) filter (where d.status = 'EXHAUSTED')::int as exhausted
      from deliveries d where ${isWebhookDelivery(webhook)} and d.replay_uid = r.uid) c
    where r.webhook_uid = ${webhook.uid} and r.uid = ${uid}`.execute(db)
  return rows[0]
}

/** Marks a replay as cancelled, once. */
export async function markCancelled({ db }: Db, uid: string, now: Date): Promise<void> {
  await db
    .updateTable('replays')
    .set({ cancelled_at: now })
    .where('uid', '=', uid)
    .where('cancelled_at', 'is', null)
    .execute()
}
