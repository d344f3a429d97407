/**
 * Legacy masters (a property with sub-properties, one level deep) and their sub-properties:
 * contract/properties.md §8.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PropertyRow } from '../properties/properties.ts'

/**
 * Locks properties against leads and all other changes, in the order of their uids. Returns the
 * current rows; those deleted concurrently are left out.
 */
export async function lockProperties(
  { db }: Context,
  agencyUid: string,
  uids: string[],
): Promise<PropertyRow[]> {
  return db
    .selectFrom('properties')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .forUpdate()
    .execute()
}

export async function lockParent(ctx: Context, sub: PropertyRow): Promise<PropertyRow | undefined> {
  if (sub.parent_uid === null) return undefined
  return (await lockProperties(ctx, sub.agency_uid, [sub.parent_uid]))[0]
}

export async function listSubUids(
  { db }: Context,
  master: { agency_uid: string; uid: string },
): Promise<string[]> {
  const subs = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', master.agency_uid)
    .where('parent_uid', '=', master.uid)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .execute()
  return subs.map(({ uid }) => uid)
}

/** Master with the uids of its sub-properties, sorted by name. */
export interface Family {
  uid: string
  master_bookable: boolean
  subUids: string[]
}

/**
 * Finds the family of a property, which is its master or a sub-property. A property without parent
 * is its own master, perhaps without sub-properties. The property must exist.
 */
export async function findFamily(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<Family> {
  const { rows } = await sql<Family>`select m.uid, m.master_bookable, array(
      select c.uid from properties c where c.agency_uid = ${agency_uid} and c.parent_uid = m.uid
      and c.deleted_at is null order by c.name, c.uid) as "subUids"
    from properties p
    join properties m on m.agency_uid = ${agency_uid} and m.uid = coalesce(p.parent_uid, p.uid)
    where p.agency_uid = ${agency_uid} and p.uid = ${uid}`.execute(db)
  return rows[0]!
}
