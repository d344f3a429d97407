import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isHotelAccessible, isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { TaggedType } from './tag.ts'

/** Property, hotel or lead that has tags. */
export interface TaggedObject {
  agency_uid: string
  uid: string
  type: TaggedType
}

/** Returns the tags of an object as a JSON array, for GraphQL. */
export function selectTags(object: Row): Sql {
  return sql`coalesce((select json_agg(t.tag order by ${tagOrder}) from tags t
    where t.agency_uid = ${object('agency_uid')} and t.object_uid = ${object('uid')}), '[]')`
}

/** Sort order of tags in responses, ignoring case. */
const tagOrder = sql`lower(t.tag) collate "C", t.tag collate "C"`

/** Lists the tags of an object, sorted. */
export async function listTags(ctx: Context, { agency_uid, uid }: TaggedObject): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`select t.tag from tags t
    where t.agency_uid = ${agency_uid} and t.object_uid = ${uid} order by ${tagOrder}
  `.execute(ctx.db)
  return rows.map(({ tag }) => tag)
}

/**
 * Lists the tags in use in an agency on accessible objects, each in its oldest spelling. Objects
 * are looked up per tag, because the planner would otherwise read the leads of all agencies.
 */
export async function listTagsInUse(ctx: Context, agencyUid: string): Promise<string[]> {
  const { caller } = ctx
  const { rows } = await sql<{ tag: string }>`select t.tag from (
      select distinct on (lower(t.tag)) t.tag from tags t
      where t.agency_uid = ${agencyUid} and ${inCallerTenant(caller, 't')} and case t.object_type
        when 'PROPERTY' then (select p.deleted_at is null and ${isPropertyAccessible(caller, 'p')}
          from properties p where p.agency_uid = ${agencyUid} and p.uid = t.object_uid)
        when 'HOTEL' then (select h.deleted_at is null and ${isHotelAccessible(caller, 'h')}
          from hotels h where h.agency_uid = ${agencyUid} and h.uid = t.object_uid)
        else (select l.deleted_at is null and ${isPropertyAccessible(caller, 'p')} from leads l
          left join properties p on p.agency_uid = ${agencyUid} and p.uid = l.property_uid
          where l.agency_uid = ${agencyUid} and l.uid = t.object_uid) end
      order by lower(t.tag), t.created_at, t.tag) t
    order by ${tagOrder}`.execute(ctx.db)
  return rows.map(({ tag }) => tag)
}

/** Adds tags to many objects. Skips tags that an object already has. */
export async function insertTagsForMany(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tagged: { object: TaggedObject; tags: string[] }[],
): Promise<void> {
  const created_at = clock.now()
  const rows = tagged.flatMap(({ object: { agency_uid, uid, type }, tags }) =>
    tags.map(tag => ({ agency_uid, object_uid: uid, object_type: type, tag, created_at })),
  )
  if (rows.length === 0) return
  await db
    .insertInto('tags')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Adds tags to an object. Skips tags that it already has.
 *
 * @returns number of added tags
 */
export async function insertTags(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid, type }: TaggedObject,
  tags: string[],
): Promise<number> {
  if (tags.length === 0) return 0
  const key = { agency_uid, object_uid: uid, object_type: type, created_at: clock.now() }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('tags')
    .values(tags.map(tag => ({ ...key, tag })))
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Deletes tags in exactly this spelling. */
export async function removeTags(
  { db }: Context,
  { agency_uid, uid }: TaggedObject,
  tags: string[],
): Promise<void> {
  await deleteRows({ db }, 'tags', { agency_uid, object_uid: uid, tag: tags })
}
