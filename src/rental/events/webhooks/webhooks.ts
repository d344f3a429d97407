/** Every query about webhooks but those of `queue-deliveries.sql.ts`. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import type { WebhooksTable } from '../../tables.ts'
import type { Owner, Webhook } from './webhook.ts'

type Db = Pick<Context, 'db'>

/** A webhook that the caller sees: contract/events.md §2.4. */
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

/** Agency keys see what agency keys and employees made, partners what they made themselves. */
function isVisible(caller: Caller): Sql {
  const isOfAgency = sql`w.agency_uid = any(${caller.agencyUids}::uuid[])`
  if (caller.kind === 'agency') return sql`${isOfAgency} and w.partner_uid is null`
  const isOwn = sql`w.partner_uid = ${caller.partnerUid}`
  if (caller.kind === 'client') return sql`${isOwn} and w.agency_uid is null`
  if (caller.credential.kind !== 'PARTNER_KEY') return sql`${isOwn} and ${isOfAgency}`
  return sql`${isOwn} and (w.agency_uid is null or ${isOfAgency})`
}

/** The webhooks of an owner, oldest first, of one object if that is named. */
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

/** Stores a webhook; undefined when there is one with the same fingerprint. */
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

/** The webhook with a fingerprint, which is of the owner that the fingerprint includes. */
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

/** Reads a webhook afresh and locks its row until the transaction ends. */
export async function lockWebhook({ db }: Db, uid: string): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Writes changed columns of a webhook and gives it as it is then. */
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
