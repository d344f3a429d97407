import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'
import {
  type AccessibleRow,
  isPropertyAccessible,
  propertyAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { IcalsTable } from '../../tables.ts'
import type { Ical } from './ical.ts'

interface ObjectKey {
  agency_uid: string
  uid: string
}

/** Lists the calendars of an accessible property, sorted by name. */
export async function listIcals({ db }: Pick<Context, 'db'>, property: ObjectKey): Promise<Ical[]> {
  return db
    .selectFrom('icals')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('uid')
    .execute()
}

/** Lists the calendars of all properties of an agency that the caller may access. */
export async function listAllIcals({ db, caller }: Context, agencyUid: string): Promise<Ical[]> {
  return db
    .selectFrom('icals as i')
    .innerJoin('properties as p', join =>
      join.onRef('p.agency_uid', '=', 'i.agency_uid').onRef('p.uid', '=', 'i.property_uid'),
    )
    .selectAll('i')
    .where('i.agency_uid', '=', agencyUid)
    .where('p.agency_uid', '=', agencyUid)
    .where('p.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .where(sql<boolean>`${isPropertyAccessible(caller, 'p')}`)
    .orderBy('i.property_uid')
    .orderBy('i.name')
    .orderBy('i.uid')
    .execute()
}

/** Returns a calendar of the caller's agencies, with the caller's access to its property. */
async function findIcal(ctx: Context, uid: string): Promise<(Ical & AccessibleRow) | undefined> {
  return ctx.db
    .selectFrom('icals as i')
    .innerJoin('properties as p', join =>
      join
        .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'i')}`)
        .onRef('p.uid', '=', 'i.property_uid'),
    )
    .selectAll('i')
    .select(sql<AccessibleRow['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'p')}`)
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'i')}`)
    .where('i.uid', '=', uid)
    .where('p.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns a calendar to which the caller has access.
 *
 * @throws ApiError ICAL_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireIcal(
  ctx: Context,
  icalUid: string,
  access: 'READ' | 'READ_WRITE',
): Promise<Ical & AccessibleRow> {
  const options = { access, parameter: 'icalUid', inPath: true }
  return requireAccess(icalUid, options, 'ICAL_NOT_FOUND', uid => findIcal(ctx, uid))
}

/** Returns a calendar, or undefined if it is deleted. */
export async function findIcalByKey(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: ObjectKey,
): Promise<Ical | undefined> {
  return db
    .selectFrom('icals')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function countIcals(
  { db }: Pick<Context, 'db'>,
  property: ObjectKey,
): Promise<number> {
  const { count } = await db
    .selectFrom('icals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the uid of another calendar of the property with the same URL. */
export async function findIcalUidByUrl(
  { db }: Pick<Context, 'db'>,
  { agency_uid, property_uid, uid }: Pick<Ical, 'agency_uid' | 'property_uid' | 'uid'>,
  urlDigest: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('icals')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', property_uid)
    .where('url_digest', '=', urlDigest)
    .where('uid', '<>', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.uid
}

export async function insertIcals(
  { db }: Pick<Context, 'db'>,
  icals: Insertable<IcalsTable>[],
): Promise<Ical[]> {
  if (icals.length === 0) return []
  return db.insertInto('icals').values(icals).returningAll().execute()
}

/** Locks a calendar against imports; undefined if it is deleted. */
export async function lockIcal(
  { db }: Pick<Context, 'db'>,
  key: ObjectKey,
): Promise<Ical | undefined> {
  const ical = await lockRow({ db }, 'icals', key)
  return ical?.deleted_at === null ? ical : undefined
}

export async function updateIcal(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: ObjectKey,
  changes: Partial<Insertable<IcalsTable>>,
): Promise<Ical> {
  return updateRowOrThrow(ctx, 'icals', key, { ...changes, updated_at: laterThan(ctx) })
}

/** Time for which a deleted calendar is retained, in case it is added again. */
const deletedRetentionMs = 30 * 86_400_000

/** Time of the next import of a deleted calendar. */
const neverDue = new Date('9999-12-31T00:00:00Z')

/** Sets the time from which events that repeat freed nights claim them, unless it is earlier. */
export async function recordEchoEnd(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: Iterable<string>,
  echoUntil: Date,
): Promise<void> {
  await db
    .updateTable('icals')
    .set({ echo_until: sql`least(echo_until, ${echoUntil}::timestamptz)` })
    .where('agency_uid', '=', agencyUid)
    .where('uid', 'in', [...uids])
    .execute()
}

/**
 * Marks a calendar as deleted. A running import ends, and the property can import the URL again.
 */
export async function markIcalDeleted(
  ctx: Pick<Context, 'db' | 'clock'>,
  ical: Pick<Ical, 'agency_uid' | 'uid' | 'url_digest'>,
): Promise<void> {
  await updateIcal(ctx, ical, {
    deleted_at: ctx.clock.now(),
    url_digest: `${ical.url_digest} ${ical.uid}`,
    next_sync_at: neverDue,
    claim_uid: null,
    claimed_until: null,
  })
}

/** Lists the recently deleted calendars of a property, the newest first. */
export async function listDeletedIcals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, property_uid }: Pick<Ical, 'agency_uid' | 'property_uid'>,
): Promise<Ical[]> {
  return db
    .selectFrom('icals')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', property_uid)
    .where('deleted_at', '>', new Date(clock.now().getTime() - deletedRetentionMs))
    .orderBy('deleted_at', 'desc')
    .execute()
}

/** Maximum number of due calendars per agency, so that slow ones do not delay other agencies. */
const icalsPerAgencyMax = 4

/** Lists due calendars of all agencies: first the longest due of each agency, then the next. */
export async function listDueIcalsUnscoped(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<Ical[]> {
  const { rows } = await queryTenants(
    db,
    of => sql<Ical>`/* every tenant */
      select d.* from (
        select i.*,
          row_number() over (partition by i.agency_uid order by i.next_sync_at, i.uid)
            as agency_rank
        from icals i
        join properties p on p.agency_uid = i.agency_uid and p.uid = i.property_uid
        where ${of('i')} and ${of('p')} and i.next_sync_at <= ${clock.now()}
        and i.deleted_at is null and p.deleted_at is null
        and (i.claimed_until is null or i.claimed_until <= ${clock.now()})
        and ${isEnabledAgency(sql`i.agency_uid`)}) d
      where d.agency_rank <= ${icalsPerAgencyMax}
      order by d.agency_rank, d.next_sync_at, d.uid limit ${limit}`,
  )
  return rows
}
