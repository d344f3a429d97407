import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached, propertyAccess, type Reached } from '../../access/partners/reach.sql.ts'
import type { IcalsTable } from '../../tables.ts'
import type { Ical } from './ical.ts'

interface Key {
  agency_uid: string
  uid: string
}

/** The calendars of a property that was reached, by name. */
export async function listIcals({ db }: Pick<Context, 'db'>, property: Key): Promise<Ical[]> {
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

/** Those of all properties of an agency that the caller reaches. */
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
    .where(sql<boolean>`${isReached(caller, 'p')}`)
    .orderBy('i.property_uid')
    .orderBy('i.name')
    .orderBy('i.uid')
    .execute()
}

/** A calendar of the caller's agencies, and what it may do with its property. */
export async function findIcal(ctx: Context, uid: string): Promise<(Ical & Reached) | undefined> {
  return ctx.db
    .selectFrom('icals as i')
    .innerJoin('properties as p', join =>
      join
        .on(sql<boolean>`p.agency_uid = ${agencyOf(ctx.caller, 'i')}`)
        .onRef('p.uid', '=', 'i.property_uid'),
    )
    .selectAll('i')
    .select(sql<Reached['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
    .where(sql<boolean>`${ofCaller(ctx.caller, 'p')}`)
    .where(sql<boolean>`${ofCaller(ctx.caller, 'i')}`)
    .where('i.uid', '=', uid)
    .where('p.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A calendar that is known, if it is still there. */
export async function findKnownIcal(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Key,
): Promise<Ical | undefined> {
  return db
    .selectFrom('icals')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** How many calendars a property has. */
export async function countIcals({ db }: Pick<Context, 'db'>, property: Key): Promise<number> {
  const { count } = await db
    .selectFrom('icals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The uid of another calendar of a property at an address. */
export async function findAtAddress(
  { db }: Pick<Context, 'db'>,
  { agency_uid, property_uid, uid }: Pick<Ical, 'agency_uid' | 'property_uid' | 'uid'>,
  digest: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('icals')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', property_uid)
    .where('url_digest', '=', digest)
    .where('uid', '<>', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.uid
}

/** Stores calendars. */
export async function insertIcals(
  { db }: Pick<Context, 'db'>,
  icals: Insertable<IcalsTable>[],
): Promise<Ical[]> {
  if (icals.length === 0) return []
  return db.insertInto('icals').values(icals).returningAll().execute()
}

/** Locks a calendar, if it is still there; whoever imports it waits. */
export async function lockIcal({ db }: Pick<Context, 'db'>, key: Key): Promise<Ical | undefined> {
  const ical = await lockRow({ db }, 'icals', key)
  return ical?.deleted_at === null ? ical : undefined
}

/** Writes changed columns of a calendar. */
export async function updateIcal(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: Key,
  changes: Partial<Insertable<IcalsTable>>,
): Promise<Ical> {
  return updateRowOrThrow(ctx, 'icals', key, { ...changes, updated_at: laterThan(ctx) })
}

/**
 * Time for which a deleted calendar is kept, so that its events are found when it is added again.
 */
const knownMs = 30 * 86_400_000

/** The year in which a calendar that is deleted is due. */
const never = new Date('9999-12-31T00:00:00Z')

/** Records when events that repeat freed nights claim them, unless others do so earlier. */
export async function recordEchoEnd(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: Iterable<string>,
  until: Date,
): Promise<void> {
  await db
    .updateTable('icals')
    .set({ echo_until: sql`least(echo_until, ${until}::timestamptz)` })
    .where('agency_uid', '=', agencyUid)
    .where('uid', 'in', [...uids])
    .execute()
}

/**
 * Deletes a calendar; an import that is under way ends, and its address is free for another one.
 */
export async function markIcalDeleted(
  ctx: Pick<Context, 'db' | 'clock'>,
  ical: Pick<Ical, 'agency_uid' | 'uid' | 'url_digest'>,
): Promise<void> {
  await updateIcal(ctx, ical, {
    deleted_at: ctx.clock.now(),
    url_digest: `${ical.url_digest} ${ical.uid}`,
    next_sync_at: never,
    claim_uid: null,
    claimed_until: null,
  })
}

/** The calendars of a property that were deleted not long ago, the newest first. */
export async function listDeletedIcals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, property_uid }: Pick<Ical, 'agency_uid' | 'property_uid'>,
): Promise<Ical[]> {
  return db
    .selectFrom('icals')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', property_uid)
    .where('deleted_at', '>', new Date(clock.now().getTime() - knownMs))
    .orderBy('deleted_at', 'desc')
    .execute()
}

/** An agency with many, all of which may hang, leaves room for those of others. */
const eachMax = 4

/** Some calendars of whatever agency that are to be fetched, the longest due of each first. */
export async function listDueIcalsUnscoped(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<Ical[]> {
  return reachableRows(
    db as never,
    of => sql<Ical>`/* every tenant */
      select d.* from (
        select i.*,
          row_number() over (partition by i.agency_uid order by i.next_sync_at, i.uid) as place
        from icals i
        join properties p on p.agency_uid = i.agency_uid and p.uid = i.property_uid
        where ${of('i')} and ${of('p')} and i.next_sync_at <= ${clock.now()}
        and i.deleted_at is null and p.deleted_at is null
        and (i.claimed_until is null or i.claimed_until <= ${clock.now()})) d
      where d.place <= ${eachMax}
      order by d.place, d.next_sync_at, d.uid limit ${limit}`,
  )
}
