import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Lookup, withVersions } from '../../../platform/db/marks/marks-of.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { Grant, WantedGrant } from './grant.ts'

type Db = Pick<Context, 'db'>

/** Two who change what an agency grants go one after the other. @returns whether there is one */
export async function lockGrants({ db }: Db, agencyUid: string): Promise<boolean> {
  const locked = await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** The agencies that granted a partner something, with their marks; null: not known. */
export async function findGrantedAgencies(
  lookup: Lookup,
  partnerUid: string,
): Promise<{ agencyUid: string; marks: string | null }[]> {
  const agencyOf = (row: unknown[]) => row[0] as string
  const rows = await lookup.find(grantedAgencies, [partnerUid], agencyOf)
  return (rows as [string, string | null][]).map(([agencyUid, marks]) => ({ agencyUid, marks }))
}

const grantedAgencies = withVersions(
  'granted_agencies',
  versions => `select g.agency_uid, ${versions('g.agency_uid')} from (
      select distinct agency_uid from grants where partner_uid = $1) g
    order by g.agency_uid`,
)

/** What an agency granted one partner or, without one named, all of them. */
export async function listGrants(
  { db }: Db,
  agencyUid: string,
  partnerUid?: string,
): Promise<Grant[]> {
  return db
    .selectFrom('grants')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .$if(partnerUid !== undefined, query => query.where('partner_uid', '=', partnerUid!))
    .orderBy('created_at')
    .orderBy('object_uid')
    .execute()
}

/** Stores what a partner is granted; what it had of the same objects is replaced. */
export async function storeGrants(
  { db }: Db,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  grants: (WantedGrant & { type: string })[],
  now: Date,
): Promise<void> {
  if (grants.length === 0) return
  await sql`insert into grants
      (agency_uid, partner_uid, object_uid, object_type, access, personal_data, created_at)
    select ${agencyUid}::uuid, ${partnerUid}::uuid, g.*, ${now}::timestamptz from unnest(
      ${grants.map(grant => grant.objectUid)}::uuid[], ${grants.map(grant => grant.type)}::text[],
      ${grants.map(grant => grant.access)}::text[],
      ${grants.map(grant => grant.personalData)}::boolean[]) g
    on conflict (agency_uid, partner_uid, object_uid) do update set
      access = excluded.access, personal_data = excluded.personal_data`.execute(db)
}

/** Ends grants of a partner in an agency. */
export async function deleteGrants(
  { db }: Db,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  objectUids: string[],
): Promise<void> {
  const where = { agency_uid: agencyUid, partner_uid: partnerUid, object_uid: objectUids }
  await deleteRows({ db }, 'grants', where)
}

/** A hotel or property that can be granted. */
export interface Grantable {
  uid: string
  type: 'PROPERTY' | 'HOTEL'
  name: string
  /** The hotel of a unit type; null for other properties. */
  hotel_uid: string | null
}

/** What an agency has to grant, or what these uids name of it; by name. */
export async function listGrantables(
  { db }: Db,
  agencyUid: string,
  uids?: string[],
): Promise<Grantable[]> {
  const named = (column: string) =>
    uids === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${uids}::uuid[])`
  const { rows } = await sql<Grantable>`
    select h.uid, 'HOTEL' as type, h.name, null::uuid as hotel_uid from hotels h
    where h.agency_uid = ${agencyUid} and h.deleted_at is null ${named('h.uid')}
    union all
    select p.uid, 'PROPERTY', p.name, p.hotel_uid from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null ${named('p.uid')}
    order by 3, 1`.execute(db)
  return rows
}

/** Locks hotels, so that no unit type is added to one while its grants change. */
export async function lockHotels({ db }: Db, agencyUid: string, uids: string[]): Promise<void> {
  if (uids.length === 0) return
  await sql`select uid from hotels
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])
    order by uid for no key update`.execute(db)
}

/** Properties that are reached by grants on these objects: themselves, and their unit types. */
export async function listReachable(
  { db }: Db,
  agencyUid: string,
  objectUids: string[],
): Promise<{ uid: string; hotel_uid: string | null }[]> {
  if (objectUids.length === 0) return []
  const { rows } = await sql<{ uid: string; hotel_uid: string | null }>`
    select p.uid, p.hotel_uid from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null
      and (p.uid = any(${objectUids}::uuid[]) or p.hotel_uid = any(${objectUids}::uuid[]))
    order by p.uid`.execute(db)
  return rows
}

/** The partners that a grant on a hotel lets reach a new unit type of it, with their kinds. */
export async function listInheriting(
  { db }: Db,
  agencyUid: string,
  hotelUid: string,
): Promise<{ partner_uid: string; kind: string }[]> {
  return db
    .selectFrom('grants as g')
    .innerJoin('partners as p', 'p.partner_uid', 'g.partner_uid')
    .select(['p.partner_uid', 'p.kind'])
    .where('g.agency_uid', '=', agencyUid)
    .where('g.object_uid', '=', hotelUid)
    .orderBy('p.partner_uid')
    .execute()
}
