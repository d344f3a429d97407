import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  type VersionedLookup,
  withVersions,
} from '../../../platform/db/cache-tags/read-versions.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { isDisabledAgency } from '../agency-states/agency-state.sql.ts'
import type { Grant, GrantInput } from './grant.ts'

type DbContext = Pick<Context, 'db'>

/**
 * Locks the grants of an agency against concurrent changes.
 *
 * @returns whether the agency exists
 */
export async function lockGrants({ db }: DbContext, agencyUid: string): Promise<boolean> {
  const locked = await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/**
 * Lists the enabled agencies with grants for a partner, with their tag versions, null if unknown.
 */
export async function findGrantedAgencies(
  lookup: VersionedLookup,
  partnerUid: string,
): Promise<{ agencyUid: string; versions: string | null }[]> {
  const readAgencyUid = (row: unknown[]) => row[0] as string
  const rows = await lookup.find(grantedAgencies, [partnerUid], readAgencyUid)
  return (rows as [string, string | null][]).map(([agencyUid, versions]) => ({
    agencyUid,
    versions,
  }))
}

const grantedAgencies = withVersions(
  'granted_agencies',
  versions => `select g.agency_uid, ${versions('g.agency_uid')} from (
      select distinct agency_uid from grants where partner_uid = $1) g
    where not ${isDisabledAgency('g.agency_uid')}
    order by g.agency_uid`,
)

/** Lists the grants of an agency, of one partner or of all. */
export async function listGrants(
  { db }: DbContext,
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

/** Inserts grants of a partner, replacing those of the same objects. */
export async function storeGrants(
  { db }: DbContext,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  grants: (GrantInput & { type: string })[],
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

export async function deleteGrants(
  { db }: DbContext,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  objectUids: string[],
): Promise<void> {
  const where = { agency_uid: agencyUid, partner_uid: partnerUid, object_uid: objectUids }
  await deleteRows({ db }, 'grants', where)
}

/** A hotel or property that an agency can grant access to. */
export interface Grantable {
  uid: string
  type: 'PROPERTY' | 'HOTEL'
  name: string
  /** Hotel of a unit type, null for other properties. */
  hotel_uid: string | null
}

/** Lists the hotels and properties of an agency, or those with the given uids, sorted by name. */
export async function listGrantables(
  { db }: DbContext,
  agencyUid: string,
  uids?: string[],
): Promise<Grantable[]> {
  const filterByUid = (column: string) =>
    uids === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${uids}::uuid[])`
  const { rows } = await sql<Grantable>`
    select h.uid, 'HOTEL' as type, h.name, null::uuid as hotel_uid from hotels h
    where h.agency_uid = ${agencyUid} and h.deleted_at is null ${filterByUid('h.uid')}
    union all
    select p.uid, 'PROPERTY', p.name, p.hotel_uid from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null ${filterByUid('p.uid')}
    order by 3, 1`.execute(db)
  return rows
}

/** Locks hotels, so that no unit type is added to one while its grants change. */
export async function lockHotels(
  { db }: DbContext,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  if (uids.length === 0) return
  await sql`select uid from hotels
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])
    order by uid for no key update`.execute(db)
}

/**
 * Lists the properties that grants of these objects give access to: the objects themselves and the
 * unit types of hotels.
 */
export async function listAccessibleProperties(
  { db }: DbContext,
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

/** Lists the partners with a grant of a hotel, which gives access to its new unit types, too. */
export async function listHotelPartners(
  { db }: DbContext,
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
