/** Queries of webhooks, except those of `queue-deliveries.sql.ts`. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import type { WebhooksTable } from '../../tables.ts'
import type { Owner, Webhook } from './webhook.ts'

type Db = Pick<Context, 'db'>

/** Returns a webhook visible to the caller: contract/events.md §2.4. */
export async function findWebhook(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  uid: string,
): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhooks as w')
    .selectAll()
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`${isVisible(caller)}`)
    .executeTakeFirst()
}

/** Agency keys see webhooks created by agency keys and employees, partners see their own. */
function isVisible(caller: Caller): Sql {
  const inAgencies = sql`w.agency_uid = any(${caller.agencyUids}::uuid[])`
  if (caller.kind === 'agency') return sql`${inAgencies} and w.partner_uid is null`
  const isOwn = sql`w.partner_uid = ${caller.partnerUid}`
  if (caller.kind === 'client') return sql`${isOwn} and w.agency_uid is null`
  if (caller.credential.kind !== 'PARTNER_KEY') return sql`${isOwn} and ${inAgencies}`
  return sql`${isOwn} and (w.agency_uid is null or ${inAgencies})`
}

/** Lists the webhooks of an owner, oldest first, optionally of one object. */
export async function listWebhooks(
  { db }: Db,
  { agencyUid, partnerUid }: Owner,
  objectUid?: string,
): Promise<Webhook[]> {
  let query = db
    .selectFrom('webhooks')
    .selectAll()
    .where('agency_uid', 'is not distinct from', agencyUid)
    .where('partner_uid', 'is not distinct from', partnerUid)
    .where('deleted_at', 'is', null)
  if (objectUid !== undefined) query = query.where('object_uid', '=', objectUid)
  return query.orderBy('created_at').orderBy('uid').execute()
}

export async function countWebhooks({ db }: Db, { agencyUid, partnerUid }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(by => by.fn.countAll<string>().as('count'))
    .where('agency_uid', 'is not distinct from', agencyUid)
    .where('partner_uid', 'is not distinct from', partnerUid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a webhook. Returns undefined if one with the same fingerprint exists. */
export async function insertWebhook(
  { db }: Db,
  row: Insertable<WebhooksTable>,
): Promise<Webhook | undefined> {
  return db
    .insertInto('webhooks')
    .values(row)
    .onConflict(conflict =>
      conflict.column('fingerprint').where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Returns the webhook with a fingerprint; its owner is part of the fingerprint. */
export async function findByFingerprint(
  { db }: Db,
  fingerprint: Uint8Array,
): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Reads a webhook again and locks its row until the transaction ends. */
export async function lockWebhook({ db }: Db, uid: string): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Updates columns of a webhook. Returns the updated row. */
export async function updateWebhook(
  { db }: Db,
  uid: string,
  changes: Updateable<WebhooksTable>,
): Promise<Webhook> {
  return db
    .updateTable('webhooks')
    .set(changes)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}
