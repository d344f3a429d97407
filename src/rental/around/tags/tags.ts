import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isHotelReached, isReached } from '../../access/partners/reach.sql.ts'
import type { TaggedType } from './tag.ts'

/** A property, hotel or lead as what has tags. */
export interface TaggedObject {
  agency_uid: string
  uid: string
  type: TaggedType
}

/** The tags of the row of a property, hotel or lead as a JSON array, for the compiler. */
export function tagsOf(object: Row): Sql {
  return sql`coalesce((select json_agg(t.tag order by ${inOrder}) from tags t
    where t.agency_uid = ${object('agency_uid')} and t.object_uid = ${object('uid')}), '[]')`
}

/** The order of tags in answers: by their letters, upper and lower case alike. */
const inOrder = sql`lower(t.tag) collate "C", t.tag collate "C"`

/** The tags of an object in their order. */
export async function listTags(ctx: Context, { agency_uid, uid }: TaggedObject): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`select t.tag from tags t
    where t.agency_uid = ${agency_uid} and t.object_uid = ${uid} order by ${inOrder}
  `.execute(ctx.db)
  return rows.map(({ tag }) => tag)
}

/**
 * The tags in use in an agency, on objects within reach, each once in its oldest spelling. Objects
 * are looked up tag by tag: else the planner reads the leads of all agencies.
 */
export async function listTagsInUse(ctx: Context, agencyUid: string): Promise<string[]> {
  const { caller } = ctx
  const { rows } = await sql<{ tag: string }>`select t.tag from (
      select distinct on (lower(t.tag)) t.tag from tags t
      where t.agency_uid = ${agencyUid} and ${ofCaller(caller, 't')} and case t.object_type
        when 'PROPERTY' then (select p.deleted_at is null and ${isReached(caller, 'p')}
          from properties p where p.agency_uid = ${agencyUid} and p.uid = t.object_uid)
        when 'HOTEL' then (select h.deleted_at is null and ${isHotelReached(caller, 'h')}
          from hotels h where h.agency_uid = ${agencyUid} and h.uid = t.object_uid)
        else (select l.deleted_at is null and ${isReached(caller, 'p')} from leads l
          left join properties p on p.agency_uid = ${agencyUid} and p.uid = l.property_uid
          where l.agency_uid = ${agencyUid} and l.uid = t.object_uid) end
      order by lower(t.tag), t.created_at, t.tag) t
    order by ${inOrder}`.execute(ctx.db)
  return rows.map(({ tag }) => tag)
}

/** Gives many objects tags that they do not have yet. */
export async function insertTagsOfMany(
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

/** Gives an object tags that it does not have yet. @returns how many those were */
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

/** Takes tags away, in just this spelling. */
export async function removeTags(
  { db }: Context,
  { agency_uid, uid }: TaggedObject,
  tags: string[],
): Promise<void> {
  await deleteRows({ db }, 'tags', { agency_uid, object_uid: uid, tag: tags })
}
